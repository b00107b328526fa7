import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import * as ownSettings from '../../scripts/node-settings.mjs'
import type { TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

export type ShopProcess = {
  url: string
  /** The mailbox's address with its token, known once the shop is ready. */
  readonly mailboxUrl: string
  mailbox: Mailbox
  child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /**
   * Resolves when the output contains this. Rejects with the output when the process ends before, or after a timeout.
   */
  untilPrinted(text: string): Promise<void>
  /** Resolves with the exit code. */
  ended(): Promise<number | null>
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | null>
  /** Kills with SIGKILL and waits for the end. */
  kill(): Promise<void>
}

const PRINTED_WITHIN_MS = 150_000
export const READY = 'Sklep jest gotowy.'

/**
 * The built shop (build/server/index.js) as a separate process, with only the given environment.
 *
 * @param root the checkout of the build, whose start script determines the flags
 */
export async function startShopProcess(env: Record<string, string>, root = PROJECT_ROOT): Promise<ShopProcess> {
  const [port, sandboxPort] = [env.PORT ?? String(await freePort()), env.SANDBOX_PORT ?? String(await freePort())]
  const { NODE_FLAGS, NODE_ENVIRONMENT } = await readNodeSettings(root)
  const child = spawn(process.execPath, [...NODE_FLAGS, join(root, 'build', 'server', 'index.js')], {
    cwd: root,
    env: {
      ...NODE_ENVIRONMENT,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...env,
      PORT: port,
      SANDBOX_PORT: sandboxPort,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const end = once(child, 'close').then(() => child.exitCode)

  async function untilPrinted(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => output.includes(text) && resolve()
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The shop did not print "${text}" in ${PRINTED_WITHIN_MS} ms:\n${output}`))
    }, PRINTED_WITHIN_MS)
    void end.then((code) => reject(new Error(`The shop ended (${code}) without printing "${text}":\n${output}`)))
    listeners.add(look)
    look()
    await promise.finally(() => {
      clearTimeout(late)
      listeners.delete(look)
    })
  }

  const sandbox = {
    get mailboxUrl() {
      return printedMailbox(output)
    },
  }
  return {
    url: `http://127.0.0.1:${port}`,
    get mailboxUrl() {
      return sandbox.mailboxUrl
    },
    mailbox: openMailbox(sandbox),
    child,
    output: () => output,
    untilPrinted,
    ended: () => end,
    stop() {
      child.kill('SIGTERM')
      return end
    },
    async kill() {
      child.kill('SIGKILL')
      await end
    },
  }
}

export type Shop = ShopProcess & {
  database: TestDatabase
  /** The admin's credentials. */
  admin: { email: string; password: string }
}

export const ADMIN_EMAIL = 'admin@perfumeria.test'

/**
 * The shop as `npm start` runs it, ready, on a test database. Stopping it keeps the database. Only the first process of
 * a database prints the admin's password.
 */
export async function startShop(database: TestDatabase, env: Record<string, string> = {}): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-shop-'))
  const port = String(await freePort())
  const shop = await startShopProcess({
    PORT: port,
    SHOP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    AUTH_SECRET: randomUUID() + randomUUID(),
    ADMIN_EMAIL,
    PASSWORD_COST: 'least',
    ...env,
  })
  await shop.untilPrinted(READY)
  return {
    ...shop,
    database,
    get admin() {
      return { email: ADMIN_EMAIL, password: printedPassword(shop.output()) }
    },
    async stop() {
      const code = await shop.stop()
      rmSync(dataDir, { recursive: true })
      return code
    },
  }
}

/** The address of the mailbox with its token, which every start prints. */
function printedMailbox(output: string): string {
  const address = /^ {2}Poczta {4}(\S+)/m.exec(output)?.[1]
  if (!address) throw new Error(`The shop printed no address of its mailbox:\n${output}`)
  return address
}

/** The admin's password, which a first start prints. */
export function printedPassword(output: string): string {
  const password = /^ {2}Hasło {5}(\S+)/m.exec(output)?.[1]
  if (!password) throw new Error(`The shop printed no password of the admin:\n${output}`)
  return password
}

/** The Node settings of a checkout. Old checkouts have none. */
async function readNodeSettings(root: string): Promise<typeof ownSettings> {
  if (root === PROJECT_ROOT) return ownSettings
  const file = join(root, 'scripts', 'node-settings.mjs')
  return existsSync(file) ? import(pathToFileURL(file).href) : { NODE_FLAGS: [], NODE_ENVIRONMENT: {} }
}

/** The process's resident memory. */
export function residentMib({ child }: Shop): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}
