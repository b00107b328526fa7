import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { cancelOrderWithin } from '#domain/flows/orders/cancel-order.server.ts'
import { returnGiftsBeyond } from '#domain/flows/orders/gift-store.server.ts'
import { type LockedOrder, lockOrder } from '#domain/flows/orders/order-as-seen.server.ts'
import { lockParcelState } from '#domain/flows/orders/order-change-store.server.ts'
import { dropLabel, recordChange } from '#domain/flows/orders/record-change.server.ts'
import { returnSamplesOf } from '#domain/flows/orders/sample-store.server.ts'
import { formatPieces, lockOrdersOfCheckout, returnTakenOut } from '#domain/flows/orders/stock-store.server.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { CANCELLED_BY_WITHDRAWAL } from '#domain/kernel/order-words/order-status.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { hasLeft } from '#domain/orders/admin/order-changes.ts'
import type { ChangedLine } from '#domain/orders/changes/parcel-change.ts'
import { insertOrderEvent, subtractPieces, takeBackAdvantages } from '#domain/orders/order-store.server.ts'
import type { TakeOut } from '#domain/returns/admin-case.ts'
import { type Advantage, listDeducted } from '#domain/returns/advantages.ts'
import { isTrusted, refuseAct } from '#domain/returns/return-case.ts'
import { findCase, type StoredCase } from '#domain/returns/return-case-queries.server.ts'
import { lockCase, lockCheckout, storeAdvantages, storeTakenOut } from '#domain/returns/return-case-store.server.ts'
import { readCaseMoney } from '#domain/returns/return-money-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { listPiecesInParcel, type PieceInParcel } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { unpackParcel } from '#domain/shipping/shipment-store.server.ts'
import { giveBackWithin, lockPaymentsOfCheckout, type SettleRefusal } from './settle-return.server.ts'

export type TakeOutRefusal = SettleRefusal | { reason: 'changed_meanwhile' }

type TakingOut = TakeOut & { caseId: string; adminId: string }

/**
 * Carries out a withdrawal whose parcel has not left, at once and only once: orders without remaining pieces are
 * cancelled, others lose the withdrawn pieces and, while unpaid, their price and what was given for them; the pieces
 * return to stock; a packed parcel has to be packed again; an unpaid buyer is mailed the new sum due; paid money goes
 * back; the case is closed.
 * Refused when the parcel left, or when other money is owed than the admin saw.
 */
export function takeOutWithdrawn(
  services: Pick<Services, 'db' | 'jobs' | 'now'>,
  { caseId, adminId, owed_grosze: seen, restock }: TakingOut,
): Promise<Result<null, TakeOutRefusal | Busy>> {
  return transact<null, TakeOutRefusal>(services.db, async (trx) => {
    const named = isUuid(caseId) ? await findCase(trx, caseId) : undefined
    if (!named) return fail({ reason: 'case_not_found' })
    if (named.checkout_id === null || !isTrusted(named.match)) return fail({ reason: 'case_unmatched' })
    await lockOrdersOfCheckout(trx, named.checkout_id)
    const payments = await lockPaymentsOfCheckout(trx, named.checkout_id)
    const orders = await lockOrders(trx, named)
    await lockCase(trx, caseId)
    await lockCheckout(trx, named.checkout_id)
    const found = await findCase(trx, caseId)
    if (!found) return fail({ reason: 'case_not_found' })
    // The second click of a double click.
    if (found.unsent_at !== null) return ok(null)
    const inShop = orders.filter(({ status }) => status !== 'cancelled')
    if (inShop.length === 0 || inShop.some(({ shipping_status }) => hasLeft(shipping_status))) {
      return fail({ reason: 'changed_meanwhile' })
    }
    const refused = refuseAct(found, 'take_out')
    if (refused) return fail(refused)
    const money = await readCaseMoney(trx, found)
    if (!money) return fail({ reason: 'case_unmatched' })
    if (money.owedGrosze !== seen) return fail({ reason: 'owed_changed', owedGrosze: money.owedGrosze })
    const isPaid = money.money.paidGrosze > 0
    const given = await giveBackWithin(services, trx, found, { adminId, payments, money })
    if (!given.ok) return given
    const by = { actor: 'admin', actorId: adminId } as const
    const amended: string[] = []
    const reduced: Reduced[] = []
    for (const order of inShop) {
      const leaving = await listLeaving(trx, found, order.id, restock)
      if (leaving.kept === 0) {
        const again = leaving.pieces.map(({ productId, restock: quantity }) => ({
          order_id: order.id,
          product_id: productId,
          quantity,
        }))
        const reason = `${CANCELLED_BY_WITHDRAWAL}${found.number}`
        const cancelled = await cancelOrderWithin(trx, order.id, { ...by, reason, restock: again })
        if (!cancelled.ok) return fail({ reason: 'changed_meanwhile' })
        continue
      }
      const reason = `${formatPieces(leaving.pieces)}, odstąpienie ${found.number}`
      const cause = { reason: 'taken_out', order_id: order.id, case_id: caseId, user_id: adminId } as const
      await returnTakenOut(trx, leaving.pieces, cause)
      await returnGiftsBeyond(trx, order.id, leaving.kept)
      const out = leaving.pieces.map(({ productId, quantity }) => ({ product_id: productId, quantity }))
      await returnSamplesOf(trx, cause, out)
      if (!isPaid) {
        await subtractPieces(trx, order.id, leaving.pieces)
        reduced.push({ orderId: order.id, pieces: leaving.pieces })
        amended.push(...leaving.pieces.map(({ orderItemId }) => orderItemId))
      }
      await insertOrderEvent(trx, order.id, { ...by, reason, from: null, to: 'reduced' })
      await unpackParcel(trx, order.id, { ...by, reason: null })
    }
    if (reduced.length > 0) {
      const lost = listDeducted(money.amount.advantages, found.advantages_waived).filter(({ grosze }) => grosze > 0)
      const sum = (kind: Advantage['kind']) =>
        lost.reduce((total, advantage) => total + (advantage.kind === kind ? advantage.grosze : 0), 0)
      const back = { discount: sum('least_sum'), delivery: sum('free_delivery') }
      await takeBackAdvantages(trx, named.checkout_id, back)
      // The orders cost the price of what is kept now, so that a later case has nothing to deduct.
      await storeAdvantages(trx, caseId, [])
      await tellLessDue(services, trx, named.checkout_id, { reduced, lost, by })
    }
    await storeTakenOut(trx, caseId, { at: services.now(), amended })
    const details = { name: found.number, amountGrosze: money.owedGrosze }
    await recordAudit(trx, { userId: adminId, action: 'return_case.taken_out', subjectId: caseId, details })
    return ok(null)
  })
}

