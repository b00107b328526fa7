import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatWallClock } from '#domain/kernel/calendar-day.ts'
import type { Definition } from './error-definition.ts'

/** Refusals about discount codes; part of ERRORS (errors.ts). */
export const CODE_ERRORS = {
  code_unknown: {
    status: 409,
    sentence: 'Nie ma takiego kodu rabatowego. Sprawdź, czy nie ma w nim literówki.',
    field: 'discountCode',
  },
  code_not_yet: {
    status: 409,
    sentence: ({ from }: { from: string }) => `Ten kod rabatowy działa dopiero od ${formatWallClock(from)}.`,
    field: 'discountCode',
  },
  code_expired: { status: 409, sentence: 'Ten kod rabatowy już nie działa: minął jego termin.', field: 'discountCode' },
  code_used_up: { status: 409, sentence: 'Ten kod rabatowy został już wykorzystany.', field: 'discountCode' },
  code_used_already: {
    status: 409,
    sentence: 'Ten kod rabatowy działa raz na osobę, a został już użyty z tym adresem e-mail.',
    field: 'discountCode',
  },
  code_not_for_you: { status: 409, sentence: 'Ten kod rabatowy jest dla innego adresu e-mail.', field: 'discountCode' },
  code_needs_more: {
    status: 409,
    sentence: ({ leastGrosze }: { leastGrosze: number }) =>
      `Ten kod rabatowy działa od ${formatGrosze(leastGrosze)} za produkty.`,
    field: 'discountCode',
  },
  code_not_found: { status: 404, sentence: 'Tego kodu już nie ma. Odśwież listę.' },
  code_taken: { status: 409, sentence: 'Taki kod już jest.', field: 'code' },
  code_value_fixed: {
    status: 409,
    sentence: 'Ten kod ma już zamówienia, więc jego tekstu i rabatu nie można zmienić. Dodaj nowy kod.',
  },
  code_in_use: {
    status: 409,
    sentence: 'Ten kod ma już zamówienia albo jest za próbkę, więc można go tylko wyłączyć.',
  },
} as const satisfies Record<string, Definition>
