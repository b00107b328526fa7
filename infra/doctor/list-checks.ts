import type { Env } from '#infra/env.ts'
import { createCarrierChecks } from './check-carrier.ts'
import { createClockCheck } from './check-clock.ts'
import { createDatabaseChecks } from './check-database.ts'
import { createMailChecks } from './check-mail.ts'
import { createPaymentChecks } from './check-payments.ts'
import { createSecretFilesCheck } from './check-settings.ts'
import { createStorageChecks } from './check-storage.ts'
import type { Probe } from './finding.ts'
import type { NameServer } from './sender-domain.ts'

/** All checks of what these settings lead to, in the order in which they are shown. */
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