type Reduced = { orderId: string; pieces: readonly { name: string; quantity: number; before: number }[] }

/**
 * Records and mails what is due on delivery once all orders of the parcel are reduced or cancelled, and makes a label
 * with the former sum useless.
 */
async function tellLessDue(
  services: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  checkoutId: string,
  {
    reduced,
    lost,
    by,
  }: { reduced: readonly Reduced[]; lost: readonly Advantage[]; by: { actor: 'admin'; actorId: string } },
): Promise<void> {
  const state = await lockParcelState(trx, checkoutId)
  if (!state) throw new Error(`checkout ${checkoutId} has no orders`)
  const [first, ...others] = reduced
  await recordChange(trx, state, by, {
    order: others.length > 0 ? null : (state.orders.find(({ id }) => id === first?.orderId) ?? null),
    lines: [
      ...reduced.flatMap(({ pieces }) =>
        pieces.map(
          ({ name, quantity, before }): ChangedLine => ({
            field: 'pieces',
            what: name,
            before: String(before),
            after: String(before - quantity),
          }),
        ),
      ),
      ...lost.map(describeLost),
    ],
    dueGrosze: state.dueGrosze,
    refundedGrosze: null,
    droppedNumber: await dropLabel(services, trx, state),
  })
}

/** What was given for the pieces that left, as a change of the order. */
const describeLost = ({ kind, grosze }: Advantage): ChangedLine =>
  kind === 'free_delivery'
    ? { field: 'delivery_price', before: formatGrosze(0), after: formatGrosze(grosze) }
    : { field: 'discount', before: formatGrosze(grosze), after: formatGrosze(0) }

/** The orders that the pieces of a case belong to. */
async function lockOrders(trx: Transaction<Database>, { items }: StoredCase): Promise<LockedOrder[]> {
  const locked: LockedOrder[] = []
  for (const orderId of [...new Set(items.map(({ order_id }) => order_id))].toSorted()) {
    const order = await lockOrder(trx, orderId)
    if (order) locked.push(order)
  }
  return locked
}

/** The pieces of a case that leave an order, and how many are kept in its parcel. */
async function listLeaving(
  trx: Transaction<Database>,
  { items }: StoredCase,
  orderId: string,
  restock: TakingOut['restock'],
): Promise<{ pieces: (PieceInParcel & { restock: number; before: number })[]; kept: number }> {
  const inParcel = await listPiecesInParcel(trx, orderId)
  const pieces = inParcel.flatMap((piece) => {
    const item = items.find(({ order_item_id }) => order_item_id === piece.orderItemId)
    if (!item) return []
    const quantity = Math.min(item.quantity, piece.quantity)
    const chosen = restock.find(({ order_item_id }) => order_item_id === piece.orderItemId)?.quantity
    const asked = chosen ?? (piece.recalled ? 0 : quantity)
    return [{ ...piece, quantity, before: piece.quantity, restock: Math.min(asked, quantity) }]
  })
  const sum = (of: readonly { quantity: number }[]) => of.reduce((total, { quantity }) => total + quantity, 0)
  return { pieces, kept: sum(inParcel) - sum(pieces) }
}
