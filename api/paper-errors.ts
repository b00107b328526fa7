import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import type { InvoiceMistake } from '#domain/papers/invoices/invoice-mistakes.ts'
import type { Definition } from './error-definition.ts'

/** What is refused about invoices, the till and the month. */
export const PAPER_ERRORS = {
  invoice_not_found: { status: 404, sentence: 'Nie ma takiej faktury.' },
  invoice_exists: { status: 409, sentence: 'Do tego zamówienia jest już faktura.' },
  invoice_not_now: {
    status: 409,
    sentence:
      'Fakturę dla osoby wystawiamy po zapłacie albo wysłaniu paczki, najpóźniej trzy miesiące po miesiącu sprzedaży.',
  },
  invoice_not_refused: {
    status: 409,
    sentence: 'Tej faktury KSeF nie odrzucił, więc nie trzeba jej wysyłać ponownie.',
  },
  invoice_invalid: {
    status: 409,
    sentence: ({ mistakes }: { mistakes: InvoiceMistake[] }) => mistakes.map(({ text }) => text).join(' '),
  },
  invalid_buyer: { code: 'invalid_request', status: 400, sentence: 'Sprawdź dane do faktury.' },
  buyer_not_mendable: { status: 409, sentence: ({ sentence }: { sentence: string }) => sentence },
  ksef_off: { status: 409, sentence: 'KSeF nie jest podłączony. Ustaw KSEF_ENVIRONMENT i uruchom sklep ponownie.' },
  seller_nip_missing: { status: 409, sentence: 'Najpierw wpisz NIP sprzedawcy: Ustawienia, Sprzedawca.' },
  certificate_unreadable: {
    status: 422,
    sentence: 'To nie jest certyfikat w formacie PEM. Plik .p12 zamienisz na PEM poleceniem openssl pkcs12.',
    field: 'certificate',
  },
  certificate_of_another_kind: {
    status: 422,
    sentence: 'To certyfikat drugiego rodzaju: do logowania służy typ Authentication, do kodów typ Offline.',
    field: 'certificate',
  },
  key_unreadable: { status: 422, sentence: 'W tym pliku nie ma klucza w formacie PEM.', field: 'key' },
  key_needs_password: { status: 422, sentence: 'Ten klucz ma hasło. Podaj je.', field: 'password' },
  key_password_wrong: { status: 422, sentence: 'To nie jest hasło tego klucza.', field: 'password' },
  key_of_another_certificate: { status: 422, sentence: 'Ten klucz nie pasuje do certyfikatu.', field: 'key' },
  key_too_weak: { status: 422, sentence: 'Ten klucz jest za słaby: potrzebny EC P-256 albo RSA 2048.', field: 'key' },
  certificate_not_of_ksef: {
    status: 422,
    sentence: 'Tego certyfikatu nie wydał KSeF. Pobierz certyfikat w Module Certyfikatów i Uprawnień KSeF.',
    field: 'certificate',
  },
  certificate_of_another_nip: {
    status: 422,
    sentence: ({ nip }: { nip: string }) => `Ten certyfikat jest dla NIP-u ${nip}, a sprzedawca ma inny.`,
    field: 'certificate',
  },
  certificate_not_yet_valid: {
    status: 422,
    sentence: ({ from }: { from: Date }) => `Ten certyfikat jest ważny dopiero od ${formatDay(from)}.`,
    field: 'certificate',
  },
  certificate_expired: {
    status: 422,
    sentence: ({ until }: { until: Date }) => `Ten certyfikat stracił ważność ${formatDay(until)}.`,
    field: 'certificate',
  },
  month_not_over: {
    status: 409,
    sentence: 'Tego miesiąca nie można jeszcze zamknąć: trwa albo poprzedni jest otwarty.',
  },
  payout_file_not_found: { status: 404, sentence: 'Tego pliku wypłat już nie ma.' },
  month_open: { status: 409, sentence: 'Ten miesiąc nie jest zamknięty.' },
  month_closed: { status: 409, sentence: 'Ten miesiąc jest już zamknięty.' },
} as const satisfies Record<string, Definition>
