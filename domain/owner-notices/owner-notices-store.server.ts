import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { NoticeKind } from './owner-notices.ts'

/** Records for the owner that a buyer cancelled an order. */
export async function insertCancelledNotice(trx: Transaction<Database>, orderId: string): Promise<void> {
  await trx
    .insertInto('owner_notices')
    .values({ key: `cancelled:${orderId}`, kind: 'cancelled', subject_id: orderId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Records a message for the owner. `mailed`: it was already mailed. */
export async function insertMessageNotice(
  trx: Transaction<Database>,
  messageId: string,
  { mailed }: { mailed: boolean },
): Promise<void> {
  await trx
    .insertInto('owner_notices')
    .values({
      key: `message:${messageId}`,
      kind: 'message',
      subject_id: messageId,
      mailed_at: mailed ? sql<Date>`now()` : null,
    })
    .execute()
}

/**
 * Marks notices that are switched off as sent, so that they are not sent after a change of the settings. `column`: of
 * the channel, mail or devices.
 */
export async function dropNotices(
  trx: Transaction<Database>,
  column: 'mailed_at' | 'pushed_at',
  kinds: readonly NoticeKind[],
): Promise<void> {
  await trx
    .updateTable('owner_notices')
    .set({ [column]: sql<Date>`now()` })
    .where(column, 'is', null)
    .where('kind', 'in', kinds)
    .execute()
}

/** Most notices of one mail. Further ones follow in the next mail. */
const MOST_IN_MAIL = 50

/** Takes the due notices for one mail, the oldest first. Simultaneous calls take different ones. Returns how many. */
export async function takeDueNotices(
  trx: Transaction<Database>,
  batch: string,
  due: readonly { kind: NoticeKind; before: Date }[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update owner_notices set mailed_at = now(), mail_batch = ${batch}
    where id = any(array(
      select id from owner_notices
      where mailed_at is null and (${sql.join(
        due.map(({ kind, before }) => sql`(kind = ${kind} and created_at < ${before})`),
        sql` or `,
      )})
      order by id limit ${MOST_IN_MAIL} for update skip locked
    ))`.execute(trx)
  return Number(numAffectedRows)
}

/** Most notices of one message. Further ones follow. */
const MOST_IN_PUSH = 500

/**
 * Takes the notices from before `moment` for one message to the devices, as takeDueNotices does. False: there are none.
 */
export async function takeNoticesForPush(trx: Transaction<Database>, batch: string, moment: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update owner_notices set pushed_at = now(), push_batch = ${batch}
    where id = any(array(
      select id from owner_notices where pushed_at is null and created_at < ${moment}
      order by id limit ${MOST_IN_PUSH} for update skip locked
    ))`.execute(trx)
  return numAffectedRows > 0n
}
