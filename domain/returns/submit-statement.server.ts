import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest } from '#domain/kernel/idempotency/idempotent.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { amendStatement, findLinkedToAmend, findTypedToAmend } from './amend-statement-store.server.ts'
import { readLinkedRefund } from './linked-case-queries.server.ts'
import { placeItems } from './place-items.server.ts'
import type { CaseKind, Demand } from './return-case.ts'
import { findBuyerOfCase, findSubmitted, listNumbersOf } from './return-case-queries.server.ts'
import { insertCase, insertPictures, storeMatch } from './return-case-store.server.ts'
import { type DeclaredItem, labelOrders, type StatementReceipt } from './statement.ts'

/** What every statement says, of a known buyer or a stranger. */
type Declared = { items?: DeclaredItem[]; reason: string; demand?: Demand; pictures?: string[] }
type Typed = Declared & { name: string; order_number: string; email: string; items_note: string }

type SubmitServices = LimitServices & Pick<Services, 'jobs'>
type Call = { kind: CaseKind; key: string; clientAddress: string }
type Refusal = TooManyAttempts | { reason: 'sent_picture_unavailable' }

/**
 * Stores a statement that anybody may make. The statement has effect from now: a job looks for its
 * order afterwards and confirms it by mail, so that neither the answer nor its time tells whether there is such an
 * order. The same statement under the same key is stored once. A withdrawal of the same pieces, and a statement beyond
 * five a day about one order, is added to the last one and answered with its number.
 */
export async function submitStatement(
  services: SubmitServices,
  { items, items_note, ...typed }: Typed,
  { kind, key, clientAddress }: Call,
): Promise<Result<StatementReceipt, Refusal | Busy>> {
  const submissionKey = hashRequest([kind, key, items, items_note, typed])
  const known = await findSubmitted(services.db, submissionKey)
  if (known) return ok(toReceipt(known))
  const who = { account: null, clientAddress }
  const counted = await limitAttempts(services, 'statement', who)
  if (!counted.ok) return counted
  // Beyond this limit the statement is still stored; without its order no mail is written.
  const mayMail = (await limitAttempts(services, 'statement_mail', who)).ok
  return transact<StatementReceipt, Refusal>(services.db, async (trx) => {
    const { pictures = [], reason, ...declared } = typed
    const stated = { kind, items: items ?? null, itemsNote: items_note || null, reason, pictures }
    const { order_number: orderNumber, email } = typed
    const earlier = await findTypedToAmend(trx, { ...stated, orderNumber, email, now: services.now() })
    if (earlier) {
      const repeated = await findSubmitted(trx, submissionKey)
      if (!repeated) await amendStatement(trx, earlier, { ...stated, submissionKey })
      return ok(toReceipt(repeated ?? earlier))
    }
    const stored = await insertCase(trx, {
      ...declared,
      kind,
      submission_key: submissionKey,
      received_at: services.now(),
      declared_items: items ?? null,
      items_note: items_note || null,
      reason: reason || null,
      demand: typed.demand ?? null,
      match: null,
      checkout_id: null,
    })
    if (!stored) return answerFirst(trx, submissionKey)
    for (const imageKey of pictures) {
      if (!(await holdPicture(trx, imageKey))) return fail({ reason: 'sent_picture_unavailable' })
    }
    await insertPictures(trx, stored.id, pictures)
    await services.jobs.enqueue(trx, 'match-statement', { caseId: stored.id, mayMail })
    return ok(toReceipt(stored))
  })
}

/** Stores a statement made by the signed link of an order: it comes from the buyer, and its pieces are chosen. */
export async function submitLinkedStatement(
  services: Pick<Services, 'db' | 'now' | 'adminEmail'>,
  { items = [], reason, demand, pictures = [] }: Declared,
  { kind, key, checkoutId }: { kind: CaseKind; key: string; checkoutId: string },
): Promise<Result<StatementReceipt, { reason: 'order_link_invalid' | 'sent_picture_unavailable' } | Busy>> {
  const submissionKey = hashRequest([kind, key, checkoutId, items, reason, demand, pictures])
  const submitted = await transact<StatementReceipt, { reason: 'order_link_invalid' | 'sent_picture_unavailable' }>(
    services.db,
    async (trx) => {
      const buyer = await findBuyerOfCase(trx, checkoutId)
      if (!buyer) return fail({ reason: 'order_link_invalid' })
      const labelOrdersOf = async (declared: DeclaredItem[]) =>
        labelOrders(await listNumbersOf(trx, checkoutId, declared)) || buyer.number
      const stated = { kind, items, itemsNote: null, reason, pictures }
      const earlier = await findLinkedToAmend(trx, { ...stated, checkoutId, now: services.now() })
      if (earlier) {
        const repeated = await findSubmitted(trx, submissionKey)
        if (repeated) return ok(toReceipt(repeated))
        await amendStatement(trx, earlier, { ...stated, submissionKey })
        if (earlier.hasNewPieces) {
          const { declared_items } = await trx
            .selectFrom('return_cases')
            .select('declared_items')
            .where('id', '=', earlier.id)
            .executeTakeFirstOrThrow()
          await placeItems(trx, earlier.id, { kind, declared: declared_items, orderId: null, checkoutId })
          await trx
            .updateTable('return_cases')
            .set({ order_number: await labelOrdersOf(declared_items ?? []) })
            .where('id', '=', earlier.id)
            .execute()
        }
        return ok(toReceipt(earlier))
      }
      const stored = await insertCase(trx, {
        kind,
        submission_key: submissionKey,
        received_at: services.now(),
        name: `${buyer.first_name} ${buyer.last_name}`,
        order_number: await labelOrdersOf(items),
        email: buyer.email,
        declared_items: items,
        items_note: null,
        reason: reason || null,
        demand: demand ?? null,
        match: null,
        checkout_id: null,
      })
      if (!stored) return answerFirst(trx, submissionKey)
      for (const imageKey of pictures) {
        if (!(await holdPicture(trx, imageKey))) return fail({ reason: 'sent_picture_unavailable' })
      }
      await insertPictures(trx, stored.id, pictures)
      await storeMatch(trx, stored.id, { match: 'signed', checkoutId })
      await placeItems(trx, stored.id, { kind, declared: items, orderId: null, checkoutId })
      const ids = { caseId: stored.id }
      await queueMail(trx, { key: `case-received:${stored.id}`, to: buyer.email, template: 'case-received', ids })
      await queueMail(trx, { key: `case-opened:${stored.id}`, to: services.adminEmail, template: 'case-opened', ids })
      return ok(toReceipt(stored))
    },
  )
  if (!submitted.ok || kind !== 'withdrawal') return submitted
  const refund = await readLinkedRefund(services.db, { checkoutId, number: submitted.value.number })
  return ok({ ...submitted.value, refund })
}

/** The answer of the first call under the same key. */
async function answerFirst(db: Services['db'], submissionKey: string) {
  const first = await findSubmitted(db, submissionKey)
  if (!first) throw new Error('a statement vanished while it was repeated')
  return ok(toReceipt(first))
}

const toReceipt = ({ number, received_at }: { number: string; received_at: Date }): StatementReceipt => ({
  number,
  received_at: received_at.toISOString(),
})
