import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { freePort } from '#tests/support/running-shop.ts'

const BUILT_SERVER = 'build/server/index.js'

/** The built server as its own process, for tests that end it the hard way and start it again on the same data. */
export async function prepareShop(databaseUrl: string) {
  if (!existsSync(BUILT_SERVER)) throw new Error(`${BUILT_SERVER} is missing: npm run build`)
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-torture-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  let process_: ChildProcess | undefined
  let output = ''

  return {
    url,
    mailbox: { mailboxUrl: `http://127.0.0.1:${sandboxPort}/` },

    async start() {
      const child = spawn(process.execPath, [BUILT_SERVER], {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          PORT: String(port),
          SANDBOX_PORT: String(sandboxPort),
          SHOP_URL: url,
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          AUTH_SECRET: 'the same secret before and after the fall 0123456789',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      process_ = child
      await vi.waitFor(
        async () => {
          if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
          expect(await statusOf(`${url}/readyz`)).toBe(200)
        },
        { timeout: 60_000, interval: 50 },
      )
    },

    /** kill -9: nothing is finished, nothing is said. */
    async kill() {
      if (!process_) throw new Error('not running')
      const exited = once(process_, 'exit')
      process_.kill('SIGKILL')
      await exited
    },

    async stop() {
      if (process_ && process_.exitCode === null && process_.signalCode === null) {
        const exited = once(process_, 'exit')
        process_.kill('SIGTERM')
        await exited
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** 0 while nobody listens. */
async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    (answer) => answer.status,
    () => 0,
  )
}
