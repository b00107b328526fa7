import { isObject } from '#app/browser-storage.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_TEXTS, PICTURE_TYPES, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { COMPLAINT_PICTURE_BYTES } from '#domain/withdrawals/statement.ts'

type Failed = { reason: 'failed'; message: string }

/** Longest wait for an answer, ms: a slow phone, and the pictures that are encoded before. */
const TIMEOUT_MS = 60_000

/** Stores a picture and answers its key. A large one is made smaller before: phones take pictures of many megabytes. */
export async function sendComplaintPicture(file: File): Promise<Result<string, Failed>> {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return failed(PICTURE_TEXTS.wrongType.description)
  const body = file.size > COMPLAINT_PICTURE_BYTES ? await shrink(file) : file
  try {
    const answer = await fetch('/api/complaint-pictures', {
      method: 'POST',
      headers: { 'Content-Type': body.type },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const content: unknown = await answer.json()
    const stored = uploadedPictureSchema.safeParse(content)
    if (answer.ok && stored.success) return ok(stored.data.image_key)
    return failed(readSentence(content))
  } catch (cause) {
    console.warn('A picture was not sent', cause)
    return failed(PICTURE_TEXTS.failed.description)
  }
}

const failed = (message: string) => fail({ reason: 'failed' as const, message })

function readSentence(content: unknown): string {
  const error = isObject(content) ? content.error : null
  return isObject(error) && typeof error.message === 'string' ? error.message : PICTURE_TEXTS.failed.description
}

/** The longer side of a picture that was made smaller, pixels. */
const LONGEST_SIDE = 2000

/** The file itself where the browser cannot decode it; the shop then says why it is not accepted. */
async function shrink(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.85))
  } catch (cause) {
    console.warn('A picture could not be made smaller', cause)
    return file
  }
}
