import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { lockOrdersOfCheckout } from '#domain/flows/orders/stock-store.server.ts'
import type { PaymentDisputed } from '#domain/flows/refunds/refund-by-admin.server.ts'
import {
  type LockedPayment,
  lockPaidPayments,
  refundFromPayments,
} from '#domain/flows/refunds/refund-from-payments.server.ts'
import type { AllocatedLine, MoneyCause } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { type AllocationPurpose, allocate, sumWanted } from '#domain/money/allocate.ts'
import { allocateMoney, type OrderLines, readOrderStates } from '#domain/money/allocation-queries.server.ts'
import { listOrderSums } from '#domain/money/order-money-queries.server.ts'
import { shareTransfer } from '#domain/money/transfer.ts'
import { insertTransfers } from '#domain/money/transfer-store.server.ts'
import type { AskedSettlement } from '#domain/returns/admin-case.ts'
import { findSampleCode } from '#domain/returns/advantage-queries.server.ts'
import { findWorth, type ReturnAmount } from '#domain/returns/return-amount.ts'
import { CASE_KIND_LABELS, isTrusted, refuseAct } from '#domain/returns/return-case.ts'
import { findCase, type StoredCase } from '#domain/returns/return-case-queries.server.ts'
import {
  lockCase,
  storeAccountNumber,
  storeAdvantages,
  storeSettlement,
} from '#domain/returns/return-case-store.server.ts'
import {
  type CaseMoney,
  countPieces,
  listOrdersOfCase,
  type PaidItem,
  readCaseMoney,
} from '#domain/returns/return-money-queries.server.ts'
import type { Services } from '#domain/services.ts'

export type SettleRefusal =
  | { reason: 'case_not_found' }
  | { reason: 'case_unmatched' }
  | { reason: 'case_unanswered' }
  | { reason: 'case_closed' }
  | { reason: 'account_number_missing' }
  /** The buyer has given an account number since the page was read. */
  | { reason: 'changed_meanwhile' }
  /** The previous refund has not reached the provider yet. */
  | { reason: 'refund_under_way' }
  /** What is deducted for the code of samples depends on the payment of this order. */
  | { reason: 'code_in_unpaid_order'; code: string; order: string }
  | PaymentDisputed
  /** Money went back since the page was read, or the pieces changed. */
  | { reason: 'owed_changed'; owedGrosze: Grosze }

type SettleServices = Pick<Services, 'db' | 'jobs' | 'now'>
type Settling = AskedSettlement & { caseId: string; adminId: string }

/**
 * Gives the money of a withdrawal or of an accepted complaint back, once: what was paid ahead is refunded at the
 * provider, what was paid on delivery is recorded as transferred to the buyer's account. The order is locked first, as
 * for refunds from its page, so that the same money never goes back twice. When nothing is owed, the case is only
 * closed.
 */
export function settleReturn(
  services: SettleServices,
  { caseId, adminId, owed_grosze: seen, iban, given_otherwise: givenOtherwise }: Settling,
): Promise<Result<null, SettleRefusal | Busy>> {
  return transact<null, SettleRefusal>(services.db, async (trx) => {
    const named = isUuid(caseId) ? await findCase(trx, caseId) : undefined
    if (!named) return fail({ reason: 'case_not_found' })
    if (named.checkout_id === null || !isTrusted(named.match)) return fail({ reason: 'case_unmatched' })
    await lockOrdersOfCheckout(trx, named.checkout_id)
    const payments = await lockPaymentsOfCheckout(trx, named.checkout_id)
    await lockCase(trx, caseId)
    const found = await findCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    // The second click of a double click.
    if (found.settled_at !== null) return ok(null)
    const refused = refuseAct(found, 'settle')
    if (refused) return fail(refused)
    const money = await readCaseMoney(trx, found)
    if (!money) return fail({ reason: 'case_unmatched' })
    if (money.owedGrosze !== seen) return fail({ reason: 'owed_changed', owedGrosze: money.owedGrosze })
    return giveBackWithin(services, trx, found, { adminId, payments, money, iban, givenOtherwise })
  })
}

type GivingBack = Pick<Settling, 'adminId' | 'iban'> & {
  /** None where it is paid on delivery. */
  payments: readonly LockedPayment[]
  money: CaseMoney
  givenOtherwise?: boolean
}

