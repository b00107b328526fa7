import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { MOST_PUSH_DEVICES, type PushOutcome, type PushSubscriptionKeys } from './push-device.ts'

/** Adds a device, or stores the newer keys of a known one. Null at the limit of devices. */
export async function storeDevice(
  trx: Transaction<Database>,
  device: PushSubscriptionKeys & { name: string },
): Promise<string | null> {
  await sql`lock table push_devices in share row exclusive mode`.execute(trx)
  const { p256dh, auth, name } = device
  const known = await trx
    .updateTable('push_devices')
    .set({ p256dh, auth, name, failed_at: null })
    .where('endpoint', '=', device.endpoint)
    .returning('id')
    .executeTakeFirst()
  if (known) return known.id
  const { count } = await trx
    .selectFrom('push_devices')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_PUSH_DEVICES) return null
  const { id } = await trx.insertInto('push_devices').values(device).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The name of the removed device; null when there is none. */
export async function deleteDevice(db: Kysely<Database>, id: string): Promise<string | null> {
  const deleted = await db.deleteFrom('push_devices').where('id', '=', id).returning('name').executeTakeFirst()
  return deleted?.name ?? null
}

/** Records the outcome of a message to a device. A device that no longer accepts messages is removed. */
export async function noteOutcome(db: Kysely<Database>, id: string, outcome: PushOutcome, now: Date): Promise<void> {
  if (outcome === 'gone') return void (await deleteDevice(db, id))
  const change = outcome === 'sent' ? { last_success_at: now, failed_at: null } : { failed_at: now }
  await db.updateTable('push_devices').set(change).where('id', '=', id).execute()
}

/** Queues a batch for every device. False when there is none. */
export async function addPushes(trx: Transaction<Database>, batch: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('device_pushes')
    .columns(['batch', 'device_id', 'created_at', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('push_devices')
        .select([eb.val(batch).as('batch'), 'id', eb.val(now).as('created_at'), eb.val(now).as('due_at')]),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** How many times one message is tried, and for how many hours it is worth sending. */
const MOST_ATTEMPTS = 5
const NEWS_HOURS = 24
const MOST_TAKEN = 50

export type TakenPush = PushSubscriptionKeys & { batch: string; device_id: string; attempts: number }

/** Takes due messages. Simultaneous calls take different ones, and no message is taken twice. */
export async function takeDuePushes(db: Kysely<Database>, now: Date): Promise<TakenPush[]> {
  const { rows } = await sql<TakenPush>`
    update device_pushes as push set taken_at = ${now}, attempts = push.attempts + 1
    from push_devices as device
    where device.id = push.device_id and (push.batch, push.device_id) in (
      select batch, device_id from device_pushes
      where taken_at is null and due_at <= ${now} and attempts < ${MOST_ATTEMPTS}
        and created_at > ${now}::timestamptz - make_interval(hours => ${NEWS_HOURS})
      order by due_at limit ${MOST_TAKEN} for update skip locked
    )
    returning push.batch, push.device_id, push.attempts, device.endpoint, device.p256dh, device.auth`.execute(db)
  return rows
}

/** Releases a message that was certainly not delivered. It is tried again after 1, 4, 9 and 16 minutes. */
export async function releasePush(
  db: Kysely<Database>,
  { batch, device_id, attempts }: TakenPush,
  now: Date,
): Promise<void> {
  await db
    .updateTable('device_pushes')
    .set({ taken_at: null, due_at: new Date(now.getTime() + attempts ** 2 * 60_000) })
    .where('batch', '=', batch)
    .where('device_id', '=', device_id)
    .execute()
}
