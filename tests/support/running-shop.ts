import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'

export type RunningShop = {
  url: string
  mailboxUrl: string
  database: TestDatabase
  /** What the owner signs in with. */
  owner: { email: string; password: string }
  stop(): Promise<void>
}

const READY_WITHIN_MS = 60_000

/** The built shop as its own process on a test database, with the sandbox in it: what `npm start` runs. */
export async function startRunningShop(): Promise<RunningShop> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-shop-'))
  const port = await freePort()
  const sandboxPort = await freePort()
  const child = spawn(process.execPath, ['build/server/index.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SHOP_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      AUTH_SECRET: randomUUID() + randomUUID(),
      ADMIN_EMAIL: 'owner@perfumeria.test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await untilReady(child)
  const password = /^ {2}Password {2}(\S+)/m.exec(output)?.[1]
  if (!password) throw new Error(`The shop printed no password for the owner:\n${output}`)
  return {
    url: `http://127.0.0.1:${port}`,
    mailboxUrl: `http://127.0.0.1:${sandboxPort}/`,
    database,
    owner: { email: 'owner@perfumeria.test', password },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
      await database.drop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** What the process printed until it said that it is ready. */
function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready in ${READY_WITHIN_MS} ms:\n${output}`))
    }, READY_WITHIN_MS)
    const read = (chunk: Buffer) => {
      output += chunk
      if (!/The shop is ready\.[\s\S]*Password .*\n/.test(output)) return
      clearTimeout(late)
      resolve(output)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`The shop ended with ${code}:\n${output}`))
    })
  })
}
