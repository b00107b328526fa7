import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Records by their id: in memory, and one JSON file each in a folder, so that they survive a restart. */
export type Collection<Value extends { created: number }> = ReturnType<typeof openCollection<Value>>

/**
 * Opens a collection and removes its records for which `isOver` holds.
 * @param folder undefined: the records stay in memory only
 */
export function openCollection<Value extends { created: number }>(
  folder: string | undefined,
  schema: z.ZodType<Value>,
  isOver: (value: Value) => boolean = () => false,
) {
  const fileSchema = z.object({ id: z.string(), value: schema })
  let records = new Map<string, Value>()
  /** The last write of each record; the next write waits for it. */
  const writing = new Map<string, Promise<void>>()
  // An id may be any string, so the name is its hash.
  const fileOf = (directory: string, id: string) =>
    join(directory, `${createHash('sha256').update(id).digest('hex').slice(0, 40)}.json`)

  if (folder !== undefined) {
    const stored = openFolder(folder)
      .flatMap(readIfThere)
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
      await writeJson(file, { id, value })
    })()
    writing.set(id, work)
    await work
    if (writing.get(id) === work) writing.delete(id)
  }

  const collection = {
    get: (id: string) => records.get(id),
    /** In order of creation. */
    all: () => [...records.values()],
    /** As `all`, with their ids. */
    entries: () => [...records],
    /** Changes memory at once; resolves when the file is written. */
    put(id: string, value: Value): Promise<void> {
      records.set(id, value)
      return store(id)
    },
    remove(id: string): Promise<void> {
      records.delete(id)
      return store(id)
    },
  }
  for (const [id, value] of records) if (isOver(value)) warnOfFailure(collection.remove(id))
  return collection
}

/** Opens a folder that only its user can read; returns the paths of its JSON files. */
export function openFolder(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
}

/** Writes to a temporary file and renames it, so that a killed process leaves no incomplete file. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, JSON.stringify(value), { mode: 0o600 })
  await rename(unfinished, file)
}

/** Empty when another process on this folder removed the file after it was listed. */
function readIfThere(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8')]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Turns the failure of work that is not awaited into a warning, so that it does not end the process. */
export function warnOfFailure(work: Promise<unknown>): void {
  work.catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
}
