import { formatGrosze } from '#domain/money.ts'
import type { Definition } from './error-definition.ts'

/** What the admin's changes of orders can refuse; part of the one table in errors.ts. */
export const ADMIN_ORDER_ERRORS = {
  payment_not_found: { status: 404, sentence: 'Nie znaleziono tej płatności przy zamówieniu.' },
  refund_too_large: {
    status: 409,
    sentence: ({ leftGrosze }: { leftGrosze: number }) =>
      leftGrosze === 0
        ? 'Tej wpłaty nie ma już z czego zwrócić: wszystko zostało zwrócone albo jest w drodze.'
        : `Najwyżej można zwrócić jeszcze ${formatGrosze(leftGrosze)}.`,
    field: 'amountGrosze',
  },
  refund_under_way: {
    status: 409,
    sentence: 'Poprzedni zwrot jest właśnie zlecany. Odśwież stronę za chwilę i spróbuj ponownie.',
  },
  order_status_refused: { status: 409, sentence: 'Tego zamówienia nie można tak oznaczyć.' },
  note_not_found: { status: 404, sentence: 'Tej notatki już nie ma.' },
  mail_not_of_order: { status: 404, sentence: 'Nie ma takiej wiadomości przy tym zamówieniu.' },
  mail_not_resendable: {
    status: 409,
    sentence: 'Ta wiadomość czeka jeszcze na wysłanie albo wysłano ją ponownie już pięć razy.',
  },
} as const satisfies Record<string, Definition>
