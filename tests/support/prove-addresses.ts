import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/**
 * Marks the addresses of these accounts (by default all) as proven, so that the limits of unproven ones do not apply.
 */
export async function proveAddresses(db: Kysely<Database>, email?: string): Promise<void> {
  const proven = db.updateTable('users').set({ email_verified: true })
  await (email === undefined ? proven : proven.where('email', '=', email)).execute()
}
