import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { Definition } from './error-definition.ts'

/** Refusals about withdrawals and complaints; part of ERRORS (errors.ts). */
export const RETURN_ERRORS = {
  case_not_found: { status: 404, sentence: 'Nie ma takiej sprawy.' },
  case_closed: { status: 409, sentence: 'Ta sprawa jest już zakończona.' },
  case_unanswered: { status: 409, sentence: 'Ta reklamacja czeka jeszcze na odpowiedź.' },
  reduction_missing: { status: 409, sentence: 'Wpisz, o ile obniżasz cenę.', field: 'amount_grosze' },
  reduction_too_large: {
    status: 409,
    sentence: ({ leftGrosze }: { leftGrosze: number }) =>
      `Rabat za te sztuki oddał już część ich ceny: obniżyć można najwyżej o ${formatGrosze(leftGrosze)}. Więcej po „Zostaw go kupującemu”.`,
    field: 'amount_grosze',
  },
  deduction_of_complaint: {
    status: 409,
    sentence: 'Przy uznanej reklamacji pieniądze wracają bez potrąceń.',
    field: 'deduction_grosze',
  },
  case_unmatched: {
    status: 409,
    sentence: 'Najpierw przypisz sprawę do zamówienia: sklep nie wie jeszcze, którego dotyczy.',
  },
  case_matched: { status: 409, sentence: 'Ta sprawa należy już do zamówienia. Odśwież stronę.' },
  pieces_taken: {
    status: 409,
    sentence: ({ name, left }: { name: string; left: number }) =>
      `„${name}”: w tej sprawie może być najwyżej ${left} szt.`,
  },
  account_number_missing: {
    status: 409,
    sentence: 'Brakuje numeru konta. Kupujący wpisze go na stronie zamówienia: link dostał e-mailem.',
  },
  owed_changed: {
    status: 409,
    sentence: ({ owedGrosze }: { owedGrosze: number }) =>
      `Kwota zmieniła się w międzyczasie: do oddania jest teraz ${formatGrosze(owedGrosze)}. Sprawdź i potwierdź ponownie.`,
  },
  code_in_unpaid_order: {
    status: 409,
    sentence: ({ code, order }: { code: string; order: string }) =>
      `Kod ${code} za te próbki jest w nieopłaconym zamówieniu ${order}. Poczekaj, aż kupujący je opłaci albo wygaśnie: od tego zależy kwota.`,
  },
  order_unpaid_ahead: {
    status: 409,
    sentence: 'Tego zamówienia nie opłacono z góry. Oddaj pieniądze przelewem.',
  },
} as const satisfies Record<string, Definition>
