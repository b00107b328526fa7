import type { Transitions } from '#domain/transitions.ts'

export const PAYMENT_STATUSES = ['open', 'paid', 'expired', 'failed', 'refund_pending', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * One attempt to pay for an order. Money may arrive after its time ran out, so what expired or failed may still become
 * paid; what was paid can only go back. A refund that fails leaves it paid, and banks may say so days after it succeeded.
 */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  open: ['paid', 'expired', 'failed'],
  paid: ['refund_pending'],
  expired: ['paid'],
  failed: ['paid'],
  refund_pending: ['refunded', 'paid'],
  refunded: ['paid'],
}
