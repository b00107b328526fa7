import { createHash } from 'node:crypto'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { type BackupKey, createDecrypter, createEncrypter } from './backup-key.ts'

/** Sums that a restored shop must reproduce, by name. */
const figuresSchema = z.record(z.string(), z.string())

const manifestSchema = z.object({
  format: z.literal('perfumeria-backup-1'),
  createdAt: z.iso.datetime(),
  shopUrl: z.string(),
  /** Names and checksums of the migrations the database had, in their order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Settings of the process that made the backup; no secret is among them. */
  settings: z.record(z.string(), z.string()),
  /** Rows of each table. */
  rows: z.record(z.string(), z.number().int()),
  figures: figuresSchema,
  /** SHA-256 of each entry by its name, hexadecimal. */
  checksums: z.record(z.string(), z.string()),
})
export type Manifest = z.output<typeof manifestSchema>
export type Figures = z.output<typeof figuresSchema>

/** The last entry of the archive. */
const MANIFEST = 'manifest.json'

/** Reading takes twice as long in pieces of 16 KiB, Node's default. */
const ZSTD = { chunkSize: 256 * 1024 }

export type ArchiveEntry = { name: string; bytes: Uint8Array }

/** The file is no backup of this shop, is damaged or was made with another key. `message`: for the owner. */
export class BackupFileError extends Error {
  override name = 'BackupFileError'
}

/**
 * Writes an encrypted archive: tar, compressed by zstd, encrypted by age (https://age-encryption.org/v1). Any age, zstd
 * and tar open it without the shop.
 *
 * @param entries the contents; their return value is the manifest without the checksums
 * @returns the manifest that was written
 */
export async function writeArchive(
  sink: Writable,
  key: BackupKey,
  entries: AsyncGenerator<ArchiveEntry, Omit<Manifest, 'format' | 'checksums'>>,
): Promise<Manifest> {
  const tar = pack()
  const checksums: Record<string, string> = {}
  const add = (name: string, bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, size: bytes.byteLength }, Buffer.from(bytes), (error) => (error ? reject(error) : resolve()))
    })
  async function fill(): Promise<Manifest> {
    let step = await entries.next()
    while (!step.done) {
      const { name, bytes } = step.value
      checksums[name] = createHash('sha256').update(bytes).digest('hex')
      await add(name, bytes)
      step = await entries.next()
    }
    const manifest: Manifest = { format: 'perfumeria-backup-1', ...step.value, checksums }
    await add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
    tar.finalize()
    return manifest
  }
  const compressed = new PassThrough()
  const encrypter = await createEncrypter(key)
  const encrypted = await encrypter.encrypt(readWeb(compressed))
  const [manifest] = await Promise.all([
    fill().catch((error) => {
      tar.destroy(error)
      throw error
    }),
    pipeline(Readable.from(tar), createZstdCompress(ZSTD), compressed),
    pipeline(encrypted, sink),
  ])
  return manifest
}

/**
 * Reads an archive to its end and hands each entry on before the next is read.
 *
 * @returns its manifest, once all of its checksums are verified
 * @throws BackupFileError
 */
export async function readArchive(
  source: Readable,
  key: BackupKey,
  onEntry: (entry: ArchiveEntry) => Promise<void> = async () => {},
): Promise<Manifest> {
  const found: Record<string, string> = {}
  let manifest: Manifest | undefined
  let refusal: { error: unknown } | undefined
  const untar = extract()
  async function collect(): Promise<void> {
    for await (const entry of untar) {
      const { name } = entry.header
      const bytes = await buffer(entry)
      if (name === MANIFEST) {
        manifest = manifestSchema.parse(JSON.parse(bytes.toString()))
        continue
      }
      found[name] = createHash('sha256').update(bytes).digest('hex')
      await onEntry({ name, bytes }).catch((error: unknown) => {
        refusal = { error }
        throw error
      })
    }
  }
  try {
    const plain = await createDecrypter(key).decrypt(readWeb(source))
    await Promise.all([pipeline(plain, createZstdDecompress(ZSTD), untar), collect()])
  } catch (cause) {
    if (refusal) throw refusal.error
    throw new BackupFileError(
      'To nie jest kopia zapasowa sklepu albo jest uszkodzona, albo powstała z innym kluczem.',
      {
        cause,
      },
    )
  } finally {
    source.destroy()
  }
  if (manifest === undefined)
    throw new BackupFileError('Kopia zapasowa jest niepełna: brakuje jej końca ze spisem zawartości.')
  const names = Object.keys({ ...found, ...manifest.checksums })
  const wrong = names.find((name) => found[name] !== manifest?.checksums[name])
  if (wrong !== undefined)
    throw new BackupFileError(`Kopia zapasowa jest uszkodzona: ${wrong} nie zgadza się ze spisem zawartości.`)
  return manifest
}

/** age reads web streams. */
function readWeb(source: Readable): ReadableStream<Uint8Array> {
  const pieces = source.iterator()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void source.destroy(),
  })
}

const TABLE_ENTRY = /^tables\/(?<table>\w+)\/\d+\.copy$/

/** The table whose rows an entry contains; null for another entry. */
export function findTable(entry: string): string | null {
  return TABLE_ENTRY.exec(entry)?.groups?.table ?? null
}

/**
 * Reads a backup to its end and changes nothing: checksums of all parts, and the rows of each table as the file has them.
 *
 * @throws BackupFileError
 */
export async function checkArchive(source: Readable, key: BackupKey): Promise<Manifest> {
  const found = new Map<string, number>()
  const manifest = await readArchive(source, key, async ({ name, bytes }) => {
    const table = findTable(name)
    if (table !== null) found.set(table, (found.get(table) ?? 0) + countLines(bytes))
  })
  for (const table of new Set([...found.keys(), ...Object.keys(manifest.rows)])) {
    const [rows, said] = [found.get(table) ?? 0, manifest.rows[table] ?? 0]
    if (rows !== said)
      throw new BackupFileError(`Kopia zapasowa jest uszkodzona: tabela ${table} ma wierszy ${rows} z ${said}.`)
  }
  return manifest
}

/** COPY ends each row with a line feed; one within a value is written as \n. */
function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}
