import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { FRONT_PLACES, type NewFrontPicture } from './front-pictures.ts'
import { updateFrontPicture } from './settings-store.server.ts'

type Refusal = { reason: 'changed_meanwhile' | 'picture_unavailable' }

/** Shows another picture at a place of the landing page, or none; other processes are notified by the database. */
export async function changeFrontPicture(
  { db, shopProfile }: Pick<Services, 'db' | 'shopProfile'>,
  userId: string,
  picture: NewFrontPicture,
): Promise<Result<null, Busy | Refusal>> {
  const changed = await transact<null, Refusal>(db, async (trx) => {
    const { place, image_key: imageKey } = picture
    if (imageKey !== null && !(await holdPicture(trx, imageKey))) return fail({ reason: 'picture_unavailable' })
    if (!(await updateFrontPicture(trx, picture))) return fail({ reason: 'changed_meanwhile' })
    const details = { place: FRONT_PLACES[place], removed: imageKey === null }
    await recordAudit(trx, { userId, action: 'look.picture_changed', details })
    return ok(null)
  })
  if (changed.ok) await shopProfile.renew()
  return changed
}
