import { timingSafeEqual } from 'node:crypto'
import {
  type LimitServices,
  limitGuesses,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Baselinker, findBaselinker } from './baselinker-queries.server.ts'
import { noteContact, noteRefusal } from './baselinker-store.server.ts'
import { hashKey } from './change-baselinker.server.ts'

/** Settings that are complete because it is on. */
export type Connected = Baselinker & { owner_id: string; since: Date }

export type CallerRefusal =
  | TooManyAttempts
  | { reason: 'baselinker_key_missing' | 'baselinker_key_wrong' | 'baselinker_off' }

/** Admits a caller with BaseLinker's key while it is on. Wrong keys of one network are limited. */
export async function admitCaller(
  services: LimitServices,
  { key, clientAddress }: { key: string | undefined; clientAddress: string },
): Promise<Result<Connected, CallerRefusal>> {
  const given = key === undefined ? null : hashKey(key)
  const limits = {
    countWhenWrong: 'baselinker_key',
    countWhenRight: 'baselinker_call',
    account: null,
    clientAddress,
  } as const
  const found = await limitGuesses(
    services,
    limits,
    async () => {
      const settings = await findBaselinker(services.db)
      const known = Buffer.from(settings.key_hash ?? '', 'hex')
      return { settings, isRight: given !== null && known.length === given.length && timingSafeEqual(given, known) }
    },
    ({ isRight }) => (isRight ? 'right' : 'wrong'),
  )
  if (!found.ok) return found
  const { settings, isRight } = found.value
  if (!isRight) return fail({ reason: given === null ? 'baselinker_key_missing' : 'baselinker_key_wrong' })
  const { owner_id, since } = settings
  if (!settings.enabled || owner_id === null || since === null) return fail({ reason: 'baselinker_off' })
  await noteContact(services.db, services.now())
  return ok({ ...settings, owner_id, since })
}

/** Keeps the last refusal for the owner to see: BaseLinker shows it to nobody. */
export const noteRefused = ({ db, now }: LimitServices, sentence: string): Promise<void> =>
  noteRefusal(db, { refusal: sentence.slice(0, 2000), refused_at: now() })
