import { AsyncLocalStorage } from 'node:async_hooks'
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import type { SignInBusy } from '#domain/accounts/account-gateway.ts'
import { log } from '#domain/log.ts'
import { fail, ok, type Result } from '#domain/result.ts'

/** RFC 9106 argon2id, m in KiB. Measured at about 50 ms on one core of a small server; stored with each hash, so they may change. */
const PARAMETERS = { memory: 32_768, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * Hashes at once: the thread pool has four threads, and files and DNS need theirs. Where there are two cores or fewer, one is
 * left to the requests of everybody else.
 */
const CONCURRENT = availableParallelism() > 2 ? 2 : 1

/** No more work than this waits to be hashed, ms; who comes then is told at once. */
const MOST_WAITING_MS = 2_000

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43,86})$/

/** '$argon2id$v=19$m=...,t=...,p=...$salt$hash', as other argon2 libraries write and read it. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(password, { ...PARAMETERS, nonce: salt, tagLength: TAG_BYTES })
  const { memory, passes, parallelism } = PARAMETERS
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

/** Who asked for a hash left before its turn came. */
export class HashingDropped extends Error {
  override name = 'HashingDropped'
}

/** The caller for whom passwords are hashed; aborted when it leaves. `waits`: it is counted among those that wait. */
const place = new AsyncLocalStorage<{ signal: AbortSignal | undefined; waits: boolean }>()

/** Calls whose password is not hashed yet, from before their first statement to the database. */
let places = 0
/** Time of one hash, ms: a moving average. */
let hashMs = 50

/**
 * Runs work that hashes a password, unless what was asked for before would take more than about two seconds: then nothing
 * is done, and the caller may come again after so many seconds. What waits for a caller that leaves is dropped. Work within
 * such work has its place already.
 */
export async function queueHashing<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<Result<T, SignInBusy>> {
  if (place.getStore()) return ok(await work())
  const waitingMs = (places * hashMs) / CONCURRENT
  if (places > CONCURRENT && waitingMs > MOST_WAITING_MS) return fail(turnAway(waitingMs))
  places += 1
  const own = { signal, waits: true }
  try {
    return ok(await place.run(own, work))
  } finally {
    leave(own)
  }
}

function leave(own: { waits: boolean } | undefined): void {
  if (own?.waits) places -= 1
  if (own) own.waits = false
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
  const turn = Math.max(servedUntil, now + waitingMs) + hashMs / CONCURRENT
  servedUntil = Math.min(turn, latest)
  const seconds = turn < latest ? (turn - now) / 1000 : LATEST_RETRY_SECONDS * (1 - Math.random() / 2)
  return { reason: 'sign_in_busy', retryAfterSeconds: Math.min(LATEST_RETRY_SECONDS, Math.ceil(seconds)) }
}

/** What a password is answered with whose caller left; nobody reads it. */
export const DROPPED: SignInBusy = { reason: 'sign_in_busy', retryAfterSeconds: 1 }

const waiting = new Set<() => void>()
let running = 0

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  await takeTurn(place.getStore()?.signal)
  const startedAt = performance.now()
  try {
    // The same letters typed on two keyboards must be the same bytes.
    const message = Buffer.from(password.normalize('NFKC'))
    return await new Promise((resolve, reject) => {
      argon2('argon2id', { ...parameters, message }, (error, key) => (error ? reject(error) : resolve(key)))
      yieldToRequests()
    })
  } finally {
    hashMs += (performance.now() - startedAt - hashMs) / 10
    leave(place.getStore())
    const [next] = waiting
    if (next) next()
    else running -= 1
  }
}

/** Of the threads that hash, from -20 to 19: below everything that answers requests. */
const HASHING_NICENESS = 10

let yielding = false

/**
 * Gives the thread pool, which has started by now, a lower priority than the main thread and the database: where cores are
 * scarce a crowd that signs in waits for the others, not they for it. Linux alone knows priorities of threads.
 */
function yieldToRequests(): void {
  if (yielding || process.platform !== 'linux') return
  yielding = true
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8')
      if (name.startsWith('libuv-worker')) setPriority(Number(thread), HASHING_NICENESS)
    }
  } catch (error) {
    log.warn('passwords are hashed at the priority of everything else', { error })
  }
}

/** Waits for one of the `CONCURRENT` turns, which the one who ends hands on. Throws HashingDropped when the caller leaves. */
function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new HashingDropped())
    if (running < CONCURRENT) {
      running += 1
      return resolve()
    }
    const begin = () => {
      waiting.delete(begin)
      signal?.removeEventListener('abort', drop)
      resolve()
    }
    const drop = () => {
      waiting.delete(begin)
      reject(new HashingDropped())
    }
    waiting.add(begin)
    signal?.addEventListener('abort', drop, { once: true })
  })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
