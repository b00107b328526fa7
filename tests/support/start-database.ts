import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '#db/demo/seed.ts'
import { archiveLegalTexts } from '#infra/db/archive-legal-texts.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { readEnv } from '#infra/env.ts'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import { liftNetworkLimits } from '#tests/support/network-limits.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server, with NAME as the database. */
    testDatabaseUrl: string
  }
}

const PREFIX = 'perfumeria-tests-'

/**
 * vitest globalSetup: one PostgreSQL for the whole run, with two template databases. They are migrated and have the
 * tables and queues of the jobs.
 */
export default async function startTestDatabase(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = join(tmpdir(), `${PREFIX}${process.pid}-${project.name}`)
  mkdirSync(dataDir, { mode: 0o755 })
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
  try {
    await planOnce(server)
    await makeTemplates(server)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('testDatabaseUrl', server.url('NAME'))
  return stop
}

/**
 * A connection plans a prepared statement for the values of each of its first five executions. Connections of tests end
 * before that is over, so it is planned once, without them.
 */
async function planOnce(server: EmbeddedPostgres): Promise<void> {
  const { pool, close } = connectDatabase(server.url('postgres'), { max: 1, onIdleError: fail })
  await pool.query('alter system set plan_cache_mode = force_generic_plan')
  await pool.query('select pg_reload_conf()')
  await close()
}

async function makeTemplates(server: EmbeddedPostgres): Promise<void> {
  for (const template of ['template_empty', 'template_demo']) {
    await server.ensureDatabase(template)
    await migrate(server.url(template))
    const jobs = await createJobQueue({ databaseUrl: server.url(template), onError: (_, error) => fail(error) })
    await jobs.stop()
  }
  for (const template of ['template_empty', 'template_demo']) {
    const { db, close } = connectDatabase(server.url(template), { max: 1, onIdleError: fail })
    await liftNetworkLimits(db)
    await archiveLegalTexts(db, readEnv({}).profile)
    if (template === 'template_demo') await seedDemo(db, { now: new Date(), pictures: null })
    // An order of a test has what it orders.
    await db.updateTable('gift_rule').set({ with_sample: false }).execute()
    await close()
  }
}

/** Removes the server that a killed run left behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    if (isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue
    const dataDir = join(tmpdir(), `${PREFIX}${process.pid}-${name}`)
    if (!claim(join(tmpdir(), name), dataDir)) continue
    // A run that was killed at its beginning, or while it removed, left no server.
    if (existsSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))) {
      const leftover = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
      await leftover.stop()
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** False when another run has claimed the folder. */
function claim(folder: string, name: string): boolean {
  try {
    renameSync(folder, name)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function fail(error: unknown): never {
  throw error
}
