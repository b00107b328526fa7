import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'

/** How many mails were given up and not dismissed. */
async function countGivenUpMails(db: Kysely<Database>): Promise<number> {
  const { mails } = await givenUp(db)
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .executeTakeFirstOrThrow()
  return mails
}

/** A page of these mails, the most recently given up first. A number beyond the end means the last page. */
export async function listGivenUpMails(
  db: Kysely<Database>,
  { page: wanted, pageSize }: { page: number; pageSize: number },
) {
  const total = await countGivenUpMails(db)
  const pages = countPages(total, pageSize)
  const page = Math.min(wanted, pages)
  const items = await givenUp(db)
    .select(['id', 'template', 'recipient', 'created_at', 'failure_reason', 'failure'])
    .select(sql<Date>`failed_at`.as('failed_at'))
    .orderBy('failed_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items, total, page, pages }
}

export type GivenUpMail = Awaited<ReturnType<typeof listGivenUpMails>>['items'][number]

/** How many mails wait to be sent, and for how many seconds the longest of them has been due or tried in vain. */
export async function countWaitingMails(db: Kysely<Database>): Promise<{ waiting: number; longest_s: number }> {
  const { rows } = await sql<{ waiting: number; longest_s: number }>`
    select count(*)::int as waiting,
      greatest(0, extract(epoch from now() - min(coalesce(trying_since, next_attempt_at))))::float8 as longest_s
    from mail_outbox where sent_at is null and failed_at is null`.execute(db)
  return rows[0] ?? { waiting: 0, longest_s: 0 }
}

function givenUp(db: Kysely<Database>) {
  return db.selectFrom('mail_outbox').where('failed_at', 'is not', null).where('dismissed_at', 'is', null)
}
