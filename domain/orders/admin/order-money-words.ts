import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { CANCELLED_BY_BUYER } from '#domain/kernel/order-words/order-status.ts'
import { DISPUTE_LABELS } from '#domain/payments/dispute.ts'
import { ADDITION_REASON, ADDITION_REFUSED } from '#domain/payments/payment.ts'
import { describePaidWith } from '#domain/payments/payment-means.ts'

/** Payments of an order, with what went back of each. */
export type DiaryPayments = readonly {
  amountGrosze: Grosze
  paidAt: Date | null
  /** In the provider's term. */
  paidWith: string | null
  refunds: readonly { id: string; amountGrosze: Grosze; reason: string; failure: string | null; createdAt: Date }[]
  disputes: readonly { amountGrosze: Grosze }[]
}[]

/** A row of `order_events`. */
export type DiaryEvent = {
  subject: string
  from: string | null
  to: string
  actor: string
  reason: string | null
  refundId: string | null
  at: Date
}

export type DiaryTone = 'plain' | 'good' | 'bad' | 'note'
/** What happened; null: another event of the same moment says it. */
export type Told = { sentence: string; tone?: DiaryTone } | null

export function describePayment(event: DiaryEvent, payments: DiaryPayments): Told | undefined {
  const { from, to, at } = event
  if (event.reason === ADDITION_REASON) return describeAddition(event, payments)
  switch (to) {
    case 'open':
      return { sentence: 'Rozpoczęto płatność z góry.' }
    case 'paid':
      return from === 'refund_pending' || from === 'refunded'
        ? { sentence: 'Wpłata znów jest w sklepie: pieniądze nie wróciły w całości.' }
        : { sentence: describePaid(payments, at), tone: 'good' }
    case 'expired':
      return { sentence: 'Czas na zapłatę minął.', tone: 'bad' }
    case 'failed':
      return { sentence: 'Płatność się nie udała.', tone: 'bad' }
    case 'refund_pending':
      return null
    case 'refunded':
      return { sentence: 'Cała wpłata została zwrócona.' }
  }
}

/** The payment of a change that makes a paid order dearer. */
function describeAddition({ to, actor, at }: DiaryEvent, payments: DiaryPayments): Told | undefined {
  switch (to) {
    case 'open':
      return { sentence: 'Poproszono kupującego o dopłatę do zmiany zamówienia. Dołożone sztuki są odłożone.' }
    case 'paid':
      return { sentence: describePaid(payments, at).replace('Zapłacono', 'Dopłacono'), tone: 'good' }
    case 'expired':
    case 'failed': {
      const over =
        actor === 'admin'
          ? 'Wycofano dopłatę.'
          : actor === 'customer'
            ? 'Kupujący rezygnuje z dopłaty.'
            : 'Dopłata nie przyszła na czas.'
      return { sentence: `${over} Odłożone sztuki wróciły do magazynu.`, tone: 'bad' }
    }
  }
}

/** Of several payment attempts, the last one paid before the event. */
function describePaid(payments: DiaryPayments, at: Date): string {
  const paid = payments
    .filter(({ paidAt }) => paidAt !== null && paidAt <= at)
    .toSorted((a, b) => Number(b.paidAt) - Number(a.paidAt))[0]
  const amount = formatGrosze((paid ?? payments[0])?.amountGrosze ?? 0)
  return `Zapłacono ${describePaidWith(paid?.paidWith) ?? 'z góry'} ${amount}.`
}

/** Money that went back without the provider. */
export function describeOutside(grosze: Grosze | undefined, reason: string): string {
  return `Oddano inną drogą${grosze === undefined ? '' : ` ${formatGrosze(grosze)}`}: ${endSentence(reason)}`
}

const NAMED_REASONS: Record<string, string> = {
  'made at the provider': 'zlecono w panelu operatora płatności',
  already_paid: 'zamówienie było już opłacone',
  cancelled: 'zamówienie było już anulowane',
  out_of_stock: 'produktów już nie było',
  [ADDITION_REFUSED]: 'dopłata przyszła, gdy zamówienia nie dało się już zmienić',
  code_used_up: 'kod rabatowy był już wykorzystany',
  code_used_already: 'kupujący użył już tego kodu rabatowego',
  [CANCELLED_BY_BUYER]: 'na życzenie kupującego',
}

export function describeRefundEvent(
  { from, to, reason, refundId, at }: DiaryEvent,
  payments: DiaryPayments,
): Told | undefined {
  const refunds = payments.flatMap((payment) => payment.refunds)
  // Events of earlier releases identify their refund only by their moment, or not at all.
  const refund =
    refunds.find(({ id }) => id === refundId) ??
    refunds.find(({ createdAt }) => createdAt.getTime() === at.getTime()) ??
    (refunds.length === 1 ? refunds[0] : undefined)
  const amount = refund ? ` ${formatGrosze(refund.amountGrosze)}` : ''
  switch (to) {
    case 'pending':
      return {
        sentence: `Zlecono zwrot${amount}: ${endSentence(labelMoneyReason(reason ?? refund?.reason ?? 'bez powodu'))}`,
      }
    case 'succeeded':
      return from === null && reason !== null
        ? { sentence: describeOutside(refund?.amountGrosze, reason) }
        : { sentence: `Zwrócono${amount}.` }
    case 'failed':
      return {
        sentence: `Zwrot${amount} się nie udał. Powód: ${endSentence(labelRefundFailure(refund?.failure ?? reason ?? 'nieznany'))}`,
        tone: 'bad',
      }
  }
}

/** A readable reason: the shop's own reasons have a Polish text. */
export function labelMoneyReason(reason: string): string {
  return NAMED_REASONS[reason] ?? reason
}

/** A readable reason for a failed refund. The provider's own text stays as it is. */
export function labelRefundFailure(failure: string): string {
  if (failure === 'the provider could not give it back') return 'bank nie przyjął zwrotu'
  if (failure.includes('charge_disputed')) return 'bank bada spór o tę wpłatę'
  return failure.replace(/^refused by the provider: /, 'operator płatności odmówił, ')
}

export function describeDisputeEvent({ from, to }: DiaryEvent, payments: DiaryPayments): Told {
  const state = DISPUTE_LABELS[to] ?? to
  const amount = payments.flatMap(({ disputes }) => disputes)[0]?.amountGrosze
  if (from !== null) return { sentence: `Spór w banku: ${state}.`, tone: to === 'won' ? 'good' : 'bad' }
  const about = amount === undefined ? '' : ` o ${formatGrosze(amount)}`
  return { sentence: `W banku zgłoszono spór${about}: ${state}.`, tone: 'bad' }
}

/** Ends a text with exactly one full stop. */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
}
