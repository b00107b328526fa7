import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** An IPv6 /48 may cause this many times as many first mails to new addresses as one network. */
export const LETTERS_SITE_FACTOR = 2

/** The /48 around an IPv6 network, which is written in full; an IPv4 address is a site of its own. */
export const siteOf = (network: RawBuilder<unknown>) =>
  sql`case when ${network} like '%:%' then left(${network}, 14) else ${network} end`

/**
 * For each network of `first_letters`: how many first mails were sent in the last hour or are being sent for the
 * network, its /48 and all together, how many are allowed, and when the hour of the earliest is over.
 */
export function countLetters(limitFactor: number): RawBuilder<unknown> {
  return sql`
    select asked.network, past.*, network_letters * ${limitFactor}::int as network_most, all_letters * ${limitFactor}::int as all_most
    from (select distinct network, site from first_letters) as asked cross join unproven_account_limits
    cross join lateral (
      select count(*) filter (where letters.network = asked.network) as of_network,
        count(*) filter (where ${siteOf(sql`letters.network`)} = asked.site) as of_site, count(*) as of_all,
        coalesce(min(sent_at) filter (where letters.network = asked.network), min(sent_at), now() - interval '59 minutes')
          + interval '1 hour' as next_at
      from mail_outbox as letters
      where letters.network is not null and (sent_at > now() - interval '1 hour'
        or (sent_at is null and failed_at is null and claimed_until > now()))
    ) as past`
}

/**
 * Until when first mails requested from a network are delayed, because the hourly limit of the network, its /48 or all
 * together is used up by sent and due ones. Null when they leave at once. The moment is the same for every address, so
 * that it does not tell to which one the shop has written before.
 */
export async function findLetterWait(db: Kysely<Database>, network: string, limitFactor: number): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select case when of_network > network_letters * ${limitFactor}::int
        or of_site > network_letters * ${LETTERS_SITE_FACTOR * limitFactor}::int
        or (of_all > all_letters * ${limitFactor}::int and of_network > ${limitFactor}::int)
      then coalesce(first_at, now()) + interval '1 hour' end as until
    from unproven_account_limits cross join (
      select count(*) as of_all, count(*) filter (where network = ${network}) as of_network,
        count(*) filter (where ${siteOf(sql`network`)} = ${siteOf(sql`${network}::text`)}) as of_site,
        min(sent_at) filter (where network = ${network}) as first_at
      from mail_outbox
      where network is not null and failed_at is null and (sent_at is null or sent_at > now() - interval '1 hour')
    ) as letters`.execute(db)
  return rows[0]?.until ?? null
}
