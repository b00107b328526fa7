import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** A run that is under way. `mode`: of runs over products. */
export type RunUnderWay = Pick<Selectable<Database['runs']>, 'id' | 'kind' | 'mode' | 'started_by'>

/** What a run is about: products, or the parcels of checkouts. */
export type RunSubject = 'product' | 'checkout'

/** The reason and what its sentence needs beside it. */
export type RunItemFailure = { reason: string; details?: object }

/** `later`: tried again in the same run after so many seconds. */
export type StepOutcome = { kind: 'ended'; failure: RunItemFailure | null } | { kind: 'later'; seconds: number }

/** `extended`: things came up meanwhile that the run has to take, too. */
export type RunFinish = { kind: 'ended'; failure: string | null } | { kind: 'extended' }

/** A kind of runs: what it does with each thing and what follows. `Services`: the ports (domain/services.ts). */
export type RunDefinition<Services> = {
  /** As in `runs.kind`. */
  kind: string
  about: RunSubject
  /** The reason that says that the other side does not answer; the rest of a run is given up for it. */
  unavailable: string
  /** Does one thing. May be called again for work that is done, and must then answer the same. */
  step(services: Services, run: RunUnderWay, id: string): Promise<StepOutcome>
  /** What follows once all were tried, in the transaction that ends the run. */
  finish?(
    services: Services,
    trx: Transaction<Database>,
    run: RunUnderWay,
    counts: { failed: number },
  ): Promise<RunFinish>
  /** What becomes of things that the run gave up, in the transaction that gave them up. */
  giveUp?(trx: Transaction<Database>, ids: readonly string[], reason: string): Promise<void>
  /** How the admin calls these things, by id. */
  listNames(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** A stored reason in words; one of an earlier release says no more than that it failed. */
  describeFailure(reason: string, details: unknown): string
}
