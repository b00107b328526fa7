import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { MOST_PEOPLE } from '#domain/accounts/person.ts'
import type { Definition } from './error-definition.ts'

/** Refusals about accounts and sign-in; part of ERRORS (errors.ts). */
export const ACCOUNT_ERRORS = {
  sign_in_required: { status: 401, sentence: 'Zaloguj się, aby kontynuować.' },
  admin_required: { status: 403, sentence: 'Access denied. Admin privileges required.' },
  proof_required: {
    status: 403,
    sentence: 'Potwierdź hasłem lub kodem, że to Ty. Potwierdzenie jest ważne 10 minut.',
  },
  sign_in_again: {
    status: 403,
    sentence:
      'Dla bezpieczeństwa najpierw zaloguj się jeszcze raz: linkiem z wiadomości albo przez Google. Potem masz 10 ' +
      'minut na ustawienie hasła albo usunięcie konta.',
  },
  terms_not_accepted: { status: 400, sentence: ACCOUNT_TEXTS.termsRequired, field: 'acceptedTerms' },
  wrong_password: { status: 401, sentence: ACCOUNT_TEXTS.wrongPassword },
  invalid_credentials: { status: 401, sentence: ACCOUNT_TEXTS.wrongCredentials },
  second_factor_required: { status: 401, sentence: ACCOUNT_TEXTS.secondFactorRequired },
  second_factor_expired: { status: 401, sentence: ACCOUNT_TEXTS.secondFactorExpired },
  second_factor_locked: { status: 429, sentence: ACCOUNT_TEXTS.secondFactorLocked },
  invalid_code: { status: 401, sentence: ACCOUNT_TEXTS.wrongCode },
  invalid_password: { status: 400, sentence: ACCOUNT_TEXTS.wrongCurrentPassword },
  admin_password_too_short: { status: 400, sentence: ACCOUNT_TEXTS.adminPasswordTooShort, field: 'newPassword' },
  account_exists: { status: 422, sentence: ACCOUNT_TEXTS.accountExists },
  account_refused: { status: 400, sentence: 'Nie udało się wykonać tej operacji na koncie.' },
  sign_in_busy: {
    status: 503,
    sentence: 'Bardzo dużo osób loguje się w tej chwili. Spróbuj ponownie za chwilę.',
  },
  order_without_account: {
    status: 409,
    sentence: 'To zamówienie złożono bez konta. Szczegóły i link do niego wysłaliśmy e-mailem.',
  },
  admin_account_stays: {
    status: 409,
    sentence: 'Konta administratora nie można usunąć, a konto osoby zaproszonej do panelu usuwa właściciel sklepu.',
  },
  person_address_taken: {
    status: 409,
    sentence:
      'Ten adres ma już konto w sklepie, a jego zamówienia i opinie pomieszałyby się z pracą. Podaj inny adres tej osoby.',
    field: 'email',
  },
  people_full: {
    status: 409,
    sentence: `Zaprosić można najwyżej ${MOST_PEOPLE} osób. Usuń którąś z listy.`,
    field: 'email',
  },
  person_not_found: { status: 404, sentence: 'Tej osoby nie ma już na liście.' },
  person_accepted: { status: 409, sentence: 'Ta osoba ma już hasło. Gdy je zapomni, ustawi nowe sama.' },
  owner_only: { status: 403, sentence: 'To może zrobić tylko właściciel sklepu.' },
  link_invalid: { status: 400, sentence: ACCOUNT_TEXTS.linkInvalid },
  link_expired: { status: 400, sentence: ACCOUNT_TEXTS.linkExpired },
  link_used: { status: 409, sentence: ACCOUNT_TEXTS.linkUsed },
  link_ended: { status: 409, sentence: ACCOUNT_TEXTS.linkEnded },
  link_replaced: { status: 409, sentence: ACCOUNT_TEXTS.linkReplaced },
  link_of_other_account: {
    status: 409,
    sentence: 'Ten link jest dla innego konta. Zaloguj się na konto z adresem, na który przyszedł.',
  },
  email_not_verified: { status: 409, sentence: 'Najpierw potwierdź swój adres e-mail: wyślemy Ci link.' },
  password_present: { status: 409, sentence: 'To konto ma już hasło. Zmień je, podając obecne.' },
  google_attempt_invalid: {
    status: 400,
    sentence: 'Logowanie przez Google trwało zbyt długo albo zaczęło się w innej przeglądarce. Zacznij jeszcze raz.',
  },
  google_refused: { status: 400, sentence: 'Google nie potwierdził, że to Ty. Zacznij jeszcze raz.' },
  google_unavailable: {
    status: 503,
    sentence: 'Google chwilowo nie odpowiada. Spróbuj ponownie albo zaloguj się inaczej.',
    retryAfterSeconds: 5,
  },
  google_not_for_admin: { status: 409, sentence: 'Na konto administratora można zalogować się tylko hasłem.' },
  google_email_unverified: {
    status: 403,
    sentence: 'Google nie potwierdził adresu e-mail tego konta. Zaloguj się adresem i hasłem.',
  },
  google_address_taken: {
    status: 409,
    sentence:
      'W sklepie jest już konto z tym adresem. Zaloguj się na nie tak jak zwykle, a potem połącz je z Google w ' +
      'panelu klienta, w zakładce Konto.',
  },
  google_other_address: {
    status: 409,
    sentence: 'To konto Google ma inny adres niż Twoje konto w sklepie. Wybierz konto Google z tym samym adresem.',
  },
  google_linked_elsewhere: { status: 409, sentence: 'To konto Google jest już połączone z innym kontem w sklepie.' },
  last_way_in: {
    status: 409,
    sentence: 'Bez Google nie da się zalogować na to konto. Najpierw ustaw hasło.',
  },
  session_not_found: { status: 404, sentence: 'Ta sesja już nie istnieje.' },
} as const satisfies Record<string, Definition>
