import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { readParcelState } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { queueReceipt, storeInvoiceBuyer } from '#domain/papers/buyers/buyer-store.server.ts'
import {
  describeBuyer,
  findBuyerActs,
  type InvoiceBuyerChange,
  planMend,
  toInvoiceBuyer,
} from '#domain/papers/buyers/invoice-buyer.ts'
import { checkNip, type InvalidBuyer, parseBuyer } from '#domain/papers/buyers/parse-buyer.ts'
import { findMendableSale } from '#domain/papers/buyers/read-buyer.server.ts'
import { findOwnNip } from '#domain/papers/company-form.ts'
import { lockSale } from '#domain/papers/invoices/invoice-store.server.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import type { Services } from '#domain/services.ts'
import { type Changer, recordChange } from './record-change.server.ts'

export type BuyerRefusal =
  | { reason: 'order_not_found' | 'changed_meanwhile' }
  /** `sentence`: why, for people. */
  | { reason: 'buyer_not_mendable'; sentence: string }
  | InvalidBuyer

const NOT_NOW = 'Tych danych nie można teraz zmienić.'

/**
 * Mends who is on the invoice of a sale: before it is issued, or, by the admin, with the papers that this needs. The sale
 * must still be as it was seen. Writes an event of each order and one mail. Nothing happens when nothing differs.
 */
export async function mendBuyer(
  services: Pick<Services, 'db' | 'jobs' | 'now' | 'profile' | 'ksef' | 'invoiceSchema'>,
  { checkoutId, by, change }: { checkoutId: string; by: Changer; change: InvoiceBuyerChange },
): Promise<Result<null, BuyerRefusal | Busy>> {
  const mended = await transact<boolean, BuyerRefusal>(services.db, async (trx) => {
    await lockSale(trx, checkoutId)
    const sale = await findMendableSale(trx, checkoutId)
    const state = await readParcelState(trx, checkoutId)
    if (!sale || !state) return fail({ reason: 'order_not_found' })
    const { act } = change
    const typed = act === 'remove' ? ok({ company: null, person: null }) : parseBuyer(change, sale)
    if (!typed.ok) return typed
    const wanted = typed.value
    const before = toInvoiceBuyer(sale)
    const after = toInvoiceBuyer(wanted)
    // The same press again, whose answer was lost.
    if (before === null ? after === null : after !== null && planMend(before, after) === 'none') return ok(false)
    if (sale.version !== change.version) return fail({ reason: 'changed_meanwhile' })
    const { acts, note } = findBuyerActs(sale, by.actor)
    if (!acts.includes(act)) return fail({ reason: 'buyer_not_mendable', sentence: note ?? NOT_NOW })
    const own = wanted.company && findOwnNip(wanted.company, services.profile.sellerNip)
    if (own) return fail({ reason: 'invalid_buyer', fields: own })
    const wrongAct = checkNip(act, sale.issuedBuyer, wanted)
    if (wrongAct) return fail(wrongAct)
    await storeInvoiceBuyer(trx, checkoutId, wanted)
    if (act === 'remove' && sale.isSold) await queueReceipt(trx, checkoutId)
    const line = { field: 'invoice', before: describeBuyer(sale), after: describeBuyer(wanted) } as const
    await recordChange(trx, state, by, {
      order: null,
      lines: [line],
      dueGrosze: null,
      refundedGrosze: null,
      droppedNumber: null,
    })
    if (by.actor === 'admin') {
      const { actorId: userId } = by
      await recordAudit(trx, { userId, action: 'order.buyer_mended', subjectId: state.first.id, details: { act } })
    }
    return ok(true)
  })
  if (!mended.ok) return mended
  // Where the shop is busy now, the job issues the papers within a minute.
  if (mended.value) await issueInvoice(services, checkoutId)
  return ok(null)
}