/** Gives back, in the caller's transaction and under its locks, what is owed for a case, and closes it. */
export async function giveBackWithin(
  services: SettleServices,
  trx: Transaction<Database>,
  found: StoredCase,
  { adminId, payments, money, iban, givenOtherwise = false }: GivingBack,
): Promise<Result<null, SettleRefusal>> {
  const { owedGrosze } = money
  const ofCode = money.amount.advantages.find(({ kind }) => kind === 'sample_code')
  if (ofCode && !found.advantages_waived) {
    const sampleCode = await findSampleCode(trx, found.checkout_id ?? '')
    const [order] = sampleCode?.unpaid ?? []
    if (order !== undefined) return fail({ reason: 'code_in_unpaid_order', code: sampleCode?.text ?? '', order })
  }
  await storeAdvantages(trx, found.id, money.amount.advantages)
  const purposeOf = await readPurpose(trx, found, money.amount)
  const settled = {
    ...{ adminId, amountGrosze: owedGrosze, purposeOf },
    ...limitBeside(money),
    isPaid: money.money.paidGrosze > 0,
    refundedOrderId: null,
  }
  if (owedGrosze === 0) return finish(services, trx, found, { ...settled, refundId: null })
  const orderId = payments[0]?.attempt.orderId
  if (orderId === undefined) {
    const { account_number: given } = found
    if (given === null && iban === undefined && !givenOtherwise) return fail({ reason: 'account_number_missing' })
    if (given !== null && (givenOtherwise || (iban !== undefined && iban !== given))) {
      return fail({ reason: 'changed_meanwhile' })
    }
    if (given === null && iban !== undefined && !givenOtherwise) await storeAccountNumber(trx, found.id, iban)
    return finish(services, trx, found, { ...settled, refundId: null, givenOtherwise })
  }
  const refunded = await refundFromPayments(services, trx, payments, {
    grosze: owedGrosze,
    reason: labelCase(found),
    allocation: await allocateMoney(trx, { orderId, grosze: owedGrosze, ...purposeOf(orderId) }),
    by: { actor: 'admin', actorId: adminId },
  })
  if (refunded.ok)
    return finish(services, trx, found, { ...settled, refundId: refunded.value, refundedOrderId: orderId })
  const { failure } = refunded
  return fail(
    failure.reason === 'refund_too_large' ? { reason: 'owed_changed', owedGrosze: failure.leftGrosze } : failure,
  )
}

/** What money without the case has paid of it. What exceeds the amount of the case lowered the price of its items. */
function limitBeside({ amount, paidItems }: CaseMoney) {
  let left = Math.max(0, amount.totalGrosze - amount.deliveryGrosze)
  const counted = paidItems.map(({ itemId, grosze }) => {
    const part = Math.min(left, grosze)
    left -= part
    return { itemId, grosze: part }
  })
  const besideGrosze = counted.reduce((sum, { grosze }) => sum + grosze, amount.deliveryGivenGrosze)
  return { paidItems: counted.filter(({ grosze }) => grosze > 0), besideGrosze }
}

/** The payments of the order of a checkout; none where it is paid on delivery. */
export async function lockPaymentsOfCheckout(trx: Transaction<Database>, checkoutId: string): Promise<LockedPayment[]> {
  const payments: LockedPayment[] = []
  for (const { id } of await listOrdersOfCase(trx, checkoutId)) payments.push(...(await lockPaidPayments(trx, id)))
  return payments
}

type Settlement = {
  adminId: string
  amountGrosze: Grosze
  besideGrosze: Grosze
  paidItems: readonly PaidItem[]
  purposeOf: PurposeOf
  /** Whether the buyer had paid for the pieces. */
  isPaid: boolean
  refundId: string | null
  refundedOrderId: string | null
  givenOtherwise?: boolean
}

async function finish(
  { now }: SettleServices,
  trx: Transaction<Database>,
  found: StoredCase,
  {
    adminId,
    amountGrosze,
    besideGrosze,
    paidItems,
    purposeOf,
    isPaid,
    refundId,
    refundedOrderId,
    givenOtherwise = false,
  }: Settlement,
) {
  const { id, email, number } = found
  const paid =
    refundedOrderId === null ? await storeTransfers(trx, found, { amountGrosze, purposeOf }) : [refundedOrderId]
  const lines = isPaid ? await listWithoutMoney(trx, found, purposeOf, paid) : []
  await storeSettlement(trx, id, { at: now(), amountGrosze, besideGrosze, paidItems, refundId, lines })
  // The refund at the provider has a mail of its own.
  if (refundId === null && amountGrosze > 0) {
    await queueMail(trx, {
      key: `case-transferred:${id}`,
      to: email,
      template: 'case-transferred',
      ids: { caseId: id },
    })
  }
  await recordAudit(trx, {
    userId: adminId,
    action: 'return_case.settled',
    subjectId: id,
    details: { name: number, amountGrosze, transferred: refundId === null, givenOtherwise },
  })
  return ok(null)
}

