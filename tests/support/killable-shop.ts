import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import type { TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { READY, type ShopProcess, startShopProcess } from './shop-process.ts'

type Owner = {
  database: TestDatabase
  /** Runs in the test's process, so that the provider outlives the shop. */
  sandbox: Sandbox
  onTestFinished: (end: () => Promise<void>) => void
}

/** A shop that can be killed and restarted at the same address with the same settings. The test's end stops it. */
export async function openKillableShop({ database, sandbox, onTestFinished }: Owner, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-shop-'))
  const settings = {
    // The provider compares requests under the same key, and they contain the shop's address.
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    AUTH_SECRET: randomUUID() + randomUUID(),
    PASSWORD_COST: 'least',
    STRIPE_API_URL: sandbox.stripe.url,
    STRIPE_SECRET_KEY_TEST: sandbox.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET_TEST: sandbox.stripe.webhookSecret,
    ...env,
  }
  let last: ShopProcess | undefined
  onTestFinished(async () => {
    await last?.stop()
    rmSync(dataDir, { recursive: true })
  })
  return {
    async start(): Promise<ShopProcess> {
      last = await startShopProcess(settings)
      await last.untilPrinted(READY)
      return last
    },
    post: (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${settings.PORT}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
  }
}
