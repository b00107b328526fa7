import type { Env } from '#infra/env.ts'
import { createCarrierChecks } from './check-carrier.ts'
import { createClockCheck } from './check-clock.ts'
import { createDatabaseChecks } from './check-database.ts'
import { createMailChecks } from './check-mail.ts'
import { createPaymentChecks } from './check-payments.ts'
import { createSecretFilesCheck } from './check-settings.ts'
import { createStorageChecks } from './check-storage.ts'
import { broken, type Finding, nameError, type Probe } from './finding.ts'
import type { NameServer } from './sender-domain.ts'

/** All checks of these settings and the services that they name, in the order in which they are shown. */
export function listChecks(env: Env, { names, now }: { names: NameServer; now(): Date }): Probe[] {
  return [
    createSecretFilesCheck(env),
    ...createDatabaseChecks(env),
    ...createStorageChecks(env, now),
    ...createMailChecks(env, names),
    ...createPaymentChecks(env),
    ...createCarrierChecks(env),
    ...createClockCheck(env, now),
  ]
}

/** Longest time of a check, ms. */
const TIMEOUT_MS = 5_000

export type ProbeResult = Finding & { name: string; title: string; ms: number }

/** Runs all checks at the same time. A check that takes too long, or fails unexpectedly, counts as broken. */
export function runChecks(checks: readonly Probe[], timeoutMs = TIMEOUT_MS): Promise<ProbeResult[]> {
  return Promise.all(
    checks.map(async ({ name, title, run }) => {
      const began = performance.now()
      const found = await answerOf(run, timeoutMs)
      return { name, title, ...found, ms: Math.round(performance.now() - began) }
    }),
  )
}

async function answerOf(run: Probe['run'], timeoutMs: number): Promise<Finding> {
  const giveUp = new AbortController()
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => {
    late.resolve(
      broken(`brak odpowiedzi przez ${timeoutMs / 1000} s`, 'sprawdź adres w ustawieniach, sieć i zaporę (firewall)'),
    )
    giveUp.abort()
  }, timeoutMs)
  try {
    return await Promise.race([run(giveUp.signal), late.promise])
  } catch (error) {
    return broken(`nie udało się sprawdzić (${nameError(error)})`, 'zobacz, co mówi o tym log sklepu')
  } finally {
    clearTimeout(timer)
  }
}
