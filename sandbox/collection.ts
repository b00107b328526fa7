import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Records by their id: in memory, and one JSON file each under `folder` so that they survive a restart. */
export type Collection<Value> = {
  get(id: string): Value | undefined
  /** In the order in which they came. */
  all(): Value[]
  /** The same with their ids. */
  entries(): [string, Value][]
  /** Known at once; resolves when it is safe. */
  put(id: string, value: Value): Promise<void>
  remove(id: string): Promise<void>
}

/**
 * Opens a collection; its files are readable by their user alone. What `isOver` says of is forgotten at the start.
 * @param folder undefined: nothing is written
 */
export function openCollection<Value extends { created: number }>(
  folder: string | undefined,
  schema: z.ZodType<Value>,
  isOver: (value: Value) => boolean = () => false,
): Collection<Value> {
  const fileSchema = z.object({ id: z.string(), value: schema })
  let records = new Map<string, Value>()
  /** The last write of each record: the next one waits for it. */
  const writing = new Map<string, Promise<void>>()
  // An id may be any text.
  const fileOf = (directory: string, id: string) =>
    join(directory, `${createHash('sha256').update(id).digest('hex').slice(0, 40)}.json`)

  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    const stored = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => readIfThere(join(folder, name)))
      .map((text) => fileSchema.parse(JSON.parse(text)))
      .toSorted((a, b) => a.value.created - b.value.created)
    records = new Map(stored.map(({ id, value }) => [id, value]))
  }

  async function store(id: string): Promise<void> {
    if (folder === undefined) return
    const before = writing.get(id)
    const work = (async () => {
      await before
      const file = fileOf(folder, id)
      const value = records.get(id)
      if (value === undefined) return rm(file, { force: true })
      // Written aside and renamed: a process killed midway leaves no half record behind.
      const unfinished = `${file}.${randomUUID()}`
      await writeFile(unfinished, JSON.stringify({ id, value }), { mode: 0o600 })
      await rename(unfinished, file)
    })()
    writing.set(id, work)
    await work
    if (writing.get(id) === work) writing.delete(id)
  }

  const collection: Collection<Value> = {
    get: (id) => records.get(id),
    all: () => [...records.values()],
    entries: () => [...records],
    put(id, value) {
      records.set(id, value)
      return store(id)
    },
    remove(id) {
      records.delete(id)
      return store(id)
    },
  }
  for (const [id, value] of records) if (isOver(value)) warnOfFailure(collection.remove(id))
  return collection
}

/** Another process on the same folder may have removed the file since it was listed. */
function readIfThere(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8')]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** For work that nobody waits for: its failure must not end the process. */
export function warnOfFailure(work: Promise<unknown>): void {
  work.catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
}
