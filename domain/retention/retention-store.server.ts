import { type Kysely, sql } from 'kysely'
import { ALERT_DAYS, CONFIRM_DAYS } from '#domain/alerts/alert.ts'
import type { Database } from '#domain/database.ts'
import { CONFIRMATION_DAYS, PROOF_DAYS } from '#domain/newsletter/subscriber.ts'
import { FACT_COLUMNS, FACT_NAMES } from '#domain/orders/order-facts.ts'

/** The last use of a row of each table; null while it is still in use. */
const LAST_USE = {
  sessions: sql`expires_at`,
  verifications: sql`expires_at`,
  account_links: sql`expires_at`,
  login_tickets: sql`expires_at`,
  held_orders: sql`expires_at`,
  prepared_orders: sql`ended_at`,
  rate_limits: sql`window_start`,
  mail_outbox: sql`coalesce(sent_at, failed_at)`,
  idempotency_keys: sql`created_at`,
  contact_messages: sql`created_at`,
  product_alerts: sql`case when confirmed_at is null then asked_at - make_interval(days => ${ALERT_DAYS - CONFIRM_DAYS})
    else coalesce(due_at, confirmed_at) end`,
  webhook_events: sql`processed_at`,
  runs: sql`finished_at`,
  owner_notices: sql`created_at`,
  device_pushes: sql`created_at`,
  backups: sql`finished_at`,
  failures: sql`last_at`,
  book_comparisons: sql`compared_at`,
  audit_events: sql`created_at`,
  return_cases: sql`received_at`,
  receipts: sql`coalesce(printed_at, created_at)`,
  consents: sql`given_at`,
  subscribers: sql`case when confirmed_at is null
    then asked_at - make_interval(days => ${PROOF_DAYS - CONFIRMATION_DAYS}) else ended_at end`,
  // Codes of the owner stay, and codes that an order has.
  codes: sql`case when sample_checkout_id is not null and not exists (
    select from orders where orders.discount_code = codes.code) then valid_to end`,
} as const
export type PurgedTable = keyof typeof LAST_USE

/** The rows of one statement, few enough to keep its locks short. */
const BATCH_ROWS = 1000

