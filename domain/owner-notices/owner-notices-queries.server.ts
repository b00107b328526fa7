import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { PushSubscriptionKeys } from '#domain/owner-notices/push/push-device.ts'
import { NOTICE_KINDS, type NoticeKind, type NoticeSettings } from './owner-notices.ts'

export function readNoticeSettings(db: Kysely<Database>): Promise<NoticeSettings> {
  return db
    .selectFrom('owner_notice_settings')
    .select(NOTICE_KINDS.flatMap((kind) => [`${kind}_mail`, `${kind}_push`] as const))
    .select(['low_stock', 'quiet_from', 'quiet_to', rowVersion('updated_at').as('version')])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
}

/** A notice with the present data of its subject. */
export type NoticeFacts = {
  kind: NoticeKind
  created_at: Date
  /** Number of the order, or name of the product or of the message's author. */
  name: string
  /** The order or product to open; null for messages. */
  target_id: string | null
  amount_grosze: number | null
  /** Pieces that are left, or orders of the checkout. */
  count: number | null
  /**
   * Why a refund failed, until when a dispute has to be answered (a day in Warsaw), what is wrong with money that matches
   * no payment, or the message.
   */
  text: string | null
  email: string | null
}

/** The notices of one mail, oldest first. Those whose subject is gone are left out. */
export function listMailedNotices(db: Kysely<Database>, batch: string): Promise<NoticeFacts[]> {
  return listBatch(db, 'mail_batch', batch)
}

/** The notices of one message to the devices. */
export function listPushedNotices(db: Kysely<Database>, batch: string): Promise<NoticeFacts[]> {
  return listBatch(db, 'push_batch', batch)
}

const STRAY_PAYMENT =
  'U operatora płatności są pieniądze, których sklep nie umie przypisać do zamówienia. Sprawdź je w Przeglądzie.'

async function listBatch(
  db: Kysely<Database>,
  column: 'mail_batch' | 'push_batch',
  batch: string,
): Promise<NoticeFacts[]> {
  const { rows } = await sql<NoticeFacts>`
    select notice.kind, notice.created_at, facts.* from owner_notices as notice cross join lateral (
      select min(number) as name, min(orders.id::text) as target_id, sum(total_grosze)::int as amount_grosze,
        count(*)::int as count, null as text, null as email
      from orders where notice.kind = 'order' and orders.checkout_id = notice.subject_id having count(*) > 0
      union all
      select number, id::text, total_grosze::int, null, null, null
      from orders where notice.kind = 'cancelled' and orders.id = notice.subject_id
      union all
      select number, orders.id::text, payments.amount_grosze::int, null, null, null
      from payments join orders on orders.id = payments.order_id where notice.kind = 'payment' and payments.id = notice.subject_id
      union all
      select coalesce(number, ''), orders.id::text, stray_payments.amount_grosze::int, null, ${STRAY_PAYMENT}, null
      from stray_payments left join payments on payments.id = stray_payments.payment_id
      left join orders on orders.id = payments.order_id
      where notice.kind = 'payment' and stray_payments.id = notice.subject_id
      union all
      select number, orders.id::text, refunds.amount_grosze::int, null, refunds.failure, null
      from refunds join payments on payments.id = refunds.payment_id join orders on orders.id = payments.order_id
      where notice.kind = 'refund' and refunds.id = notice.subject_id
      union all
      select number, orders.id::text, disputes.amount_grosze::int, null,
        to_char(disputes.respond_by at time zone 'Europe/Warsaw', 'YYYY-MM-DD'), null
      from disputes join payments on payments.id = disputes.payment_id join orders on orders.id = payments.order_id
      where notice.kind = 'dispute' and disputes.id = notice.subject_id
      union all
      select name, products.id::text, null, stock_quantity, null, null
      from products where notice.kind = 'stock' and products.id = notice.subject_id
      union all
      select name, contact_messages.id::text, null, null, message, email
      from contact_messages where notice.kind = 'message' and contact_messages.id = notice.subject_id
    ) as facts where notice.${sql.ref(column)} = ${batch} order by notice.id`.execute(db)
  return rows
}

/** The devices with notices switched on, the newest first. */
export async function listPushDevices(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('push_devices')
    .select(['id', 'name', 'endpoint', 'created_at', 'last_success_at', 'failed_at'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  }))
}
export type PushDevice = Awaited<ReturnType<typeof listPushDevices>>[number]

/** The address and keys of one device. */
export function findSubscription(db: Kysely<Database>, id: string): Promise<PushSubscriptionKeys | undefined> {
  return db.selectFrom('push_devices').select(['endpoint', 'p256dh', 'auth']).where('id', '=', id).executeTakeFirst()
}
