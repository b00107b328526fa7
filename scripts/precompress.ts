import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/
/** Below this a packet is a packet, bytes. */
const WORTH_IT = 512

/** Writes `.br` and `.gz` beside every file that shrinks, so that the server compresses no file twice. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      const bytes = await readFile(file)
      if (bytes.length < WORTH_IT) return
      await Promise.all([
        toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((br) => writeFile(`${file}.br`, br)),
        toGzip(bytes, { level: 9 }).then((gz) => writeFile(`${file}.gz`, gz)),
      ])
    }),
  )
}