/** Deletes rows last used before `moment` in batches. Skips locked rows until the next run. */
export async function deleteUnusedSince(db: Kysely<Database>, table: PurgedTable, moment: Date): Promise<void> {
  let deleted: bigint
  do {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${LAST_USE[table]} < ${moment}
        limit ${BATCH_ROWS} for update skip locked
      ))`.execute(db)
    deleted = numAffectedRows
  } while (deleted === BigInt(BATCH_ROWS))
}

/** Mails that nobody needs after days: their links work no longer, or an account is new no longer. */
const PASSING_MAILS = [
  'welcome',
  'email-verification',
  'newsletter-confirmation',
  'alert-confirmation',
  'held-order',
  'password-changed',
  'account-deleted',
]

/**
 * Deletes such mails that wait since before `moment`. Where a stranger caused thousands of them, the limit of first mails
 * lets a few go each hour; the others must not go for months.
 */
export async function deletePassingMailsBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where('template', 'in', PASSING_MAILS)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<', moment)
    .execute()
}

/** Removes the networks of orders placed, and of mails written, before `moment`. */
export async function forgetNetworksBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ client_network: null })
    .where('client_network', 'is not', null)
    .where('created_at', '<', moment)
    .execute()
  await db
    .updateTable('mail_outbox')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('created_at', '<', moment)
    .execute()
}

/**
 * Deletes notes about buyers who have no order left, and takes the addresses of such people off codes that ended before
 * `moment`, and switches them off: without an address they must not become everybody's.
 */
export async function forgetBuyers(db: Kysely<Database>, moment: Date): Promise<void> {
  await sql`
    delete from buyers where not exists (select from orders where orders.email = buyers.email)`.execute(db)
  await sql`
    update codes set email = '', active = false where email <> '' and valid_to < ${moment}::timestamptz at time zone 'Europe/Warsaw'
      and not exists (select from orders where orders.email = codes.email)
      and not exists (select from users where users.email = codes.email)`.execute(db)
}

/** Deletes closed months, whose documents name buyers, from before the month of `moment`. */
export async function deleteMonthsBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  const first = moment.toISOString().slice(0, 7)
  for (const table of ['month_amendments', 'closed_documents', 'closed_months'] as const)
    await db.deleteFrom(table).where('month', '<', first).execute()
}

const FACTS = sql.join(FACT_COLUMNS.map((column) => sql.ref(column)))
const WITHOUT_FACTS = sql.join(FACT_NAMES.map((name) => sql`${sql.ref(name)} = null`))

/** Orders whose personal data the shop has no reason to keep. */
const EXPENDABLE = {
  /** Unpaid and no longer payable. */
  unpaid: sql`payment = 'prepaid' and status = 'cancelled'
    and not exists (select from payments where payments.order_id = orders.id and paid_at is not null)`,
  any: sql`true`,
} as const

/**
 * Removes the buyer, the destination, the contact data, the contract and the invoices from orders placed before
 * `moment`, in batches.
 * Items, sums and events stay. Skips locked orders until the next run.
 */
export async function anonymiseOrdersBefore(
  db: Kysely<Database>,
  which: keyof typeof EXPENDABLE,
  moment: Date,
): Promise<void> {
  let anonymised: bigint
  do {
    const { numAffectedRows = 0n } = await sql`
      with batch as (
        select id from orders where anonymised_at is null and created_at < ${moment} and ${EXPENDABLE[which]}
        limit ${BATCH_ROWS} for update skip locked
      ), parcels as (
        update shipments set receiver_name = '', receiver_phone = '', receiver_email = '', tracking_number = null,
          label_url = null, parcel_locker_id = null, parcel_locker_name = null
        from batch where shipments.order_id = batch.id
      ), carried as (
        update carrier_shipments set destination = null, problem = null,
          tracking_number = case when tracking_number is not null then '' end
        from orders, batch where orders.id = batch.id and carrier_shipments.checkout_id = orders.checkout_id
      ), agreed as (
        delete from contracts using orders, batch where orders.id = batch.id
          and contracts.checkout_id = orders.checkout_id
      ), changed as (
        delete from order_changes using orders, batch where orders.id = batch.id
          and order_changes.checkout_id = orders.checkout_id
      ), invoiced as (
        update checkouts set ${WITHOUT_FACTS}, invoice_person = null from orders, batch where orders.id = batch.id
          and checkouts.id = orders.checkout_id and num_nonnulls(${FACTS}, invoice_person) > 0
      ), filed as (
        delete from ksef_invoices using invoices, orders, batch where orders.id = batch.id
          and invoices.checkout_id = orders.checkout_id and ksef_invoices.invoice_id = invoices.id
      ), papers as (
        delete from invoices using orders, batch where orders.id = batch.id
          and invoices.checkout_id = orders.checkout_id
      ), unissued as (
        delete from invoice_problems using orders, batch where orders.id = batch.id
          and invoice_problems.checkout_id = orders.checkout_id
      ), given as (
        update codes set email = '' from orders, batch where orders.id = batch.id
          and codes.sample_checkout_id = orders.checkout_id
      ), noted as (
        delete from order_notes using batch where order_notes.order_id = batch.id
      )
      update orders set anonymised_at = now(), email = '', first_name = '', last_name = '', phone = '',
        receiver_email = case when receiver_email is not null then '' end,
        street = case when street is not null then '' end,
        house_number = case when house_number is not null then '' end,
        city = case when city is not null then '' end,
        postal_code = case when postal_code is not null then '' end,
        parcel_locker_id = case when parcel_locker_id is not null then '' end,
        parcel_locker_name = null, parcel_locker_address = null
      from batch where orders.id = batch.id`.execute(db)
    anonymised = numAffectedRows
  } while (anonymised === BigInt(BATCH_ROWS))
}

/**
 * Forgets the addresses and names of guests who came before `moment` and have no order with personal data. Guests without
 * any order are deleted.
 */
export async function forgetGuestsBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  await sql`
    with forgotten as (
      delete from guests where created_at < ${moment} and not exists (
        select from orders where orders.user_id = guests.user_id and orders.anonymised_at is null)
      returning user_id
    ), nameless as (
      update users set first_name = null, last_name = null from forgotten where users.id = forgotten.user_id
        and exists (select from checkouts where checkouts.user_id = users.id)
    )
    delete from users using forgotten where users.id = forgotten.user_id
      and not exists (select from checkouts where checkouts.user_id = users.id)`.execute(db)
}
