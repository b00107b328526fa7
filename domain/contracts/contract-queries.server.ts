import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { normalizeEmail } from '#domain/kernel/mail.ts'

/** The stored contract of a checkout, with its first order. */
export function findContract(db: Kysely<Database>, checkoutId: string) {
  return db
    .selectFrom('contracts')
    .select([
      'pdf',
      sql<string>`(select id from orders where orders.checkout_id = contracts.checkout_id order by id limit 1)`.as(
        'firstOrderId',
      ),
    ])
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst()
}

/** The terms that a checkout was placed under. Undefined: the checkout is older than the archive of terms. */
export function findAcceptedTerms(db: Kysely<Database>, checkoutId: string) {
  return db
    .selectFrom('checkouts')
    .innerJoin('terms_versions', 'terms_versions.version', 'checkouts.terms_version')
    .select(['version', 'full_text'])
    .where('checkouts.id', '=', checkoutId)
    .executeTakeFirst()
}

/** The checkout of an order whose buyer is known: of this customer, or of anybody (null). */
export async function findCheckoutOfOrders(
  db: Kysely<Database>,
  orderId: string,
  userId: string | null,
): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderId)
    .where('anonymised_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .executeTakeFirst()
  return order?.checkout_id
}

/** Whether the buyer's address of this checkout is this one. */
export async function isOrderedBy(db: Kysely<Database>, checkoutId: string, email: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where('anonymised_at', 'is', null)
    .where(sql`lower(email)`, '=', normalizeEmail(email))
    .executeTakeFirst()
  return order !== undefined
}

/** Checkouts whose confirmation was sent without a contract since the shop began to store contracts, up to `most`. */
export async function countMissingContracts(db: Kysely<Database>, most: number): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from (
      select from mail_outbox
      join checkouts on checkouts.id = coalesce(
        (data ->> 'checkoutId')::uuid, (select checkout_id from orders where orders.id = (data ->> 'orderId')::uuid))
      where template in ('order-confirmation', 'payment-received') and sent_at is not null
        and checkouts.created_at > (select min(published_at) from terms_versions)
        and not exists (select from contracts where contracts.checkout_id = checkouts.id)
        and not exists (select from orders where orders.checkout_id = checkouts.id and anonymised_at is not null)
      limit ${most}
    ) as sent`.execute(db)
  return rows[0]?.missing ?? 0
}
