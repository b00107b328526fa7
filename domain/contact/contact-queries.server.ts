import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'

/** A message of the contact form. Rejects when it does not exist. */
export function findContactMessage(db: Kysely<Database>, messageId: string) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'phone', 'email', 'message', 'created_at'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
}

/** An answer with the message that it answers. Rejects when it does not exist. */
export function findContactAnswer(db: Kysely<Database>, answerId: string) {
  return db
    .selectFrom('contact_answers')
    .innerJoin('contact_messages', 'contact_messages.id', 'contact_answers.message_id')
    .select(['contact_answers.answer', 'contact_messages.message', 'contact_messages.created_at'])
    .where('contact_answers.id', '=', answerId)
    .executeTakeFirstOrThrow()
}

/** Whether a message was stored under this key. */
export async function isSubmitted(db: Kysely<Database>, submissionKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('submission_key', '=', submissionKey)
    .executeTakeFirst()
  return row !== undefined
}

/** How many characters of a message are shown in a list. */
const BEGINNING = 160

/** The moment of the last answer to a message. */
const answeredAt = sql<Date | null>`(
  select max(created_at) from contact_answers where message_id = contact_messages.id
)`.as('answered_at')

/** A page of messages: those that wait, the oldest first, or those that are done, the newest first. */
export async function listContactMessages(
  db: Kysely<Database>,
  { state, page: wanted }: { state: 'open' | 'done'; page: number },
) {
  const pageSize = PAGE_SIZES.contactMessages
  const found = db.selectFrom('contact_messages').where('done_at', state === 'open' ? 'is' : 'is not', null)
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  // A number beyond the end means the last page.
  const page = Math.min(wanted, countPages(total, pageSize))
  const rows = await found
    .select(['id', 'name', 'created_at', answeredAt, sql<string>`left(message, ${BEGINNING})`.as('beginning')])
    .orderBy('created_at', state === 'open' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const items = rows.map(({ created_at, answered_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
  }))
  return { items, total, page, pageSize }
}
export type MessageList = Awaited<ReturnType<typeof listContactMessages>>

/** A message with its answers; undefined when there is none. */
export async function readContactMessage(db: Kysely<Database>, id: string) {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'phone', 'message', 'created_at', 'done_at', answeredAt])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const answers = await db
    .selectFrom('contact_answers')
    .select(['id', 'answer', 'created_at'])
    .where('message_id', '=', id)
    .orderBy('created_at')
    .execute()
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    answered_at: row.answered_at?.toISOString() ?? null,
    answers: answers.map(({ created_at, ...answer }) => ({ ...answer, created_at: created_at.toISOString() })),
  }
}
export type AdminMessage = NonNullable<Awaited<ReturnType<typeof readContactMessage>>>
