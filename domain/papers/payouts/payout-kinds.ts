export const PAYOUT_SOURCES = ['stripe', 'inpost'] as const
export type PayoutSource = (typeof PAYOUT_SOURCES)[number]

/** `fee`: an amount that belongs to no payment. `other`: of a kind that the shop does not know. */
export type PayoutKind = 'payment' | 'refund' | 'dispute' | 'fee' | 'other'

/** `sign`: of its amounts; 0: either. */
type StripeKind = { kind: PayoutKind; sign: 1 | -1 | 0 }

/** Money that stays the shop's own, at another place. */
const MOVED = [
  ...['payout', 'payout_reversal', 'payout_minimum_balance_hold', 'payout_minimum_balance_release', 'topup'],
  ...['topup_reversal', 'transfer', 'transfer_reversal', 'risk_reserved_funds', 'connect_reserved_funds'],
  ...['payment_network_reserve_hold', 'payment_network_reserve_release'],
]

/** The provider's words, and what they are here. Null: money that stays the shop's own. */
export const STRIPE_KINDS: ReadonlyMap<string, StripeKind | null> = new Map<string, StripeKind | null>([
  ['charge', { kind: 'payment', sign: 1 }],
  ['charge_failure', { kind: 'payment', sign: -1 }],
  ['refund', { kind: 'refund', sign: -1 }],
  ['refund_failure', { kind: 'refund', sign: 1 }],
  ['partial_capture_reversal', { kind: 'refund', sign: -1 }],
  ['dispute', { kind: 'dispute', sign: -1 }],
  ['dispute_reversal', { kind: 'dispute', sign: 1 }],
  ['fee', { kind: 'fee', sign: 0 }],
  ['network_cost', { kind: 'fee', sign: 0 }],
  ['tax', { kind: 'fee', sign: 0 }],
  ['contribution', { kind: 'fee', sign: 0 }],
  ...MOVED.map((word) => [word, null] as const),
])
