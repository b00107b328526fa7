import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { HELD_ORDER_LIFETIME_MS } from '#domain/kernel/link-tokens.ts'
import { LONGEST_RETRY_S, type MailFailure, TRIED_HOURS } from '#domain/kernel/mail.ts'
import { countLetters, LETTERS_SITE_FACTOR, siteOf } from './letter-limits-queries.server.ts'

/** A mail claimed for one attempt. The end of the lease identifies the claim, since later claims end later. */
export type ClaimedMail = {
  id: string
  template: string
  recipient: string
  data: unknown
  created_at: Date
  claimed_until: Date
}

type ClaimOptions = { most: number; leaseMs: number; limitFactor: number }

/** For each mail that may be claimed, this many due mails are examined. */
const LOOKED_AT = 4

/**
 * Anybody causes it as often as wanted, by ordering with another person's address, so that every address has a limit.
 * Beyond it the mail goes no more once its link has expired.
 */
const CONFIRMATION = 'held-order'

/** Never held: their links expire after half an hour, and a stricter limit counts the requests for them. */
const UNHELD = ['password-reset', 'login-link']

/**
 * Claims due mails for one attempt each, `most` at once: first those that somebody is waiting for, then the earliest.
 * Those beyond a limit are put off until its hour is over, or dropped where they are of no more use by then. `held` is
 * the number of those put off, because others may be due behind them. Processes claim one after another, so that two
 * cannot exceed the limit of an address together.
 */
