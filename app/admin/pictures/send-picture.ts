import { findError, type Sending, sendFile } from '#app/admin/send-file.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_BYTES_MAX, PICTURE_TEXTS, PICTURE_TYPES, uploadedPictureSchema } from '#domain/pictures/picture.ts'

/** Why a picture was not taken, in words; `cancelled` by who sent it. */
export type UploadProblem = { reason: 'failed'; title: string; description: string } | { reason: 'cancelled' }

/**
 * Sends a picture to the shop; where the session is over, once more after the password.
 * @param sending onProgress takes the sent share, 0 to 1
 */
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

/** What can be said without the server, which looks at the bytes. */
function checkFile(file: File): UploadProblem | null {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (file.size > PICTURE_BYTES_MAX) return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return null
}

/** Titles of their own for what is wrong with the file; sentences of the shop for the rest. */
function word({ code, message }: { code?: string; message?: string }): UploadProblem {
  if (code === 'picture_wrong_type') return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (code === 'picture_too_large') return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return { reason: 'failed', ...PICTURE_TEXTS.failed, ...(message && { description: message }) }
}
