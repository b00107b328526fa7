import type { z } from 'zod'
import type { Services } from '#domain/services.ts'
import type { Jobs } from './jobs.ts'
import type { Result } from './result.ts'

/** `last`: when this one fails nobody tries again. */
export type JobAttempt = { last: boolean }

/** Done, or `permanent`: logged once (`why`: no personal data in it), and not tried again. */
export type JobOutcome = Result<void, { reason: 'permanent'; why: string }>

type JobSettings = {
  name: string
  /** How many of them one process does at once. */
  concurrency: number
  /** After so many whole seconds an attempt counts as hung, and another may begin. */
  timeoutSeconds: number
  /** When it runs by itself: a cron expression, read by the clocks in Poland. One run for all processes; one missed is made up for. */
  schedule?: string
}

/** A job as the queue sees it. `run` takes whatever the queue held as payload and throws when it does not fit. */
export type Job = JobSettings & {
  run(services: Services, payload: unknown, attempt: JobAttempt): Promise<JobOutcome>
}

type JobDefinition<Name extends keyof Jobs> = JobSettings & {
  name: Name
  /** Payloads name rows; the rows hold the truth. */
  payload: z.ZodType<Jobs[Name]>
  /** Only a job without a payload can have one. */
  schedule?: Record<string, never> extends Jobs[Name] ? string : never
  /** May run again for work that is done, and must then resolve. Throws: tried again later. */
  run(services: Services, payload: Jobs[Name], attempt: JobAttempt): Promise<JobOutcome>
}

/** The whole definition of a job; the default export of its file. */
export function defineJob<Name extends keyof Jobs>({ payload, run, ...settings }: JobDefinition<Name>): Job {
  return { ...settings, run: async (services, data, attempt) => run(services, payload.parse(data), attempt) }
}
