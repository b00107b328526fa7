import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What an answer can be made from, in the words of the database's `catalog_changed` notices: one product with its reviews,
 * the lists that are filtered, sorted and searched, what resembles a brand or gender, what delivery costs.
 */
export type CatalogSubject = 'lists' | 'shipping-costs' | `product:${string}` | `similar:${string}`

export type CatalogReads = {
  /** What was read; a change of any of it makes an answer old. */
  subjects: Set<CatalogSubject>
  /** The last page of a list that was asked for a page beyond its end, else null. */
  lastPage: number | null
}

const reads = new AsyncLocalStorage<CatalogReads>()

/** Runs the work and says what of the catalogue its queries read. */
export async function recordCatalogReads<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; reads: CatalogReads }> {
  const record: CatalogReads = { subjects: new Set(), lastPage: null }
  return { value: await reads.run(record, work), reads: record }
}

export function noteCatalogRead(subject: CatalogSubject): void {
  reads.getStore()?.subjects.add(subject)
}

export function noteLastPage(page: number): void {
  const record = reads.getStore()
  if (record) record.lastPage = page
}
