import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '#infra/db/connect.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { eventually, expect } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { READY, type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { type Cluster, CONFIGURATION, startLogged } from './cluster-hosts.ts'
import { PATH } from './cluster-network.ts'

/** The outside services that the shop needs. */
type Sandbox = {
  smtpUrl: string
  inpostUrl: string
  stripe: { url: string; secretKey: string; webhookSecret: string }
}

export type AppHosts = Awaited<ReturnType<typeof startAppHosts>>

/**
 * PgBouncer, two processes of the shop and Caddy, as deploy/many-machines configures them. The processes share one
 * PgBouncer and one HAProxy, since all run here.
 */
export async function startAppHosts(cluster: Cluster, sandbox: Sandbox) {
  const pooler = startPooler(cluster)
  const ports = [await freePort(), await freePort()] as const
  const front = await startFront([`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`])
  const pooled = new URL(cluster.databaseUrl)
  pooled.port = '6432'
  const settings = {
    SHOP_URL: front.url,
    TRUSTED_PROXY: '127.0.0.1',
    DATABASE_URL: pooled.href,
    DATABASE_SESSION_URL: cluster.databaseUrl,
    AUTH_SECRET: randomUUID() + randomUUID(),
    LIMIT_FACTOR: '10000',
    PASSWORD_COST: 'least',
    SMTP_URL: sandbox.smtpUrl,
    INPOST_API_URL: sandbox.inpostUrl,
    STRIPE_API_URL: sandbox.stripe.url,
    STRIPE_SECRET_KEY_TEST: sandbox.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET_TEST: sandbox.stripe.webhookSecret,
  }
  const folders = ports.map(() => createDataFolder())
  const processes: ShopProcess[] = []
  async function start(index: number): Promise<void> {
    const data = folders[index]?.path ?? ''
    const app = await startShopProcess({ ...settings, PORT: String(ports[index]), DATA_DIR: data })
    processes[index] = app
    await app.untilPrinted(READY)
  }
  // The first migrates.
  await start(0)
  await start(1)
  await eventually(async () => expect((await fetch(`${front.url}/readyz`)).status).toBe(200))
  return {
    url: front.url,
    processes,
    start,
    lookInside: () => connectDatabase(cluster.databaseUrl, { max: 2, onIdleError: () => undefined }),
    async stop() {
      await Promise.all(processes.map((app) => app.stop()))
      for (const folder of folders) await folder.remove()
      await front.stop()
      await pooler.stop()
    },
  }
}

function startPooler(cluster: Cluster) {
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-pooler-'))
  // PgBouncer refuses to run as root.
  chmodSync(folder, 0o755)
  const users = join(folder, 'userlist.txt')
  writeFileSync(users, `"shop" "${cluster.password}"\n`, { mode: 0o644 })
  const settings = readFileSync(join(CONFIGURATION, 'pgbouncer.ini'), 'utf8')
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.replaceAll('/etc/pgbouncer/userlist.txt', users), {
    mode: 0o644,
  })
  const child = startLogged('pgbouncer', 'pgbouncer', [join(folder, 'pgbouncer.ini')], {
    env: { PATH },
    cwd: '/',
    user: 'postgres',
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

async function startFront([first, second]: readonly [string, string]) {
  const url = `http://127.0.0.1:${await freePort()}`
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-front-'))
  const args = ['run', '--adapter', 'caddyfile', '--config', join(CONFIGURATION, 'Caddyfile')]
  const child = startLogged('caddy', 'caddy', args, {
    env: { PATH, HOME: folder, SHOP: url, APP1: first, APP2: second },
  })
  return {
    url,
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
