import { type Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '#domain/database.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import type { MemoryProvider } from './memory-provider.ts'
import { TOTAL_GROSZE } from './stored-payment.ts'

export type DaySums = { sold: number; undone: number; returned: number }
export type Journal = Map<string, DaySums>

const connections = new WeakMap<Kysely<Database>, Promise<Kysely<Database>>>()

/** Another connection to the same database: a changed session_replication_role makes one plan all its statements anew. */
async function connectAgain(db: Kysely<Database>): Promise<Kysely<Database>> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = inject('testDatabaseUrl').replace(/NAME$/, rows[0]?.name ?? '')
  // Cut when the database is dropped.
  return connectDatabase(url, { max: 1, onIdleError: () => undefined }).db
}

/** The rows of an order with the time of a movement of money: new ones get the simulated time. */
export async function dateRows(db: Kysely<Database>, checkoutId: string, moment: Date): Promise<void> {
  const connection = connections.get(db) ?? connectAgain(db)
  connections.set(db, connection)
  await (await connection).transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    const late = sql.lit('2022-01-01')
    const paid = sql`payments.order_id in (select id from orders where checkout_id = ${checkoutId})`
    await sql`
      with the_orders as (update orders set created_at = ${moment} where checkout_id = ${checkoutId} and created_at > ${late}),
      the_checkout as (update checkouts set created_at = ${moment} where id = ${checkoutId} and created_at > ${late}),
      the_events as (update order_events set created_at = ${moment} from orders where orders.id = order_id
        and checkout_id = ${checkoutId} and order_events.created_at > ${late}),
      the_changes as (update order_changes set created_at = ${moment} where checkout_id = ${checkoutId}
        and created_at > ${late}),
      the_amendments as (update order_amendments set created_at = ${moment} from orders where orders.id = order_id
        and checkout_id = ${checkoutId} and order_amendments.created_at > ${late}),
      the_transfers as (update transfers set created_at = ${moment} from orders where orders.id = order_id
        and checkout_id = ${checkoutId} and transfers.created_at > ${late}),
      the_refunds as (update refunds set
        created_at = case when refunds.created_at > ${late} then ${moment}::timestamptz else refunds.created_at end,
        succeeded_at = case when succeeded_at > ${late} then ${moment}::timestamptz else succeeded_at end,
        failed_at = case when failed_at > ${late} then ${moment}::timestamptz else failed_at end
        from payments where payments.id = payment_id and ${paid})
      update payments set paid_at = ${moment} where ${paid} and paid_at > ${late}`.execute(trx)
  })
}

/** The movements of a checkout by day, as the shop reads them. */
export async function readJournal(db: Kysely<Database>, checkoutId: string): Promise<Journal> {
  const { rows } = await sql<DaySums & { day: string }>`
    select to_char(moment at time zone 'Europe/Warsaw', 'YYYY-MM-DD') as day,
      coalesce(sum(grosze) filter (where kind = 'sold'), 0)::int as sold,
      coalesce(sum(grosze) filter (where kind = 'undone'), 0)::int as undone,
      coalesce(sum(grosze) filter (where kind = 'returned'), 0)::int as returned
    from money_movements where order_id = any(array(select id from orders where checkout_id = ${checkoutId}))
    group by 1 order by 1`.execute(db)
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

/** The expected money: the provider's ledger, and the money collected on delivery. */
export function openBooks(memory: MemoryProvider, today: () => Day) {
  const books: Journal = new Map()
  const book = (kind: keyof DaySums, grosze: number) => {
    if (grosze === 0) return
    const day = today()
    const sums = books.get(day) ?? { sold: 0, undone: 0, returned: 0 }
    books.set(day, { ...sums, [kind]: sums[kind] + grosze })
  }

  /** The money at the provider, only of this checkout, because each has its own session. */
  const sessionIds: string[] = []
  const disputes: { id: string; lost: boolean; over: boolean }[] = []
  const told = { paid: 0, refunded: 0, lost: 0 }
  /** What each order on delivery is worth, and whether its money is still to come, was collected, or will not come. */
  const till = new Map<string, { worth: number; state: 'due' | 'collected' | 'kept' | 'gone'; delivered: boolean }>()

  /** The change of the provider's ledger since it was last read, grosze. */
  function readLedger(): void {
    const money = sessionIds.flatMap((id) => memory.sessions.get(id) ?? []).filter(({ paid }) => paid)
    const ids = new Set(money.map(({ providerPaymentId }) => providerPaymentId))
    const refunded = [...memory.refunds.values()]
      .filter(({ providerPaymentId, status }) => ids.has(providerPaymentId) && status === 'succeeded')
      .reduce((sum, { amountGrosze }) => sum + amountGrosze, 0)
    const paid = money.reduce((sum, { amountGrosze }) => sum + amountGrosze, 0)
    const lost = disputes.filter((each) => each.lost).length * TOTAL_GROSZE
    book('sold', paid - told.paid)
    book('returned', refunded - told.refunded + lost - told.lost)
    Object.assign(told, { paid, refunded, lost })
  }

  return { books, book, sessionIds, disputes, till, readLedger }
}
export type Books = ReturnType<typeof openBooks>
