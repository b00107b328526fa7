import type { MoneyCause } from '#domain/kernel/amounts/allocation.ts'

/** Why money went back, for invoices, the register of returns and the accountant. */
const CAUSE_LABELS: Record<MoneyCause, string> = {
  withdrawal: 'Zwrot towaru',
  complaint: 'Zwrot towaru po reklamacji',
  price_reduction: 'Obniżenie ceny po reklamacji',
  goodwill: 'Obniżenie ceny',
  change: 'Zmiana zamówienia',
  cancellation: 'Anulowanie zamówienia',
  not_collected: 'Nieodebrana paczka',
  dispute: 'Obciążenie zwrotne (spór w banku)',
  overpayment: 'Nadpłata',
}

/** The bank gave back what it had taken because of a dispute. */
export const WON_BACK_LABEL = 'Cofnięte obciążenie zwrotne (spór w banku)'

/** `cause` null: an earlier version of the shop did not store it, or the money was refunded at the provider. */
export const labelCause = (cause: MoneyCause | null): string =>
  cause === null ? 'Obniżenie ceny, powód nieznany' : CAUSE_LABELS[cause]
