import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type Allocation, toAllocationColumns } from '#domain/kernel/amounts/allocation.ts'
import { insertEvents } from '#domain/kernel/database/status-store.server.ts'
import { isDisputeStatusOver } from '#domain/payments/dispute.ts'

type DisputeState = {
  /** What a lost dispute takes off the sale; null: it is not lost. */
  allocation: Allocation | null
  disputeId: string
  status: string
  amountGrosze: number
  respondBy: Date | null
  closedAt: Date | null
}

/**
 * Stores the present state of a dispute of a locked payment and writes the order event. False when nothing is new, the
 * dispute is already closed, or a later state of it is known. The bank may give back the money of a lost one.
 */
export async function storeDispute(
  trx: Transaction<Database>,
  { id, orderId }: { id: string; orderId: string },
  { disputeId, status, amountGrosze, respondBy, closedAt, allocation }: DisputeState,
): Promise<boolean> {
  const before = await trx
    .selectFrom('disputes')
    .select('status')
    .where('provider_dispute_id', '=', disputeId)
    .executeTakeFirst()
  if (before && isDisputeStatusOver(before.status, status)) return false
  const { cause, lines } = allocation ? toAllocationColumns(allocation) : { cause: null, lines: null }
  const { rows } = await sql`
    insert into disputes (payment_id, provider_dispute_id, status, amount_grosze, respond_by, closed_at, cause, lines)
    values (${id}, ${disputeId}, ${status}, ${amountGrosze}, ${respondBy}, ${closedAt}, ${cause}, ${lines}::jsonb)
    on conflict (provider_dispute_id) do update
      set status = excluded.status, amount_grosze = excluded.amount_grosze, closed_at = excluded.closed_at,
        respond_by = coalesce(excluded.respond_by, disputes.respond_by), cause = excluded.cause, lines = excluded.lines
      where disputes.closed_at is null and disputes.status <> excluded.status
    returning id`.execute(trx)
  if (rows.length === 0 && !(await winBack(trx, { disputeId, status, closedAt }))) return false
  const event = { orderId, subject: 'dispute', from: before?.status ?? null, to: status, reason: null } as const
  await insertEvents(trx, { ...event, actor: 'provider' })
  return true
}

/** False unless a lost dispute is won. */
async function winBack(
  trx: Transaction<Database>,
  { disputeId, status, closedAt }: Pick<DisputeState, 'disputeId' | 'status' | 'closedAt'>,
): Promise<boolean> {
  if (status !== 'won') return false
  const { numUpdatedRows } = await trx
    .updateTable('disputes')
    .set({ status, won_back_at: closedAt })
    .where('provider_dispute_id', '=', disputeId)
    .where('status', '=', 'lost')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
