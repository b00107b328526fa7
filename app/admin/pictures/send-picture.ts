import { findError, type Sending, uploadFile } from '#app/admin/send-file.ts'
import { preparePicture } from '#app/pictures/prepare-picture.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_BYTES_MAX, PICTURE_TEXTS, uploadedPictureSchema } from '#domain/pictures/picture.ts'

/** Why a picture was not stored, in words; `cancelled` by its sender. */
export type UploadProblem = { reason: 'failed'; title: string; description: string } | { reason: 'cancelled' }

/** Sends a picture to the shop, made smaller where it is large. Where the session is over, it asks for the password and sends it again. */
export async function sendPicture(file: File, sending: Sending): Promise<Result<{ imageKey: string }, UploadProblem>> {
  const prepared = await preparePicture(file, PICTURE_BYTES_MAX)
  if (!prepared.ok) return prepared
  const answer = await uploadFile('/api/admin/pictures', prepared.value, sending)
  if (answer === 'cancelled') return fail({ reason: 'cancelled' })
  if (answer === 'failed') return fail(word({}))
  const stored = uploadedPictureSchema.safeParse(answer.body)
  if (answer.status === 200 && stored.success) return ok({ imageKey: stored.data.image_key })
  return fail(word(findError(answer.body)))
}

/** Own titles for problems of the file; the shop's sentences for the rest. */
function word({ code, message }: { code?: string; message?: string }): UploadProblem {
  if (code === 'picture_wrong_type') return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (code === 'picture_too_large') return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return { reason: 'failed', ...PICTURE_TEXTS.failed, ...(message && { description: message }) }
}
