import { ensureAdmin } from '#infra/auth/create-admin.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { toCookie } from '#tests/support/cookie.ts'
import type { BenchContext, BenchShop } from './benchmark.ts'

/** A shop with the address and cookie of its admin's requests. */
export type AdminShop = { shop: BenchShop; url: string; cookie: string }

/** Starts the shop on a filled database and signs its admin in. */
export async function startAdminShop(context: BenchContext, databaseUrl: string): Promise<AdminShop> {
  const { db, close } = connectDatabase(databaseUrl, { max: 1, onIdleError: () => undefined })
  const email = `${crypto.randomUUID()}-admin@perfumeria.test`
  const admin = await ensureAdmin(db, email, 'full')
  await close()
  if (!admin.created) throw new Error('the admin was there already')
  const shop = await context.startShop({ databaseUrl, env: { ADMIN_EMAIL: email } })
  const { url } = shop
  const answer = await fetch(`${url}/api/admin-sign-in`, {
    method: 'POST',
    body: JSON.stringify({ email, password: admin.password }),
    headers: { 'Content-Type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`sign-in: ${await answer.text()}`)
  return { shop, url, cookie: toCookie(answer.headers.getSetCookie()) }
}
