import type { Definition } from './error-definition.ts'

/** What is refused about invoices, the till and the month. */
export const PAPER_ERRORS = {
  month_not_over: {
    status: 409,
    sentence: 'Tego miesiąca nie można jeszcze zamknąć: trwa albo poprzedni jest otwarty.',
  },
  month_closed: { status: 409, sentence: 'Ten miesiąc jest już zamknięty.' },
} as const satisfies Record<string, Definition>
