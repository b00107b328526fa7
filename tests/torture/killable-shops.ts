import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { eventually, expect } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

/**
 * Two shops on one PostgreSQL, all of which can be killed. The outside world is in this process and survives.
 * @param options.smtpUrl the mail server of both
 * @param options.durable whether PostgreSQL waits for the disk
 */
export async function startKillableShops(
  sandbox: Sandbox,
  { smtpUrl, durable }: { smtpUrl: string; durable: boolean },
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-killed-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, durable, log: () => undefined })
  await server.ensureDatabase('shop')
  const settings = {
    DATABASE_URL: server.url('shop'),
    AUTH_SECRET: randomUUID() + randomUUID(),
    LIMIT_FACTOR: '10000',
    PASSWORD_COST: 'least',
    SMTP_URL: smtpUrl,
    INPOST_API_URL: sandbox.inpostUrl,
    STRIPE_API_URL: sandbox.stripe.url,
    STRIPE_SECRET_KEY_TEST: sandbox.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET_TEST: sandbox.stripe.webhookSecret,
  }
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const folders = ports.map(() => createDataFolder())
  const shops: ShopProcess[] = []
  const start = async (index: number) => {
    // To the outside world both are the same shop.
    const env = {
      ...settings,
      SHOP_URL: urls[0] ?? '',
      PORT: String(ports[index]),
      DATA_DIR: folders[index]?.path ?? '',
    }
    shops[index] = await startShopProcess(env)
    await shops[index].untilPrinted(READY)
  }
  await Promise.all([start(0), start(1)])
  for (const url of urls) sandbox.addWebhookEndpoint(`${url}/api/stripe-webhook`)
  return {
    urls,
    databaseUrl: server.url('shop'),
    async killShop(index: number) {
      await shops[index]?.kill()
      // PostgreSQL may be down at this moment, which ends a start.
      await eventually(() => start(index))
    },
    async killPostgres() {
      const postmaster = findPostmaster(server.cluster)
      if (!postmaster) throw new Error('there is no PostgreSQL to kill')
      process.kill(postmaster.pid, 'SIGKILL')
      await eventually(async () => expect(findPostmaster(server.cluster)?.pid).not.toBe(postmaster.pid))
      // Its remaining processes may still write into the cluster for a moment, which prevents a start.
      await eventually(() => server.startAgain(), 60_000)
    },
    async remove() {
      for (const url of urls) sandbox.removeWebhookEndpoint(`${url}/api/stripe-webhook`)
      for (const shop of shops) await shop.stop()
      for (const folder of folders) await folder.remove()
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
