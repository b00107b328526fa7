import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { FACT_NAMES } from '#domain/orders/order-facts.ts'
import { TRUSTED_MATCHES } from '#domain/returns/return-case.ts'

/**
 * One statement for each part of the copy. `$1` is the account's id. Column names are meant for readers of the copy.
 */
const PARTS = {
  account: `select email, email_verified, first_name, last_name, terms_version, terms_accepted_at, created_at
    from users where id = $1`,
  sign_in: `select provider_id as method, case provider_id when 'google' then account_id end as google_id, created_at
    from identities where user_id = $1 order by created_at`,
  sessions: `select created_at, expires_at, ip_address, user_agent from sessions where user_id = $1 order by created_at`,
  reviews: `select p.name as product, r.rating, r.comment, r.approved, r.answer,
      case when r.answer is not null then r.answered_at end as answered_at,
      array(select image_key from review_pictures where review_id = r.id order by position) as pictures, r.created_at, r.updated_at
    from reviews r join products p on p.id = r.product_id where r.user_id = $1 order by r.created_at`,
  orders: `select o.number, o.status, o.email, o.shipping_method, o.items_grosze, o.shipping_grosze, o.total_grosze,
      o.first_name, o.last_name, o.phone, o.receiver_email, o.street, o.house_number, o.postal_code, o.city,
      o.parcel_locker_id, o.parcel_locker_name, o.parcel_locker_address, o.gift_name, o.gift_pieces, o.discount_code, o.waived_grosze,
      o.created_at, ${FACT_NAMES.map((name) => `(select c.${name} from checkouts c where c.id = o.checkout_id) as ${name}`)},
      (select json_agg(json_build_object('product', i.product_name, 'brand', i.brand_name, 'facts', i.facts,
        'quantity', i.quantity, 'unit_price_grosze', i.unit_price_grosze, 'discount_grosze', i.discount_grosze) order by i.id) from order_items i where i.order_id = o.id) as items,
      (select json_agg(json_build_object('status', p.status, 'amount_grosze', p.amount_grosze, 'paid_at', p.paid_at,
        'paid_with', p.paid_with, 'refunded_at', p.refunded_at) order by p.attempt) from payments p where p.order_id = o.id) as payments,
      (select json_agg(json_build_object('amount_grosze', t.amount_grosze, 'created_at', t.created_at) order by t.created_at)
        from transfers t where t.order_id = o.id) as transfers,
      (select json_build_object('status', s.status, 'tracking_number', s.tracking_number, 'receiver_name', s.receiver_name,
        'receiver_phone', s.receiver_phone, 'receiver_email', s.receiver_email, 'created_at', s.created_at)
        from shipments s where s.order_id = o.id) as shipment,
      (select json_agg(json_build_object('note', n.note, 'created_at', n.created_at) order by n.created_at)
        from order_notes n where n.order_id = o.id) as notes
    from orders o where o.user_id = $1 order by o.created_at, o.id`,
  changes: `select (select min(o.number) from orders o where o.checkout_id = c.checkout_id
        and o.id = coalesce(c.order_id, o.id)) as number, c.lines, c.actor, c.created_at
    from order_changes c where c.checkout_id in (select checkout_id from orders where user_id = $1) order by c.created_at`,
  held_orders: `select request, total_grosze, expires_at, confirmed_at, cancelled_at, created_at
    from held_orders where user_id = $1 order by created_at`,
  prepared_orders: `select created_at, expires_at, ended_at, ended_as, email, code, place,
      (select json_agg(json_build_object('product', p.name, 'quantity', i -> 'quantity'))
        from jsonb_array_elements(items) as i join products p on p.id = (i ->> 'product_id')::uuid) as items
    from prepared_orders where checkout_id in (select id from checkouts where user_id = $1)
      or email = (select email from users where id = $1 and email_verified) order by created_at`,
  invoices: `select number, content ->> 'issued_on' as issued_on, content -> 'buyer' as buyer, gross_grosze
    from invoices where checkout_id in (select checkout_id from orders where user_id = $1) order by number`,
  returns: `select c.number, c.kind, c.received_at, c.name, c.email, c.items_note, c.reason, c.demand, c.account_number,
      c.arrived_at, c.settled_at, c.settled_grosze, c.decision, c.answer, c.answered_at,
      array(select image_key from return_pictures where case_id = c.id order by position) as pictures
    from return_cases c where c.match = any('{${TRUSTED_MATCHES.join()}}')
      and c.checkout_id in (select checkout_id from orders where user_id = $1) order by c.received_at`,
  alerts: `select p.name as product, a.kind, a.asked_at, a.confirmed_at
    from product_alerts a join products p on p.id = a.product_id
    where a.email = (select email from users where id = $1 and email_verified) order by a.asked_at`,
  notes: `select note, cash_on_delivery, updated_at from buyers
    where email = (select email from users where id = $1 and email_verified)`,
  codes: `select code, kind, value, least_grosze, valid_to, active from codes
    where email = (select email from users where id = $1 and email_verified) order by created_at`,
  messages: `select m.name, m.email, m.phone, m.message, m.created_at,
      (select json_agg(json_build_object('answer', a.answer, 'created_at', a.created_at) order by a.created_at)
        from contact_answers a where a.message_id = m.id) as answers
    from contact_messages m where m.email = (select email from users where id = $1 and email_verified)
    order by m.created_at`,
  newsletter: `select consent, asked_at, confirmed_at, ended_at from subscribers
    where email = (select email from users where id = $1 and email_verified)`,
  mails: `select template, recipient, created_at, sent_at from mail_outbox
    where recipient = (select email from users where id = $1 and email_verified) order by created_at`,
} as const

type Part = keyof typeof PARTS
export type AccountExport = Record<Part, unknown[]>

/**
 * Everything the shop stores about one account, read at one moment. It includes no password, token or key. Amounts are
 * in grosze, times in UTC.
 */
export function exportAccount(db: Kysely<Database>, userId: string): Promise<AccountExport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const copy: Partial<AccountExport> = {}
      for (const part of Object.keys(PARTS) as Part[]) {
        const texts = PARTS[part].split('$1').map((text) => sql.raw(text))
        copy[part] = (await sql<object>`${sql.join(texts, sql`${userId}`)}`.execute(trx)).rows
      }
      return copy as AccountExport
    })
}
