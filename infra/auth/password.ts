import { AsyncLocalStorage } from 'node:async_hooks'
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { SignInBusy } from '#domain/accounts/account-gateway.ts'
import { ADMISSION, Admission } from '#domain/kernel/rate-limits/admission.ts'
import type { Group } from '#domain/kernel/rate-limits/caller-groups.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

/**
 * Parameters of argon2id (RFC 9106), memory in KiB. `full` takes about 50 ms on one core of a small server. `least` is
 * for tests, which sign in thousands of times (PASSWORD_COST, refused on https). Each hash stores its own, so they may
 * change.
 */
const PARAMETERS = {
  full: { memory: 32_768, passes: 2, parallelism: 1 },
  least: { memory: 64, passes: 1, parallelism: 1 },
}
export type PasswordCost = keyof typeof PARAMETERS

const toArgon2 = promisify(argon2)

const SALT_BYTES = 16
const TAG_BYTES = 32

/** Hashes at once: files and DNS need some of the four pool threads, and with two cores other requests need one. */
const CONCURRENT = availableParallelism() > 2 ? 2 : 1

/** Longest queue of hashing work, ms; a caller beyond it is refused at once, unless it is among the first few. */
const MOST_WAITING_MS = 2_000
/** As many may always wait: on a busy machine a hash takes long, and a few buyers at one moment are no crowd. */
const LEAST_WAITING = 12

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43,86})$/

/** Returns '$argon2id$v=19$m=...,t=...,p=...$salt$hash', the format of other argon2 libraries. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { memory, passes, parallelism } = PARAMETERS[cost]
  const tag = await derive(password, { memory, passes, parallelism, nonce: salt, tagLength: TAG_BYTES })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Compares in constant time. Throws when the stored value is not an argon2id hash. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (!salt || !tag) throw new Error('stored password is not an argon2id hash')
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** Set during a caller's turn. */
const turn = new AsyncLocalStorage<true>()

const admission = new Admission({ ...ADMISSION.password, atOnce: CONCURRENT })
/** Time of one hash, ms: a moving average. */
let hashMs = 50

/**
 * Runs work that hashes a password, with its statements to the database, in the caller's turn. When earlier work takes
 * more than about two seconds, the caller, or one of the network with most callers, is refused and may try again later.
 * A caller that disconnects before its turn is skipped. Nested work uses the turn of the outer work.
 * @param group of callers, see `findGroup`
 */
export async function queueHashing<T>(
  { group, signal }: { group: Group; signal: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<Result<T, SignInBusy>> {
  if (turn.getStore()) return ok(await work())
  const waitingMs = (admission.size * hashMs) / CONCURRENT
  const most = Math.max(LEAST_WAITING, Math.ceil((MOST_WAITING_MS * CONCURRENT) / hashMs))
  const admitted = await admission.enter(group, signal, most)
  if (admitted === 'left') return fail(DROPPED)
  if (admitted === 'refused') return fail(turnAway(waitingMs))
  try {
    return ok(await turn.run(true, work))
  } finally {
    admission.leave(group)
  }
}

/** Longest time after which a refused caller may try again, s. */
const LATEST_RETRY_SECONDS = 30

/** When all callers refused so far will be served, if they try again at their time, by `performance.now()`. */
let servedUntil = 0

/**
 * Refuses a caller, and says when to try again: after those who wait and those refused before. If that exceeds the
 * longest time, it names a random moment in the second half of that time, because a crowd that returns at once would
 * delay all other requests.
 */
function turnAway(waitingMs: number): SignInBusy {
  const now = performance.now()
  const latest = now + LATEST_RETRY_SECONDS * 1000
  const served = Math.max(servedUntil, now + waitingMs) + hashMs / CONCURRENT
  servedUntil = Math.min(served, latest)
  const seconds = served < latest ? (served - now) / 1000 : LATEST_RETRY_SECONDS * (1 - Math.random() / 2)
  return { reason: 'sign_in_busy', retryAfterSeconds: Math.min(LATEST_RETRY_SECONDS, Math.ceil(seconds)) }
}

/** Result for a caller that has disconnected. */
const DROPPED: SignInBusy = { reason: 'sign_in_busy', retryAfterSeconds: 1 }

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  const startedAt = performance.now()
  try {
    // The same text typed on different keyboards must give the same bytes.
    const message = Buffer.from(password.normalize('NFKC'))
    return await toArgon2('argon2id', { ...parameters, message })
  } finally {
    hashMs += (performance.now() - startedAt - hashMs) / 10
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
