import { PICTURE_BYTES_MAX, PICTURE_TEXTS, PICTURE_TYPES, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { fail, ok, type Result } from '#domain/result.ts'

/** Longest wait for an answer, ms: five megabytes over a slow phone, and the pictures before this one. */
const TIMEOUT_MS = 120_000

/** Why a picture was not taken, in words; `cancelled` by who sent it. */
export type UploadProblem = { reason: 'failed'; title: string; description: string } | { reason: 'cancelled' }

/**
 * Sends a picture to the shop. By XMLHttpRequest, because fetch does not tell how much was sent.
 * @param onProgress takes the sent share, 0 to 1
 */
export function uploadPicture(
  file: File,
  { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
): Promise<Result<{ imageKey: string }, UploadProblem>> {
  const refused = checkFile(file)
  if (refused) return Promise.resolve(fail(refused))
  const { promise, resolve } = Promise.withResolvers<Result<{ imageKey: string }, UploadProblem>>()
  const request = new XMLHttpRequest()
  request.open('POST', '/api/admin/pictures')
  request.setRequestHeader('Content-Type', file.type)
  request.timeout = TIMEOUT_MS
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => resolve(readAnswer(request))
  request.onerror = () => resolve(fail(word()))
  request.ontimeout = () => resolve(fail(word()))
  request.onabort = () => resolve(fail({ reason: 'cancelled' }))
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

function readAnswer({ status, responseText }: XMLHttpRequest): Result<{ imageKey: string }, UploadProblem> {
  const body = parseJson(responseText)
  const stored = uploadedPictureSchema.safeParse(body)
  if (status === 200 && stored.success) return ok({ imageKey: stored.data.image_key })
  return fail(word(body))
}

/** Titles of their own for what is wrong with the file; sentences of the shop for the rest. */
function word(body?: unknown): UploadProblem {
  const { code, message } = findError(body)
  if (code === 'picture_wrong_type') return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (code === 'picture_too_large') return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  // To somebody whose session is over the address does not exist, which is no help.
  const description = message && code !== 'not_found' ? message : PICTURE_TEXTS.failed.description
  return { reason: 'failed', title: PICTURE_TEXTS.failed.title, description }
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