export function claimMails(
  db: Kysely<Database>,
  { most, leaseMs, limitFactor }: ClaimOptions,
): Promise<{ mails: ClaimedMail[]; held: number }> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('mail_outbox', 0))`.execute(trx)
    const { rows } = await sql<ClaimedMail & { held: boolean }>`
      with due as materialized (
        select id, template, recipient, priority, next_attempt_at, created_at, network from mail_outbox
        where sent_at is null and failed_at is null and next_attempt_at <= now()
          and (claimed_until is null or claimed_until < now())
        order by priority, next_attempt_at, created_at, id limit ${most * LOOKED_AT}
      ), ${judgeByLimits(limitFactor)}, claimed as (
        update mail_outbox set claimed_until = lease.ends_at, next_attempt_at = lease.ends_at,
          network = case when turn.is_stranger then network end
        from (select ${endOfLease(leaseMs)} as ends_at) as lease,
          (select id, is_stranger from judged where not held order by priority, next_attempt_at, created_at, id limit ${most}) as turn
        where mail_outbox.id = turn.id
        returning mail_outbox.id, mail_outbox.template, mail_outbox.recipient, data, mail_outbox.created_at, claimed_until
      ), put_off as (
        update mail_outbox set next_attempt_at = judged.next_at
        from judged where judged.held and not judged.is_over and mail_outbox.id = judged.id
        returning mail_outbox.id, mail_outbox.template, mail_outbox.recipient, data, mail_outbox.created_at, claimed_until
      ), dropped as (
        delete from mail_outbox using judged where judged.held and judged.is_over and mail_outbox.id = judged.id
      )
      select *, false as held from claimed union all select *, true from put_off`.execute(trx)
    return { mails: rows.filter((row) => !row.held), held: rows.filter((row) => row.held).length }
  })
}

/**
 * The limits of `due` mails: `judged` says which are held, and until when. Held are mails to an unproven address beyond
 * its limit per hour, mails to any address that ask to confirm an order beyond the same limit, and first mails to
 * addresses beyond the limits of the requesting network, its /48 and all together. Beyond the last limit only the first
 * such mail of each network leaves.
 */
function judgeByLimits(limitFactor: number): RawBuilder<unknown> {
  return sql`
    addresses as materialized (
      select recipient, past.sent + under_way.mails as mails, past.confirmations + under_way.confirmations as confirmations,
        mails_per_hour * ${limitFactor}::int as per_hour,
        coalesce(past.first_at + interval '1 hour', now() + interval '1 minute') as next_at,
        case when not exists (
          select from users where users.email = recipient and (users.role = 'admin' or users.email_verified
            or exists (select from orders join shipments on shipments.order_id = orders.id
              where orders.user_id = users.id and shipments.status = 'delivered'))
        ) then mails_per_hour * ${limitFactor}::int end as most,
        (select min(sent_at) from mail_outbox as earlier where earlier.recipient = addressed.recipient
          and sent_at is not null) is null as is_new
      from (select distinct recipient from due) as addressed cross join unproven_account_limits
      cross join lateral (
        select count(*) as sent, count(*) filter (where template = ${CONFIRMATION}) as confirmations, min(sent_at) as first_at
        from mail_outbox
        where mail_outbox.recipient = addressed.recipient and sent_at > now() - interval '1 hour'
      ) as past
      cross join lateral (
        select count(*) as mails, count(*) filter (where template = ${CONFIRMATION}) as confirmations from mail_outbox
        where mail_outbox.recipient = addressed.recipient and sent_at is null and failed_at is null
          and next_attempt_at > now() and claimed_until > now()
      ) as under_way
    ), first_letters as materialized (
      select due.id, due.network, ${siteOf(sql`due.network`)} as site, due.priority, due.next_attempt_at, due.created_at
      from due join addresses using (recipient)
      where due.network is not null and addresses.is_new and addresses.most is not null
    ), networks as materialized (${countLetters(limitFactor)}
    ), strangers as materialized (
      select id, next_at, of_network > network_most or of_site > network_most * ${LETTERS_SITE_FACTOR}
        or (of_all > all_most and of_network > ${limitFactor}::int) as held
      from (
        select first_letters.id, networks.next_at, network_most, all_most,
          networks.of_network + row_number() over (partition by first_letters.network order by priority, next_attempt_at, created_at, id) as of_network,
          networks.of_site + row_number() over (partition by first_letters.site order by priority, next_attempt_at, created_at, id) as of_site,
          networks.of_all + row_number() over (order by priority, next_attempt_at, created_at, id) as of_all
        from first_letters join networks using (network)
      ) as counted
    ), judged as materialized (
      select due.id, due.priority, due.next_attempt_at, due.created_at, strangers.id is not null as is_stranger,
        case when strangers.held then greatest(strangers.next_at, addresses.next_at) else addresses.next_at end as next_at,
        template = ${CONFIRMATION} and due.created_at < now() - make_interval(secs => ${HELD_ORDER_LIFETIME_MS / 1_000}) as is_over,
        coalesce(strangers.held, false) or (template = ${CONFIRMATION} and addresses.confirmations + row_number() over (
          partition by recipient, template order by due.next_attempt_at, due.created_at, due.id) > addresses.per_hour) or (
          coalesce(addresses.mails + row_number() over (
            partition by recipient order by due.priority, due.next_attempt_at, due.created_at, due.id) > addresses.most, false)
          and template <> all(${UNHELD}::text[])) as held
      from due join addresses using (recipient) left join strangers on strangers.id = due.id
    )`
}

/**
 * Lengthens the lease of a claim. Returns undefined when the caller holds it no more: another process has claimed the
 * mail, or it was sent, given up or deleted meanwhile.
 */
export async function renewLease(
  db: Kysely<Database>,
  { id, claimed_until }: ClaimedMail,
  leaseMs: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ claimed_until: Date }>`
    update mail_outbox set claimed_until = lease.ends_at, next_attempt_at = lease.ends_at
    from (select ${endOfLease(leaseMs)} as ends_at) as lease
    where id = ${id} and claimed_until = ${claimed_until} and sent_at is null and failed_at is null
    returning claimed_until`.execute(db)
  return rows[0]?.claimed_until
}

/** In whole milliseconds, because a Date holds no more and the end of the lease has to stay exact. */
const endOfLease = (leaseMs: number) =>
  sql`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}))`

/** Releases a mail without counting the attempt; it is due again after the others. Only for the caller's own claim. */
export async function releaseMail(db: Kysely<Database>, { id, claimed_until }: ClaimedMail): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ claimed_until: null, next_attempt_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .where('sent_at', 'is', null)
    .execute()
}

/**
 * Defers a mail that failed for its own reason. Returns true when the mail is given up instead. Only for the caller's
 * own claim.
 */
export async function deferMail(
  db: Kysely<Database>,
  { id, claimed_until }: ClaimedMail,
  { reason, why }: MailFailure,
): Promise<boolean> {
  const row = await db
    .updateTable('mail_outbox')
    .set({
      claimed_until: null,
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: sql<Date>`now() + make_interval(secs => least(${LONGEST_RETRY_S}, 2 ^ least(attempts + 1, 20)))`,
      trying_since: sql<Date>`coalesce(trying_since, now())`,
      failed_at: sql<Date | null>`case when ${isTriedOut} then now() end`,
      failure_reason: reason,
      failure: why,
    })
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .where('sent_at', 'is', null)
    .returning('failed_at')
    .executeTakeFirst()
  return row !== undefined && row.failed_at !== null
}

const isTriedOut = sql<boolean>`trying_since < now() - make_interval(hours => ${sql.lit(TRIED_HOURS)})`

/** Why a mail that waited for the server was given up. */
export const OUTAGE = 'no mail could be sent for a day'

/** Records an outage: every due mail counts as failing since now at the latest. Returns the mails given up. */
export async function recordOutage(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string; failed_at: Date | null }>`
    update mail_outbox
    set trying_since = coalesce(trying_since, now()), failed_at = case when ${isTriedOut} then now() end,
      failure_reason = 'server_away', failure = ${OUTAGE}
    where sent_at is null and failed_at is null and next_attempt_at <= now() and (trying_since is null or ${isTriedOut})
    returning id, failed_at`.execute(db)
  return rows.filter((row) => row.failed_at !== null).map((row) => row.id)
}

/** Marks a mail as sent, whichever process holds the claim, since the server has accepted it. */
export async function markMailSent(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: sql<Date>`now()`, failed_at: null, claimed_until: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Gives a mail up, unless it was sent after all. */
export async function markMailFailed(db: Kysely<Database>, id: string, { reason, why }: MailFailure): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ failed_at: sql<Date>`now()`, claimed_until: null, failure_reason: reason, failure: why })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Makes a given-up mail, or all of them, due again as if it had never been tried. Returns how many. */
export async function reviveMails(db: Kysely<Database>, id?: string): Promise<number> {
  let mails = db
    .updateTable('mail_outbox')
    .set({
      failed_at: null,
      failure_reason: null,
      failure: null,
      trying_since: null,
      attempts: 0,
      next_attempt_at: sql<Date>`now()`,
    })
    .where('failed_at', 'is not', null)
    .where('dismissed_at', 'is', null)
  if (id !== undefined) mails = mails.where('id', '=', id)
  const { numUpdatedRows } = await mails.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Dismisses a mail that was given up. Returns false when there is none. */
export async function storeDismissal(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set({ dismissed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
