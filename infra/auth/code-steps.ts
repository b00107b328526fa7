import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Kysely } from 'kysely'
import { findSecondFactor } from '#domain/accounts/account-queries.server.ts'
import { raiseLastStep } from '#domain/accounts/account-store.server.ts'
import type { Database } from '#domain/database.ts'
import type { Auth } from './better-auth.ts'

/** How long an authenticator app shows a code, s. Better Auth also accepts the steps before and after. */
const STEP_SECONDS = 30

type StepSettings = { db: Kysely<Database>; auth: Auth; now(): Date }

/**
 * Uses up a code of an authenticator app and all earlier ones. False for a code that is not newer than the last one.
 * Better Auth checks whether the code is correct.
 */
export async function consumeCodeStep({ db, auth, now }: StepSettings, email: string, code: string): Promise<boolean> {
  const factor = await findSecondFactor(db, email)
  if (!factor) return true
  const { secretConfig } = await auth.$context
  const otp = createOTP(await symmetricDecrypt({ key: secretConfig, data: factor.secret }))
  const present = Math.floor(now().getTime() / (STEP_SECONDS * 1000))
  for (const step of [present - 1, present, present + 1]) {
    if ((await otp.hotp(step)) === code) return raiseLastStep(db, factor.id, step)
  }
  return true
}
