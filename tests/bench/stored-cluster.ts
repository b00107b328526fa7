import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embedded-postgres/server.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDER = join(PROJECT_ROOT, '.bench')
const PREFIX = 'cluster-'
/** What the stored data follows from, beside their sizes. */
const SOURCES = ['db/migrations/*.sql', 'db/demo/*.{ts,json}', 'tests/support/busy-shop.ts']

/**
 * A durable PostgreSQL with data that take long to make. They are made once, without waiting for the disk, and stay in
 * `.bench/` until what they follow from changes.
 */
export async function openStoredCluster(
  sizes: object,
  fill: (server: EmbeddedPostgres) => Promise<void>,
): Promise<EmbeddedPostgres> {
  const name = `${PREFIX}${hashSources(sizes)}`
  const dataDir = join(FOLDER, name)
  const complete = join(dataDir, 'complete')
  mkdirSync(FOLDER, { recursive: true })
  const stored = readdirSync(FOLDER).filter((entry) => entry.startsWith(PREFIX))
  for (const old of stored) {
    if (old !== name || !existsSync(complete)) await removeCluster(join(FOLDER, old))
  }
  if (!existsSync(complete)) {
    mkdirSync(dataDir, { mode: 0o755 })
    const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
    try {
      await fill(server)
    } finally {
      await server.stop()
    }
    writeFileSync(complete, '')
  }
  return startEmbeddedPostgres({ dataDir, durable: true, log: () => {} })
}

function hashSources(sizes: object): string {
  const hash = createHash('sha256').update(JSON.stringify(sizes))
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: PROJECT_ROOT })).sort()) {
    hash.update(readFileSync(join(PROJECT_ROOT, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** Also that of a run that was killed, whose server may still be there. */
async function removeCluster(dataDir: string): Promise<void> {
  const leftover = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} })
  await leftover.stop()
  rmSync(leftover.cluster, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
