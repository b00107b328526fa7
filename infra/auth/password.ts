import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 9106 argon2id, m in KiB. Measured at about 50 ms on one core of a small server; stored with each hash, so they may change. */
const PARAMETERS = { memory: 32_768, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Hashes at once: the thread pool has four threads, and files and DNS need theirs. The rest queue. */
const CONCURRENT = 2

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

const waiting: (() => void)[] = []
let running = 0

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (running >= CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    // The same letters typed on two keyboards must be the same bytes.
    const message = Buffer.from(password.normalize('NFKC'))
    return await new Promise((resolve, reject) =>
      argon2('argon2id', { ...parameters, message }, (error, key) => (error ? reject(error) : resolve(key))),
    )
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
