import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** A run in progress. `mode`: the provider's mode, for runs over products. */
export type RunUnderWay = Pick<Selectable<Database['runs']>, 'id' | 'kind' | 'mode' | 'started_by'>

/** The subjects of a run: products, or the parcels of checkouts. */
export type RunSubject = 'product' | 'checkout'

/** The reason and the values that its sentence needs. */
export type RunItemFailure = { reason: string; details?: object }

/** `later`: tried again in the same run after this many seconds. */
export type StepOutcome = { kind: 'ended'; failure: RunItemFailure | null } | { kind: 'later'; seconds: number }

/** `extended`: the run has to take further items. */
export type RunFinish = { kind: 'ended'; failure: string | null } | { kind: 'extended' }

/** A kind of run: what it does with each item and what follows. `Services`: the ports (domain/services.ts). */
export type RunDefinition<Services> = {
  /** As in `runs.kind`. */
  kind: string
  about: RunSubject
  /** The reason that means an unavailable provider or carrier; the rest of the run is then given up. */
  unavailable: string
  /** Processes one item. May be called again for a finished item and must then return the same. */
  step(services: Services, run: RunUnderWay, id: string): Promise<StepOutcome>
  /** Runs in the transaction that ends the run, after all items were tried. */
  finish?(
    services: Services,
    trx: Transaction<Database>,
    run: RunUnderWay,
    counts: { failed: number },
  ): Promise<RunFinish>
  /** Runs in the transaction that gives items up. */
  giveUp?(trx: Transaction<Database>, ids: readonly string[], reason: string): Promise<void>
  /** Names of the items for the admin, by id. */
  listNames(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The sentence for a stored reason. A reason of an earlier release only says that the item failed. */
  describeFailure(reason: string, details: unknown): string
}
