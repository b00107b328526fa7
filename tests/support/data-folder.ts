import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDemo, readDemoPicture } from '#db/demo/demo-data.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { hashPicture } from '#infra/storage/picture-encoder.ts'

/** Number of pictures that a first start in tests really encodes. */
const PICTURES_MADE = 2

/**
 * An empty data folder for a shop process. All except a few demo pictures are marked as encoded, so that a first start
 * takes two seconds.
 */
export function createDataFolder(parent = tmpdir()): { path: string; cluster: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(parent, 'perfumeria-data-'))
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(path, 0o755)
  for (const product of readDemo().products.slice(PICTURES_MADE)) {
    mkdirSync(join(path, 'media', 'products', hashPicture(readDemoPicture(product))), { recursive: true })
  }
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
