import type { Transitions } from '#domain/transitions.ts'

export const PAYMENT_STATUSES = ['open', 'paid', 'expired', 'failed', 'refund_pending', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * One attempt to pay for an order. Money may arrive after its time ran out, so what expired or failed may still become
 * paid; what was paid can only go back, and a refund that failed leaves it paid.
 */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  open: ['paid', 'expired', 'failed'],
  paid: ['refund_pending'],
  expired: ['paid'],
  failed: ['paid'],
  refund_pending: ['refunded', 'paid'],
  refunded: [],
}
