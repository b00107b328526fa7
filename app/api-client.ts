import { fail, ok, type Result } from '#domain/result.ts'

/** Longest wait for an answer, ms. Long enough for a slow phone; after it the buyer is told and may try again. */
const TIMEOUT_MS = 20_000

/** The API said no, in the error shape of the contract. */
export type Refusal = {
  reason: 'refused'
  status: number
  code: string
  /** Polish sentence from the server; empty when something in between answered instead of it. */
  message: string
  fields: Record<string, string>
  /** Figures that some refusals bring along (`error.details`). */
  details: unknown
}

/** `unreachable`: no answer, or none that makes sense. Whether the call had its effect is unknown. */
export type ApiFailure = Refusal | { reason: 'unreachable' }

/** Asks the shop's own JSON API; `Answer` is what its contract promises for this path. */
export async function callApi<Answer>(
  path: string,
  init: { post?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Result<Answer, ApiFailure>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let response: Response
  let body: unknown
  try {
    response = await fetch(path, {
      ...(init.post !== undefined && { method: 'POST', body: JSON.stringify(init.post) }),
      headers: { ...(init.post !== undefined && { 'Content-Type': 'application/json' }), ...init.headers },
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    })
    body = await readJson(response)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    console.warn(`${path}: no answer`, cause)
    return fail({ reason: 'unreachable' })
  }
  if (!response.ok) return fail(refusalOf(response.status, body))
  if (body === undefined) return fail({ reason: 'unreachable' })
  return ok(body as Answer)
}

/** undefined when the answer is no JSON, as an error page of a proxy. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(status: number, body: unknown): Refusal {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  const fields = isRecord(error.fields) ? error.fields : {}
  return {
    reason: 'refused',
    status,
    code: typeof error.code === 'string' ? error.code : 'unknown',
    message: typeof error.message === 'string' ? error.message : '',
    fields: Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    details: error.details,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
