import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Catalog, CatalogSource } from './catalog.ts'
import { readCatalog, readChanges } from './catalog-queries.server.ts'

/** The catalogue is read again after this time, ms, in case a notification was lost. */
const FRESH_MS = 5 * 60_000

/** What has to be read again: ids of products, or everything. */
type Changed = Set<string> | 'all'

/**
 * The present catalogue. While change notifications are received, it stays in memory, and the products they name are
 * read again before the next use. Otherwise it is read each time. At most one reading is running and one is waiting.
 * Every caller gets a reading that began after the call, or after all earlier notifications.
 */
export class LiveCatalog implements CatalogSource {
  readonly #db: Kysely<Database>
  #known: { catalog: Catalog; at: number } | null = null
  #changed: Changed = 'all'
  #isListening = false
  #receiveNotices: () => Promise<void> = async () => {}
  #onReceived = () => {}
  #running: Promise<Catalog> | null = null
  #next: Promise<Catalog> | null = null

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** @param receiveNotices resolves when the notifications of all earlier commits have arrived */
  setListening(isListening: boolean, receiveNotices: () => Promise<void>): void {
    this.#isListening = isListening
    this.#receiveNotices = receiveNotices
    this.#changed = 'all'
  }

  /** Handles a notification of the database: `product:<id>`, `all`, or one that does not concern the catalogue. */
  change(name: string): void {
    if (name === 'all') this.#changed = 'all'
    else if (name.startsWith(PRODUCT) && this.#changed !== 'all') this.#changed.add(name.slice(PRODUCT.length))
  }

  /** Registers work that has to be finished before `receiveChanges` resolves, such as renewing derived values. */
  onReceived(work: () => void): void {
    this.#onReceived = work
  }

  async receiveChanges(): Promise<void> {
    await this.#receiveNotices()
    this.#onReceived()
  }

  read(): Promise<Catalog> {
    const isUnchanged = this.#isListening && this.#changed !== 'all' && this.#changed.size === 0
    if (isUnchanged && this.#running) return this.#running
    if (isUnchanged && this.#known && this.#isFresh()) return Promise.resolve(this.#known.catalog)
    if (!this.#running) return this.#readNow()
    const readNext = () => {
      this.#next = null
      return this.#running ?? this.#readNow()
    }
    this.#next ??= this.#running.then(readNext, readNext)
    return this.#next
  }

  /**
   * The catalogue for calls that anybody may repeat without limit. While no notifications arrive or the database is
   * unavailable: the one that was read last. Null: none was.
   */
  async readLast(): Promise<Catalog | null> {
    const last = () => this.#known?.catalog ?? null
    return this.#isListening ? this.read().catch(last) : last()
  }

  #isFresh(): boolean {
    return this.#isListening && this.#known !== null && Date.now() - this.#known.at < FRESH_MS
  }

  #readNow(): Promise<Catalog> {
    const changed = this.#changed
    const known = changed === 'all' || !this.#isFresh() ? null : this.#known
    this.#changed = new Set()
    const at = known?.at ?? Date.now()
    const reading = known && changed !== 'all' ? readChanges(this.#db, known.catalog, changed) : readCatalog(this.#db)
    this.#running = reading.then(
      (catalog) => {
        this.#known = { catalog, at }
        this.#running = null
        return catalog
      },
      (error) => {
        this.#changed = 'all'
        this.#running = null
        throw error
      },
    )
    return this.#running
  }
}

const PRODUCT = 'product:'
