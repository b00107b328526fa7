import { findError, type Sending, sendFile } from '#app/admin/send-file.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_BYTES_MAX, PICTURE_TEXTS, PICTURE_TYPES, uploadedPictureSchema } from '#domain/pictures/picture.ts'

/** Why a picture was not stored, in words; `cancelled` by its sender. */
export type UploadProblem = { reason: 'failed'; title: string; description: string } | { reason: 'cancelled' }

/** Sends a picture to the shop. Where the session is over, it asks for the password and sends it again. */
export async function uploadPicture(
  file: File,
  sending: Sending,
): Promise<Result<{ imageKey: string }, UploadProblem>> {
  const refused = checkFile(file)
  if (refused) return fail(refused)
  const answer = await sendFile('/api/admin/pictures', file, sending)
  if (answer === 'cancelled') return fail({ reason: 'cancelled' })
  if (answer === 'failed') return fail(word({}))
  const stored = uploadedPictureSchema.safeParse(answer.body)
  if (answer.status === 200 && stored.success) return ok({ imageKey: stored.data.image_key })
  return fail(word(findError(answer.body)))
}

/** Checks that need no server; the server checks the bytes. */
function checkFile(file: File): UploadProblem | null {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (file.size > PICTURE_BYTES_MAX) return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return null
}

/** Own titles for problems of the file; the shop's sentences for the rest. */
function word({ code, message }: { code?: string; message?: string }): UploadProblem {
  if (code === 'picture_wrong_type') return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (code === 'picture_too_large') return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return { reason: 'failed', ...PICTURE_TEXTS.failed, ...(message && { description: message }) }
}
