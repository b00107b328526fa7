import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDemo } from '#db/demo/demo-data.ts'
import { listPictures } from '#db/demo/demo-pictures.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'

/** Number of pictures that a first start in tests really encodes. */
const PICTURES_MADE = 2

/** Marks all but a few demo pictures as encoded in a data folder: encoding them takes 20 s of a processor. */
export function markDemoPictures(dataDir: string): void {
  for (const { key } of readDemo().products.flatMap(listPictures).slice(PICTURES_MADE)) {
    mkdirSync(join(dataDir, 'media', 'products', key), { recursive: true })
  }
}

/** A data folder for a shop process, empty but for marks of demo pictures, so that a first start takes seconds. */
export function createDataFolder(parent = tmpdir()): { path: string; cluster: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(parent, 'perfumeria-data-'))
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(path, 0o755)
  markDemoPictures(path)
  const cluster = join(path, 'postgres', 'cluster')
  return {
    path,
    cluster,
    async remove() {
      if (existsSync(cluster)) {
        // Adopts and stops a server that a test left running.
        const server = await startEmbeddedPostgres({ dataDir: path, durable: false, log: () => {} })
        await server.stop()
      }
      rmSync(path, { recursive: true })
    },
  }
}
