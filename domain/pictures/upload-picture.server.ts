import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { type PictureFailure, UNUSED_MS } from './picture.ts'
import { noteUpload } from './picture-store.server.ts'

type UploadFailure = PictureFailure | Busy | { reason: 'picture_storage_unavailable' }

/**
 * Makes and stores all variants of a picture for a product or complaint that is saved with its key. A picture that
 * nothing uses is deleted later (sweep-pictures).
 * @param userId the admin; null: a visitor, whose upload is not audited
 */
export async function uploadPicture(
  services: Pick<Services, 'db' | 'now' | 'pictureEncoder' | 'pictureStorage'>,
  { userId, picture }: { userId: string | null; picture: Uint8Array },
): Promise<Result<{ image_key: string }, UploadFailure>> {
  const { db, pictureEncoder, pictureStorage } = services
  const imageKey = pictureEncoder.keyOf(picture)
  const origin = userId === null ? 'stranger' : 'owner'
  const encoded = await pictureEncoder.encode(picture, origin)
  if (!encoded.ok) return encoded
  // The record comes before the files, so that no orphaned file is ever stored.
  const unusedUntil = new Date(services.now().getTime() + UNUSED_MS[origin])
  if (!(await noteUpload(db, imageKey, unusedUntil))) return fail({ reason: 'busy' })
  try {
    await pictureStorage.put(imageKey, encoded.value)
  } catch (error) {
    log.error('a picture could not be stored', { picture: imageKey, error })
    return fail({ reason: 'picture_storage_unavailable' })
  }
  const details = { bytes: picture.byteLength }
  if (userId !== null) await recordAudit(db, { userId, action: 'picture.uploaded', subjectId: imageKey, details })
  return ok({ image_key: imageKey })
}
