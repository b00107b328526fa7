import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PushDevices, PushSubscriptionKeys } from './push-device.ts'

/** The devices with notices switched on, the newest first. */
export async function listPushDevices(db: Kysely<Database>): Promise<PushDevices['devices']> {
  const rows = await db
    .selectFrom('push_devices')
    .select(['id', 'name', 'endpoint', 'created_at', 'last_success_at', 'failed_at'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    failed_at: row.failed_at?.toISOString() ?? null,
  }))
}

/** The address and keys of one of them. */
export function findSubscription(db: Kysely<Database>, id: string): Promise<PushSubscriptionKeys | undefined> {
  return db.selectFrom('push_devices').select(['endpoint', 'p256dh', 'auth']).where('id', '=', id).executeTakeFirst()
}
