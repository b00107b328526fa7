import { repeatSignedIn, SESSION_OVER } from '#app/api-client.ts'
import { PICTURE_BYTES_MAX, PICTURE_TEXTS, PICTURE_TYPES, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { fail, ok, type Result } from '#domain/result.ts'

/** Longest wait for an answer, ms: five megabytes over a slow phone, and the pictures before this one. */
const TIMEOUT_MS = 120_000

/** Why a picture was not taken, in words; `cancelled` by who sent it. */
export type UploadProblem = { reason: 'failed'; title: string; description: string } | { reason: 'cancelled' }

type Sending = { onProgress(share: number): void; signal: AbortSignal }
type Answer = { status: number; body: unknown }
type Unanswered = 'failed' | 'cancelled'

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
  const answer = await repeatSignedIn(
    () => send(file, sending),
    (sent) => typeof sent === 'object' && sent.status === 404,
  )
  if (answer === 'session_over') return fail(word({ message: SESSION_OVER }))
  if (answer === 'cancelled') return fail({ reason: 'cancelled' })
  return answer === 'failed' ? fail(word({})) : readAnswer(answer)
}

/** By XMLHttpRequest, because fetch does not tell how much was sent. */
function send(file: File, { onProgress, signal }: Sending): Promise<Answer | Unanswered> {
  if (signal.aborted) return Promise.resolve('cancelled')
  const { promise, resolve } = Promise.withResolvers<Answer | Unanswered>()
  const request = new XMLHttpRequest()
  request.open('POST', '/api/admin/pictures')
  request.setRequestHeader('Content-Type', file.type)
  request.timeout = TIMEOUT_MS
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => resolve({ status: request.status, body: parseJson(request.responseText) })
  request.onerror = () => resolve('failed')
  request.ontimeout = () => resolve('failed')
  request.onabort = () => resolve('cancelled')
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

/** What can be said without the server, which looks at the bytes. */
function checkFile(file: File): UploadProblem | null {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (file.size > PICTURE_BYTES_MAX) return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return null
}

function readAnswer({ status, body }: Answer): Result<{ imageKey: string }, UploadProblem> {
  const stored = uploadedPictureSchema.safeParse(body)
  if (status === 200 && stored.success) return ok({ imageKey: stored.data.image_key })
  return fail(word(findError(body)))
}

/** Titles of their own for what is wrong with the file; sentences of the shop for the rest. */
function word({ code, message }: { code?: string; message?: string }): UploadProblem {
  if (code === 'picture_wrong_type') return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (code === 'picture_too_large') return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return { reason: 'failed', ...PICTURE_TEXTS.failed, ...(message && { description: message }) }
}

function findError(body: unknown): { code?: string; message?: string } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {}
  const { error } = body
  if (typeof error !== 'object' || error === null) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('message' in error && typeof error.message === 'string' && { message: error.message }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
