import { AsyncLocalStorage } from 'node:async_hooks'
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { SignInBusy } from '#domain/accounts/account-gateway.ts'
import { ADMISSION, Admission } from '#domain/kernel/rate-limits/admission.ts'
import type { Group } from '#domain/kernel/rate-limits/caller-groups.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

/**
 * RFC 9106 argon2id, m in KiB. `full` is measured at about 50 ms on one core of a small server; `least` is for tests alone, which
 * sign in by the thousand (PASSWORD_COST, refused on https). Stored with each hash, so they may change.
 */
const PARAMETERS = {
  full: { memory: 32_768, passes: 2, parallelism: 1 },
  least: { memory: 64, passes: 1, parallelism: 1 },
}
export type PasswordCost = keyof typeof PARAMETERS

const toArgon2 = promisify(argon2)

const SALT_BYTES = 16
const TAG_BYTES = 32

/** Callers at once: the thread pool has four threads, and files and DNS need theirs. Where there are two cores or fewer, one is
 * left to the requests of everybody else.
 */
const CONCURRENT = availableParallelism() > 2 ? 2 : 1

/** No more work than this waits to be hashed, ms; who comes then is told at once. */
const MOST_WAITING_MS = 2_000

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43,86})$/

/** '$argon2id$v=19$m=...,t=...,p=...$salt$hash', as other argon2 libraries write and read it. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { memory, passes, parallelism } = PARAMETERS[cost]
  const tag = await derive(password, { memory, passes, parallelism, nonce: salt, tagLength: TAG_BYTES })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Constant time for a given hash; a stored value that is no argon2id hash is a broken invariant. */
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

/** Set while it is a caller's turn. */
const turn = new AsyncLocalStorage<true>()

const admission = new Admission({ ...ADMISSION.password, atOnce: CONCURRENT })
/** Time of one hash, ms: a moving average. */
let hashMs = 50

/**
 * Runs work that hashes a password in its turn, its statements to the database included, unless what was asked for before would
 * take more than about two seconds: then the caller, or one of the network that asks for most, may come again after so many
 * seconds. Nothing is done for a caller that leaves before its turn. Work within such work has its turn already.
 *
 * @param group of callers, as `findGroup` names it
 */
export async function queueHashing<T>(
  { group, signal }: { group: Group; signal: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<Result<T, SignInBusy>> {
  if (turn.getStore()) return ok(await work())
  const waitingMs = (admission.size * hashMs) / CONCURRENT
  const admitted = await admission.enter(group, signal, Math.ceil((MOST_WAITING_MS * CONCURRENT) / hashMs))
  if (admitted === 'left') return fail(DROPPED)
  if (admitted === 'refused') return fail(turnAway(waitingMs))
  try {
    return ok(await turn.run(true, work))
  } finally {
    admission.leave(group)
  }
}

/** Nobody is told to come again later than this, s. */
const LATEST_RETRY_SECONDS = 30

/** When those turned away so far will have been served if they come again when told to, on the clock of `performance`. */
let servedUntil = 0

/**
 * Refused, to come again after those who wait and those who were turned away before. A crowd that cannot be served in time
 * comes back spread over the last half of it: all of it at one moment would hold up the requests of everybody else.
 */
function turnAway(waitingMs: number): SignInBusy {
  const now = performance.now()
  const latest = now + LATEST_RETRY_SECONDS * 1000
  const served = Math.max(servedUntil, now + waitingMs) + hashMs / CONCURRENT
  servedUntil = Math.min(served, latest)
  const seconds = served < latest ? (served - now) / 1000 : LATEST_RETRY_SECONDS * (1 - Math.random() / 2)
  return { reason: 'sign_in_busy', retryAfterSeconds: Math.min(LATEST_RETRY_SECONDS, Math.ceil(seconds)) }
}

/** For a caller that has left; nobody reads it. */
const DROPPED: SignInBusy = { reason: 'sign_in_busy', retryAfterSeconds: 1 }

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  const startedAt = performance.now()
  try {
    // The same letters typed on two keyboards must be the same bytes.
    const message = Buffer.from(password.normalize('NFKC'))
    return await toArgon2('argon2id', { ...parameters, message })
  } finally {
    hashMs += (performance.now() - startedAt - hashMs) / 10
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
