import type { Calls } from '#api/index.ts'
import { LETTER_WAITS_HEADER } from '#domain/kernel/mail.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { toast } from './ui/toast.ts'

/** Timeout of a call, ms: long enough for a slow phone. After it the shop counts as unreachable. */
const TIMEOUT_MS = 20_000

type Method = 'get' | 'post' | 'patch' | 'delete'
/** The paths of the contract that take a method, parameters as `:name`. */
type PathOf<M extends Method> = { [P in keyof Calls]: M extends keyof Calls[P] ? P : never }[keyof Calls] & string
type AnyCall = { sent: unknown; answer: unknown; refusal: { code: string; status: number } }
type Call<M extends Method, P extends keyof Calls> = Calls[P] extends Record<M, infer C extends AnyCall> ? C : never

/** What a call answers when it succeeds. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = Call<M, P>['answer']

/** Every code of the contract. */
export type ErrorCode = { [P in keyof Calls]: CodeOf<Calls[P][keyof Calls[P]]> }[keyof Calls]
type CodeOf<C> = C extends { refusal: { code: infer Code } } ? Code : never

/** A refusal by the API, in the contract's one format. */
type Refusal = {
  reason: 'refused'
  status: number
  code: ErrorCode
  /** A Polish sentence that can be shown as it is. */
  message: string
  /** A sentence per wrong field. */
  fields: Record<string, string>
}

/** The refusals of one call: a union over `code`, with `details` where a refusal has them. */
export type RefusalOf<M extends Method, P extends PathOf<M>> = Worded<Call<M, P>['refusal']>
type Worded<E> = E extends { code: string } ? Refusal & Omit<E, 'fields'> : never

/** `unreachable`: no answer, or one outside the contract. Whether the call had its effect is unknown. */
export type ApiFailure<R extends Refusal = Refusal> = R | { reason: 'unreachable' }

type FreeOptions = {
  query?: Record<string, string>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Called when the session is over, before the password is asked for. */
  onSessionOver?: () => void
}
/** What a call takes: body and path parameters as the contract says, and any query and headers. */
type CallOptions<M extends Method, P extends PathOf<M>> = Call<M, P>['sent'] & FreeOptions
type Options = FreeOptions & { json?: unknown; param?: Record<string, string> }

type AnyAnswer = Result<unknown, ApiFailure>

/** Asks for the password over the present screen; resolves to whether somebody signed in. */
let signInAgain: (() => Promise<boolean>) | null = null

/** Set while the admin, or the shop with a signed-in customer, is on the screen. */
export function setSignInAgain(ask: (() => Promise<boolean>) | null): void {
  signInAgain = ask
}

/** Asks the admin for password or code over the present screen; resolves to whether it was given. */
let proveAgain: (() => Promise<boolean>) | null = null

/** Set while the admin's pages are on the screen. */
export function setProveAgain(ask: (() => Promise<boolean>) | null): void {
  proveAgain = ask
}

export const SESSION_OVER = 'Minęła sesja. Zaloguj się ponownie, nic z tego, co wpisano, nie zginęło.'

/**
 * Calls the shop's own JSON API. Throws only when `signal` aborts the call. When the session is over, calls of the
 * admin and writes of a customer first ask for the password and are then repeated once. So are acts of the admin that
 * need a recent proof; without one they answer the refusal.
 */
export async function callApi<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: object extends CallOptions<M, P> ? [options?: CallOptions<M, P>] : [options: CallOptions<M, P>]
): Promise<Result<AnswerOf<M, P>, ApiFailure<RefusalOf<M, P>>>>
export async function callApi(method: Method, path: string, options: Options = {}): Promise<AnyAnswer> {
  const call = () => send(method, path, options)
  const isAdminCall = path.startsWith('/api/admin/')
  if (!isAdminCall && (method === 'get' || NEVER_ASKS.has(path))) return call()
  const answer = isAdminCall
    ? await repeatSignedIn(call, isRefusedAs('not_found'))
    : await repeatSignedIn(call, isRefusedAs('sign_in_required'), async () => {
        options.onSessionOver?.()
        return false
      })
  if (answer !== 'session_over') {
    if (!proveAgain || !isRefusedAs('proof_required')(answer)) return answer
    return (await proveAgain()) ? call() : answer
  }
  const refusal = { reason: 'refused', message: SESSION_OVER, fields: {} } as const
  return isAdminCall
    ? fail({ ...refusal, status: 404, code: 'not_found' })
    : fail({ ...refusal, status: 401, code: 'sign_in_required' })
}

/** Writes whose own form asks for the password, and one that runs without a press. */
const NEVER_ASKS: ReadonlySet<string> = new Set([
  '/api/create-cash-on-delivery-order',
  '/api/create-checkout-session',
  '/api/orders/:id/give-up',
])

const isRefusedAs = (code: ErrorCode) => (answer: AnyAnswer) =>
  !answer.ok && answer.failure.reason === 'refused' && answer.failure.code === code

/**
 * Makes a call that needs a session. When the call is refused because the session is over, asks for the password and
 * repeats it once. The admin's routes answer 404 to everybody else.
 * @param isSignedIn whether the session is still valid, so that the refusal has another reason
 */
export async function repeatSignedIn<Answer>(
  call: () => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
  isSignedIn = isAdminSignedIn,
): Promise<Answer | 'session_over'> {
  const answer = await call()
  if (!signInAgain || !isRefused(answer) || (await isSignedIn())) return answer
  return (await signInAgain()) ? call() : 'session_over'
}

async function isAdminSignedIn(): Promise<boolean> {
  const answer = await send('get', '/api/me', {})
  if (!answer.ok) return true
  const { user } = answer.value as AnswerOf<'get', '/api/me'>
  // An invited person makes no call that can be refused in this way while the session is valid.
  return user?.role === 'admin'
}

/** How many times a call waits for its turn to hash a password, and how long at most, s. */
const MOST_WAITS = 2
const LONGEST_WAIT_SECONDS = 10

async function send(method: Method, path: string, options: Options, waits = 0): Promise<AnyAnswer> {
  const { json, signal } = options
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(buildAddress(path, options), {
      method: method.toUpperCase(),
      ...(json !== undefined && { body: JSON.stringify(json) }),
      headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...options.headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const mailWaits = response.headers.get(LETTER_WAITS_HEADER)
    if (mailWaits !== null) tellMailWaits(new Date(mailWaits))
    const body = JSON.parse(await response.text())
    if (response.ok) return ok(body)
    // Anything else is the error page of a proxy in between.
    if (typeof body?.error?.code === 'string') {
      const seconds = Number(response.headers.get('Retry-After'))
      // Nothing was done, and the shop says when there will be time for it.
      if (body.error.code === 'sign_in_busy' && waits < MOST_WAITS && seconds <= LONGEST_WAIT_SECONDS) {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
        return send(method, path, options, waits + 1)
      }
      return fail({ fields: {}, ...body.error, reason: 'refused', status: response.status })
    }
  } catch (cause) {
    if (signal?.aborted) throw cause
    console.warn(`${path}: no answer`, cause)
  }
  return fail({ reason: 'unreachable' })
}

/** The page already says that a mail was sent; this mail may arrive later. */
function tellMailWaits(until: Date): void {
  toast({
    title: 'E-mail może przyjść później',
    description: `Z Twojej sieci poszło właśnie dużo wiadomości na nowe adresy. Wiadomość do Ciebie może przyjść dopiero po ${formatDateTime(until)}.`,
    urgent: true,
    durationMs: 12_000,
  })
}

function buildAddress(path: string, { param, query }: Options): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(param?.[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}