/** Stores the transfer for a case with each order that it gives money back for. Returns these orders. */
async function storeTransfers(
  trx: Transaction<Database>,
  found: StoredCase,
  { amountGrosze, purposeOf }: Pick<Settlement, 'amountGrosze' | 'purposeOf'>,
): Promise<string[]> {
  const ofCheckout = { checkoutId: found.checkout_id ?? '' }
  const states = await readOrderStates(trx, ofCheckout, 'decided')
  const orders = (await listOrderSums(trx, ofCheckout)).map(({ orderId, paidGrosze, returnedGrosze }) => ({
    orderId,
    leftGrosze: Math.max(0, paidGrosze - returnedGrosze),
    worthGrosze: sumWanted(states.find((state) => state.orderId === orderId)?.lines ?? [], purposeOf(orderId).purpose),
  }))
  const parts = shareTransfer(amountGrosze, orders)
  for (const [index, { orderId }] of orders.entries()) {
    const grosze = parts[index] ?? 0
    if (grosze === 0) continue
    const allocation = await allocateMoney(trx, { orderId, grosze, ...purposeOf(orderId) })
    const transfer = { orderId, amountGrosze: grosze, allocation, caseId: found.id, reason: labelCase(found) }
    await insertTransfers(trx, [transfer])
  }
  return orders.filter((_, index) => (parts[index] ?? 0) > 0).map(({ orderId }) => orderId)
}

/** The returned pieces of orders that get no money now, because it had gone back on their pages before. */
async function listWithoutMoney(
  trx: Transaction<Database>,
  found: StoredCase,
  purposeOf: PurposeOf,
  paidFor: readonly string[],
): Promise<AllocatedLine[]> {
  if (found.demand === 'lower_price') return []
  const states = await readOrderStates(trx, { checkoutId: found.checkout_id ?? '' }, 'decided')
  return states
    .filter(({ orderId, isCancelled }) => !paidFor.includes(orderId) && !isCancelled)
    .flatMap(({ orderId, lines }) => allocate(lines, 0, purposeOf(orderId).purpose))
}

/** What the money of a case is for, in each of its orders: the pieces at their worth, the deduction, the delivery. */
async function readPurpose(trx: Transaction<Database>, found: StoredCase, amount: ReturnAmount): Promise<PurposeOf> {
  if (found.demand === 'lower_price') {
    return (orderId) => {
      const lowered = found.items.filter(({ order_id }) => order_id === orderId)
      const items = lowered.map(({ order_item_id, lowered_grosze }) => ({
        item_id: order_item_id,
        grosze: lowered_grosze,
      }))
      return { cause: 'price_reduction', purpose: { kind: 'price', items } }
    }
  }
  const checkoutId = found.checkout_id ?? ''
  const orders = await listOrdersOfCase(trx, checkoutId)
  const { pieces: counted, states } = await countPieces(trx, checkoutId, found)
  const back = counted.filter(({ returned }) => returned > 0)
  // What went back before bears no deduction.
  const worths = back.map((item) => findWorth(item) - item.paidGrosze)
  const deductions = splitOver(amount.deductionGrosze, worths)
  // The last piece may be of an order whose delivery another one of the parcel has paid.
  const heldGrosze = orders.map(({ id }) =>
    counted.some(({ order_id }) => order_id === id) ? findDelivery(states, id) : 0,
  )
  const deliveries = splitOver(amount.deliveryGrosze - amount.deliveryGivenGrosze, heldGrosze)
  return (orderId) => {
    const items = back.map(({ order_item_id, order_id, returned, paidPieces }, at) => ({
      order_id,
      item_id: order_item_id,
      pieces: returned - paidPieces,
      worth_grosze: worths[at] ?? 0,
      deduction_grosze: deductions[at] ?? 0,
    }))
    const at = orders.findIndex(({ id }) => id === orderId)
    return {
      cause: found.kind === 'withdrawal' ? 'withdrawal' : 'complaint',
      purpose: {
        kind: 'return',
        items: items.filter(({ order_id }) => order_id === orderId),
        delivery_grosze: deliveries[at] ?? 0,
      },
    }
  }
}

/** What the delivery of an order costs now. */
const findDelivery = (states: readonly OrderLines[], orderId: string): Grosze =>
  states.find((state) => state.orderId === orderId)?.lines.find(({ item_id }) => item_id === null)?.grosze ?? 0

type PurposeOf = (orderId: string) => { cause: MoneyCause; purpose: AllocationPurpose }

const splitOver = (grosze: Grosze, weights: readonly Grosze[]) =>
  weights.some((weight) => weight > 0) ? splitGrosze(grosze, weights) : weights.map(() => 0)

/** 'odstąpienie ZAB12CD34' */
const labelCase = ({ kind, number }: Pick<StoredCase, 'kind' | 'number'>) =>
  `${CASE_KIND_LABELS[kind].toLowerCase()} ${number}`
