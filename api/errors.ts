import type { z } from '@hono/zod-openapi'
import type { Context, TypedResponse } from 'hono'
import { MOST_PUSH_DEVICES } from '#domain/owner-notices/push/push-device.ts'
import { formatTermsDay } from '#domain/terms/terms.ts'
import { takenNameSchema } from '#domain/till/receipt.ts'
import { ACCOUNT_ERRORS } from './account-errors.ts'
import { BASELINKER_ERRORS } from './baselinker-errors.ts'
import { CARRIER_ERRORS } from './carrier-errors.ts'
import { CATALOG_ERRORS } from './catalog-errors.ts'
import { CODE_ERRORS } from './code-errors.ts'
import type { Definition } from './error-definition.ts'
import { ORDER_ERRORS } from './order-errors.ts'
import { PAPER_ERRORS } from './paper-errors.ts'
import { RETURN_ERRORS } from './return-errors.ts'

/**
 * Everything the API can refuse, by the reason a use case gives: code and status for programs, a sentence for people.
 */
export const ERRORS = {
  // Any call
  invalid_request: { status: 400, sentence: 'Sprawdź wpisane dane i spróbuj ponownie.' },
  not_json: { code: 'invalid_request', status: 400, sentence: 'Wyślij dane w formacie JSON.' },
  unstorable_text: { code: 'invalid_request', status: 400, sentence: 'Usuń z tekstu niedozwolone znaki.' },
  unreadable_body: { code: 'invalid_request', status: 400, sentence: 'Nie udało się odczytać przesłanych danych.' },
  redirect_refused: {
    code: 'invalid_request',
    status: 400,
    sentence: 'Sklep sam decyduje, dokąd prowadzi: adresu powrotu nie można podać.',
  },
  profile_invalid: { code: 'invalid_request', status: 400, sentence: 'Popraw zaznaczone pola.' },
  text_version_not_found: { status: 404, sentence: 'Tej wersji tekstów nie ma.' },
  forbidden_origin: { status: 403, sentence: 'To żądanie nie pochodzi z naszego sklepu.' },
  not_found: { status: 404, sentence: 'Nie ma takiego adresu.' },
  changed_meanwhile: {
    status: 409,
    sentence: 'Zmieniono to w międzyczasie w innym oknie. Odśwież, sprawdź i zapisz ponownie.',
  },
  body_too_large: { status: 413, sentence: 'Przesłane dane są zbyt duże.' },
  too_many_attempts: {
    status: 429,
    sentence: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `Zbyt wiele prób. Spróbuj ponownie za ${Math.ceil(retryAfterSeconds / 60)} min.`,
  },
  internal_error: { status: 500, sentence: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie.' },
  busy: {
    status: 503,
    sentence: 'Bardzo dużo osób kupuje w tej chwili. Spróbuj ponownie.',
    retryAfterSeconds: 1,
  },
  database_unavailable: {
    status: 503,
    sentence: 'Sklep ma chwilową przerwę techniczną. Nic nie przepadło. Spróbuj ponownie za chwilę.',
    retryAfterSeconds: 5,
  },

  ...ACCOUNT_ERRORS,
  ...PAPER_ERRORS,

  // Reviews and messages
  review_not_found: { status: 404, sentence: 'Tej opinii już nie ma.' },
  review_not_published: {
    status: 409,
    sentence:
      'Tej opinii nie ma teraz na stronie: autor ją zmienił albo czeka na akceptację. Odpowiesz, gdy ją zaakceptujesz.',
  },
  review_pictures_not_bought: {
    status: 409,
    sentence: 'Zdjęcia dodają osoby, którym dostarczyliśmy ten produkt. Usuń je albo poczekaj na paczkę.',
    field: 'pictures',
  },
  sent_picture_unavailable: {
    status: 409,
    sentence: 'Któregoś ze zdjęć nie ma już w sklepie. Usuń to, którego nie widać, i dodaj je ponownie.',
    field: 'pictures',
  },
  review_answer_not_found: { status: 404, sentence: 'Tej odpowiedzi już nie ma.' },
  review_exists: { status: 409, sentence: 'Masz już opinię o tym produkcie. Możesz ją zmienić lub usunąć.' },
  reviewer_not_customer: { status: 409, sentence: 'Opinie dodają klienci sklepu.' },
  looks_automated: {
    status: 409,
    sentence: 'Ta wiadomość wygląda na wysłaną przez program. Wyślij ją jeszcze raz.',
  },

  message_not_found: { status: 404, sentence: 'Nie ma takiej wiadomości. Być może minął czas jej przechowywania.' },

  // Terms, contracts, consent
  terms_incomplete: {
    status: 400,
    sentence: ({ missing }: { missing: string }) => `W regulaminie brakuje ${missing}.`,
    field: 'body',
  },
  real_order_exists: {
    status: 409,
    sentence:
      'W sklepie jest już prawdziwe zamówienie, złożone pod adresem https albo zapłacone naprawdę. Od tej chwili ' +
      'niczego nie można usunąć.',
  },
  terms_too_soon: {
    status: 400,
    sentence: ({ earliest, atOnce }: { earliest: string; atOnce: boolean }) =>
      `Najwcześniej od ${formatTermsDay(earliest)}${atOnce ? '' : ': konta muszą się dowiedzieć 14 dni wcześniej'}.`,
    field: 'version',
  },
  terms_day_taken: {
    status: 409,
    sentence: 'Na ten dzień ogłoszono już regulamin, a ogłoszonego nie można zmienić. Wybierz inny dzień.',
    field: 'version',
  },
  contract_not_concluded: { status: 409, sentence: 'Umowa będzie do pobrania, gdy zamówienie zostanie opłacone.' },
  contract_other_email: {
    status: 409,
    sentence: 'To nie jest adres z tego zamówienia. Podaj ten, na który przyszło jego potwierdzenie.',
    field: 'email',
  },
  consent_text_unknown: { status: 409, sentence: 'Ta strona jest nieaktualna. Odśwież ją i odpowiedz jeszcze raz.' },

  // Mails
  mail_not_found: { status: 404, sentence: 'Tej wiadomości nie ma już wśród niewysłanych.' },

  // Notices on devices
  push_device_not_found: { status: 404, sentence: 'Tego urządzenia nie ma już na liście.' },
  push_device_gone: {
    status: 409,
    sentence: 'To urządzenie nie przyjmuje już powiadomień, więc zniknęło z listy. Włącz je na nim ponownie.',
  },
  push_devices_full: {
    status: 409,
    sentence: `Powiadomienia są włączone na ${MOST_PUSH_DEVICES} urządzeniach, więcej się nie da. Usuń któreś z listy.`,
  },
  push_endpoint_refused: {
    status: 400,
    sentence: 'Sklep nie może wysyłać powiadomień pod adres, który podała ta przeglądarka. Spróbuj w innej.',
  },
  push_unavailable: {
    status: 503,
    sentence: 'Powiadomienie nie doszło: jego usługa nie odpowiada albo je odrzuca. Spróbuj ponownie za chwilę.',
  },

  ...CATALOG_ERRORS,

  // Catalogue and delivery
  product_in_stock: { status: 409, sentence: 'Te perfumy są już w sprzedaży.' },
  alert_over: {
    status: 404,
    sentence: 'To powiadomienie już się skończyło albo link jest niepełny. Na stronie produktu możesz poprosić o nowe.',
  },
  subscription_over: {
    status: 404,
    sentence: 'Ten zapis już się skończył albo link jest niepełny. Zapisać się na nowo można na stronie kontaktu.',
  },
  product_not_found: { status: 404, sentence: 'Nie znaleziono produktu' },
  query_too_short: {
    status: 400,
    sentence: 'Wpisz co najmniej 5 znaków kodu pocztowego lub 3 znaki miasta, ulicy albo kodu paczkomatu.',
  },
  lockers_unavailable: { status: 503, sentence: 'Lista paczkomatów jest chwilowo niedostępna.' },
  shipping_costs_missing: { status: 503, sentence: 'Nie udało się załadować kosztów dostawy. Spróbuj ponownie.' },

  // Failures
  failure_not_found: { status: 404, sentence: 'Tej awarii nie ma już na liście.' },

  // The till
  receipt_not_due: {
    status: 404,
    sentence: 'Ta sprzedaż nie wymaga już paragonu: anulowano ją albo oddano za nią pieniądze. Odśwież listę.',
  },
  receipt_printed: { status: 409, sentence: 'Ten paragon jest już oznaczony jako wydrukowany. Odśwież listę.' },
  receipt_printing: {
    status: 409,
    sentence: 'Ten paragon właśnie drukuje kasa. Poczekaj chwilę i odśwież listę.',
  },
  receipt_unclear: { status: 409, sentence: 'Ten paragon jest niejasny: sprawdź najpierw rolkę.' },
  receipt_amount_changed: {
    status: 409,
    sentence: 'Kwota tej sprzedaży zmieniła się, odkąd widać ją na ekranie. Odśwież listę i porównaj ją z paragonem.',
  },
  receipt_day_wrong: {
    status: 422,
    sentence: 'Podaj dzień od sprzedaży do dziś.',
    field: 'printed_on',
  },
  receipt_invoiced: {
    status: 409,
    sentence:
      'Do tej sprzedaży jest już faktura, więc nie drukuj do niej paragonu. Jeśli już się wydrukował, powiedz o tym księgowej.',
  },
  receipt_on_invoice: {
    status: 409,
    sentence: 'Faktura do tej sprzedaży powołuje się na ten paragon, więc nie można tego cofnąć.',
  },
  receipt_by_agent: { status: 409, sentence: 'Ten paragon wydrukowała kasa, więc nie można tego cofnąć.' },
  receipt_not_refused: { status: 409, sentence: 'Drukarka nie odrzuciła tego paragonu. Odśwież listę.' },
  till_name_taken: {
    status: 409,
    sentence: ({ name }: { name: string }) => `Nazwę „${name}” ma na kasie już inny towar. Dopisz coś, co je odróżni.`,
    details: takenNameSchema,
  },
  till_key_wrong: {
    status: 401,
    sentence: 'Ten klucz kasy nie działa. Utwórz nowy w panelu, w sekcji Kasa, i wpisz go w programie przy drukarce.',
  },
  till_claim_unknown: { status: 404, sentence: 'Sklep nie zna tego wydruku.' },

  ...CODE_ERRORS,
  ...ORDER_ERRORS,
  ...CARRIER_ERRORS,
  ...RETURN_ERRORS,
  ...BASELINKER_ERRORS,
} as const satisfies Record<string, Definition>

type Errors = typeof ERRORS
export type Reason = keyof Errors
export type StatusOf<R extends Reason> = Errors[R]['status']
type CodeOf<R extends Reason> = Errors[R] extends { code: infer Code extends string } ? Code : R

type SentenceData<R extends Reason> = Errors[R]['sentence'] extends (failure: infer Data) => string ? Data : unknown
type DetailsOf<R extends Reason> = Errors[R] extends { details: infer Schema extends z.ZodType } ? Schema : never

/** A failure of a use case, with the data for its sentence and details. */
export type Failure<R extends Reason> = R extends Reason
  ? { reason: R } & SentenceData<R> & ([DetailsOf<R>] extends [never] ? unknown : z.input<DetailsOf<R>>)
  : never

/** Optional data of every failure: sentences per field, when to try again, and cookies of the refusal. */
type Extras = {
  fields?: Partial<Record<string, string>>
  retryAfterSeconds?: number
  cookies?: readonly string[]
}

/** The body of every refusal. */
export type ErrorBody<R extends Reason> = R extends Reason
  ? {
      error: { code: CodeOf<R>; message: string; fields?: Record<string, string> } & ([DetailsOf<R>] extends [never]
        ? unknown
        : { details: z.output<DetailsOf<R>> })
    }
  : never

type ErrorAnswer<R extends Reason> = R extends Reason
  ? Response & TypedResponse<ErrorBody<R>, StatusOf<R>, 'json'>
  : never

/** The sentence of a failure that is one of many. */
export const describeFailure = (failure: Failure<Reason>): string => word(failure)

function word(failure: { reason: Reason }): string {
  const { sentence }: Definition = ERRORS[failure.reason]
  return typeof sentence === 'string' ? sentence : sentence(failure as never)
}

/** Answers a failure: status and sentence from the table, Retry-After and cookies when the failure has them. */
export function refuse<F extends Failure<Reason> & Extras>(c: Context, failure: F): ErrorAnswer<F['reason']>
export function refuse(c: Context, failure: { reason: Reason } & Extras): Response {
  c.set('refused', failure.reason)
  const definition: Definition = ERRORS[failure.reason]
  const { code = failure.reason, status, field, details } = definition
  const message = word(failure)
  const fields = { ...(field && { [field]: message }), ...failure.fields }
  const retryAfterSeconds = failure.retryAfterSeconds ?? definition.retryAfterSeconds
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  for (const cookie of failure.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
  const error = {
    code,
    message,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(details && { details: details.parse(failure) }),
  }
  return c.json({ error }, status)
}
