import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { updateSettings } from '#domain/kernel/database/settings-row-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { findProfileMistakes, type ProfileChange } from './profile-change.ts'
import {
  fieldOf,
  INITIAL_PROFILE,
  listEditedKeys,
  nameVariable,
  type ProfileKey,
  type ProfileValues,
} from './profile-fields.ts'
import { readEnteredProfile } from './settings-queries.server.ts'

type ProfileServices = Pick<Services, 'db' | 'shopProfile'>

/** What the owner may edit, each with the value in force and where it comes from. */
export async function readProfileForAdmin({ db, shopProfile: { given } }: ProfileServices) {
  const { entered, version } = await readEnteredProfile(db)
  const fields = listEditedKeys().map((key) => {
    const [source, value] =
      given[key] !== undefined
        ? (['environment', given[key]] as const)
        : entered[key] !== undefined
          ? (['panel', entered[key]] as const)
          : (['initial', INITIAL_PROFILE[key]] as const)
    return { key, value, source }
  })
  return { fields, version }
}
export type StoredProfile = Awaited<ReturnType<typeof readProfileForAdmin>>

const CHANGED = { reason: 'changed_meanwhile' } as const
type Wrong = { reason: 'profile_invalid'; fields: Partial<Record<string, string>> }

/**
 * Stores what the owner entered and uses it at once; other processes are notified by the database. A field that the
 * environment sets is refused. Contracts and texts that were agreed to stay as they were.
 */
export async function changeProfile(
  { db, shopProfile }: ProfileServices,
  userId: string,
  { changes, version }: ProfileChange,
): Promise<Result<null, Busy | typeof CHANGED | Wrong>> {
  const { given } = shopProfile
  const keys = Object.keys(changes) as ProfileKey[]
  const changed = await transact<null, typeof CHANGED | Wrong>(db, async (trx) => {
    const before = await readEnteredProfile(trx)
    const after: Partial<ProfileValues> = { ...before.entered, ...changes }
    for (const key of keys) if (after[key] === '') delete after[key]
    const fields = {
      ...findProfileMistakes(changes, { ...INITIAL_PROFILE, ...after, ...given }),
      ...Object.fromEntries(keys.filter((key) => given[key] !== undefined).map((key) => [key, describeSource(key)])),
    }
    if (Object.keys(fields).length > 0) return fail({ reason: 'profile_invalid' as const, fields })
    if (!(await updateSettings(trx, 'shop_profile', { entered: JSON.stringify(after), version }))) return fail(CHANGED)
    const details = { fields: keys.map((key) => fieldOf(key).label) }
    await recordAudit(trx, { userId, action: 'shop_profile.changed', details })
    return ok(null)
  })
  if (changed.ok) await shopProfile.renew()
  return changed
}

const describeSource = (key: ProfileKey) => `Ustawione w konfiguracji serwera (${nameVariable(key)})`
