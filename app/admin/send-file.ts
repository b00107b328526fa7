import { repeatSignedIn, SESSION_OVER } from '#app/api-client.ts'

/** Timeout, ms: enough to send a large file over a slow connection and to process it. */
const TIMEOUT_MS = 120_000

export type Sending = {
  /** Called with the sent part, 0 to 1. */
  onProgress(share: number): void
  signal?: AbortSignal
}
type Answer = { status: number; body: unknown }
type Unanswered = 'failed' | 'cancelled'

/** Sends a file to the shop. Where the session is over, it asks for the password and sends it again. */
export async function uploadFile(path: string, file: Blob, sending: Sending): Promise<Answer | Unanswered> {
  const answer = await repeatSignedIn(
    () => send(path, file, sending),
    (sent) => typeof sent === 'object' && sent.status === 404 && findError(sent.body).code === 'not_found',
  )
  return answer === 'session_over' ? { status: 404, body: { error: { message: SESSION_OVER } } } : answer
}

/** Uses XMLHttpRequest, because fetch reports no progress of an upload. */
function send(path: string, file: Blob, { onProgress, signal }: Sending): Promise<Answer | Unanswered> {
  if (signal?.aborted) return Promise.resolve('cancelled')
  const { promise, resolve } = Promise.withResolvers<Answer | Unanswered>()
  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.setRequestHeader('Content-Type', file.type)
  request.timeout = TIMEOUT_MS
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => resolve({ status: request.status, body: parseJson(request.responseText) })
  request.onerror = () => resolve('failed')
  request.ontimeout = () => resolve('failed')
  request.onabort = () => resolve('cancelled')
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

/** The code and the sentence of a refusal. */
export function findError(body: unknown): { code?: string; message?: string } {
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
