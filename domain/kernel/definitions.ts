import type { z } from 'zod'
import type { Check } from '#domain/kernel/checks/check.ts'
import type { RunDefinition } from '#domain/kernel/runs/run-definition.ts'
import type { Services } from '#domain/services.ts'
import type { Jobs } from './jobs.ts'
import { ok, type Result } from './result.ts'

/** `last`: a failure of this attempt is final. */
export type JobAttempt = { last: boolean }

/** Done, or `permanent`: logged once and not tried again. `why` contains no personal data. */
export type JobOutcome = Result<void, { reason: 'permanent'; why: string }>

type JobSettings = {
  name: string
  /** How many jobs of this kind one process runs in parallel. */
  concurrency: number
  /** After this many whole seconds an attempt counts as hung, and another may begin. */
  timeoutSeconds: number
  /** A cron expression in Polish time. It starts one job for all processes; a missed start is made up for. */
  schedule?: string
}

/** A job as the queue sees it. `run` validates the payload and throws when it does not fit. */
export type Job = JobSettings & {
  run(services: Services, payload: unknown, attempt: JobAttempt): Promise<JobOutcome>
}

type JobDefinition<Name extends keyof Jobs> = JobSettings & {
  name: Name
  /** Payloads identify rows; the rows hold the data. */
  payload: z.ZodType<Jobs[Name]>
  /** Only a job without a payload can have one. */
  schedule?: Record<string, never> extends Jobs[Name] ? string : never
  /** May run again after it succeeded and must then resolve. If it throws, it is tried again later. */
  run(services: Services, payload: Jobs[Name], attempt: JobAttempt): Promise<JobOutcome>
}

/** The definition of a job; the default export of its file. */
export function defineJob<Name extends keyof Jobs>({ payload, run, ...settings }: JobDefinition<Name>): Job {
  return { ...settings, run: async (services, data, attempt) => run(services, payload.parse(data), attempt) }
}

export type ShopCheck = Check<Services, Services['settings']>

type ScheduledJob = Omit<JobSettings, 'concurrency'> & { schedule: string; run(services: Services): Promise<void> }

/** The definition of a job that only its schedule starts. If it throws, it is tried again later. */
export function defineScheduledJob({ run, ...settings }: ScheduledJob): Job {
  return { ...settings, concurrency: 1, run: async (services) => ok(await run(services)) }
}

/** The checks of a noun; the default export of its file (`*.checks.server.ts`), by which they are found. */
export const defineChecks = (checks: readonly ShopCheck[]): readonly ShopCheck[] => checks

/** The definition of a kind of run; the default export of its file (`*.run.server.ts`), by which it is found. */
export const defineRun = (definition: RunDefinition<Services>): RunDefinition<Services> => definition
