import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { describeAudit } from './audit-sentences.ts'

/** Entries older than `before`, newest first. `noun`: only about this noun. */
export async function listAuditEvents(
  db: Kysely<Database>,
  { before = null, noun = null }: { before?: string | null; noun?: string | null },
) {
  const rows = await db
    .selectFrom('audit_events')
    .select(['id', 'action', 'subject_id', 'details', 'created_at'])
    .select(({ selectFrom, fn }) =>
      // An entry of a person who was removed says the address itself.
      fn
        .coalesce(
          sql<string | null>`details ->> 'person'`,
          selectFrom('users')
            .select('email')
            .whereRef('users.id', '=', 'user_id')
            .where('role', 'not in', ['customer', 'admin']),
        )
        .as('person'),
    )
    .$if(before !== null, (query) => query.where(sql<boolean>`audit_events.id < ${before}`))
    .$if(noun !== null, (query) => query.where(sql<boolean>`split_part(action, '.', 1) = ${noun}`))
    .orderBy('id', 'desc')
    .limit(PAGE_SIZES.auditEntries + 1)
    .execute()
  const shown = rows.slice(0, PAGE_SIZES.auditEntries)
  const names = await findNames(
    db,
    shown.flatMap(({ subject_id }) => (subject_id !== null && isUuid(subject_id) ? subject_id : [])),
  )
  return {
    items: shown.map(({ id, action, subject_id, details, person, created_at }) => ({
      id: String(id),
      action,
      noun: action.split('.', 1)[0] ?? action,
      sentence: describeAudit({ action, details, name: names.get(subject_id ?? '') ?? null }),
      person,
      subject_id,
      created_at: created_at.toISOString(),
    })),
    /** The value of `before` for older entries; null at the end. */
    next: rows.length > PAGE_SIZES.auditEntries ? String(shown.at(-1)?.id) : null,
  }
}
export type AuditPage = Awaited<ReturnType<typeof listAuditEvents>>

const NO_VOLUME = sql<number | null>`null::integer`.as('volume_ml')

/** Present names of products, with their size, and of brands, and numbers of orders and parcels. */
async function findNames(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const named = await db
    .selectFrom('products')
    .select(['id', 'name', 'volume_ml'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('brands').select(['id', 'name', NO_VOLUME]).where('id', 'in', ids))
    .unionAll(db.selectFrom('orders').select(['id', 'number as name', NO_VOLUME]).where('id', 'in', ids))
    .unionAll(
      db
        .selectFrom('shipments')
        .innerJoin('orders', 'orders.id', 'shipments.order_id')
        .select(['shipments.id', 'orders.number as name', NO_VOLUME])
        .where('shipments.id', 'in', ids),
    )
    .execute()
  return new Map(named.map(({ id, ...subject }) => [id, nameWithVolume(subject)]))
}
