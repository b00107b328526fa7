import { z } from 'zod'
import type { KsefFailure } from '#domain/papers/ksef/ksef.ts'

/** Thrown when KSeF did not do what was asked. */
export class KsefRefusal extends Error {
  override name = 'KsefRefusal'
  readonly failure: KsefFailure
  /** HTTP status; null: no readable answer came. */
  readonly status: number | null
  /** The codes of KSeF's errors. */
  readonly codes: readonly number[]
  constructor(failure: KsefFailure, answer: { status?: number; codes?: readonly number[] } = {}) {
    super(failure.why)
    this.failure = failure
    this.status = answer.status ?? null
    this.codes = answer.codes ?? []
  }
}

export const unavailable = (why: string) => new KsefRefusal({ reason: 'ksef_unavailable', why })

export type KsefCall = { bearer?: string; json?: unknown; xml?: string; headers?: Record<string, string> }
export type KsefCalls = ReturnType<typeof createKsefCalls>

/** Calls of the API v2. Each waits at most `timeoutMs`, follows no redirect and is never repeated here. */
export function createKsefCalls(options: { apiUrl: string; timeoutMs: number; onWarning(warning: string): void }) {
  async function call(method: 'GET' | 'POST', path: string, { bearer, json, xml, headers }: KsefCall) {
    const body = xml ?? (json === undefined ? undefined : JSON.stringify(json))
    try {
      const response = await fetch(options.apiUrl + path, {
        method,
        headers: {
          Accept: 'application/json, application/xml',
          // Errors in the form of RFC 9457; the other one is deprecated.
          'X-Error-Format': 'problem-details',
          ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'Content-Type': xml === undefined ? 'application/json' : 'application/xml' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      // Decoded so that the same bytes can be made of it, with a byte order mark as well.
      const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
      const warning = response.headers.get('X-System-Warning')
      if (warning) options.onWarning(warning.slice(0, 500))
      if (!response.ok) throw describeRefusal(response, text)
      return { text, headers: response.headers }
    } catch (error) {
      if (error instanceof KsefRefusal) throw error
      throw unavailable(`KSeF did not answer (${error instanceof Error ? error.name : String(error)})`)
    }
  }

  return {
    call,
    /** Reads an answer by a schema that takes unknown fields, because the ministry adds some without notice. */
    async read<Value>(method: 'GET' | 'POST', path: string, schema: z.ZodType<Value>, more: KsefCall = {}) {
      const { text } = await call(method, path, more)
      const parsed = schema.safeParse(parseJson(text))
      if (parsed.success) return parsed.data
      throw unavailable(`KSeF answered nonsense to ${method} ${path.replaceAll(/\d{8}-[\w-]+/g, '…')}`)
    },
  }
}

const problemSchema = z.object({
  title: z.string().nullish(),
  detail: z.string().nullish(),
  reasonCode: z.string().nullish(),
  errors: z
    .array(z.object({ code: z.number(), description: z.string().nullish(), details: z.array(z.string()).nullish() }))
    .nullish(),
})

const LONGEST_TEXT = 500
const PAUSE_WITHOUT_TIME_SECONDS = 60
const LONGEST_PAUSE_SECONDS = 3600

function describeRefusal({ status, headers }: Response, body: string): KsefRefusal {
  const { title, detail, reasonCode, errors } = problemSchema.safeParse(parseJson(body)).data ?? {}
  const listed = errors?.map((error) => [error.code, error.description, ...(error.details ?? [])].join(' ')) ?? []
  const told = [reasonCode, ...(listed.length > 0 ? listed : [detail ?? title])].filter(Boolean).join('; ')
  const why = `KSeF answered ${status}: ${told}`.slice(0, LONGEST_TEXT)
  const answer = { status, codes: errors?.map(({ code }) => code) ?? [] }
  if (status === 429) {
    const given = Number(headers.get('Retry-After'))
    const seconds = Number.isInteger(given) && given > 0 ? given : PAUSE_WITHOUT_TIME_SECONDS
    const retryAfterSeconds = Math.min(seconds, LONGEST_PAUSE_SECONDS)
    return new KsefRefusal({ reason: 'ksef_busy', why, retryAfterSeconds }, answer)
  }
  return new KsefRefusal({ reason: status === 403 ? 'ksef_no_permission' : 'ksef_unavailable', why }, answer)
}

/** Undefined for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
