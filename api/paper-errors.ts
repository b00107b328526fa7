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
  month_not_over: {
    status: 409,
    sentence: 'Tego miesiąca nie można jeszcze zamknąć: trwa albo poprzedni jest otwarty.',
  },
  month_closed: { status: 409, sentence: 'Ten miesiąc jest już zamknięty.' },
} as const satisfies Record<string, Definition>
