import { isObject } from '#app/browser-storage.ts'
import { preparePicture } from '#app/pictures/prepare-picture.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_TEXTS, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { COMPLAINT_PICTURE_BYTES } from '#domain/returns/statement.ts'

type Failed = { reason: 'failed'; message: string }

/** Timeout, ms: long enough for a slow phone, and for pictures that are encoded before this one. */
const TIMEOUT_MS = 60_000

/** Stores a picture and answers its key. Large pictures are reduced first. */
export async function sendComplaintPicture(file: File): Promise<Result<string, Failed>> {
  const prepared = await preparePicture(file, COMPLAINT_PICTURE_BYTES)
  if (!prepared.ok) return failed(prepared.failure.description)
  try {
    const answer = await fetch('/api/complaint-pictures', {
      method: 'POST',
      headers: { 'Content-Type': prepared.value.type },
      body: prepared.value,
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
