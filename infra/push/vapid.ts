import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'

/** Validity of a signed request; push services accept a day at most. */
const SIGNED_SECONDS = 12 * 60 * 60
/** Private keys of the curve P-256 are the numbers from 1 to this. */
const GREATEST_KEY = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550n

/**
 * The shop's key for push services (VAPID, RFC 8292), derived from AUTH_SECRET: nothing is stored, every process has
 * the same key, and a new AUTH_SECRET ends all subscriptions.
 * @param options.contact for messages of a push service, for example 'mailto:sklep@example.com'; read at each use
 */
export function createVapid(options: { secret: string; readonly contact: string }) {
  // Longer than the key, so that every remainder is equally likely.
  const derived = Buffer.from(hkdfSync('sha256', options.secret, '', 'web push', 48)).toString('hex')
  const key = Buffer.from(((BigInt(`0x${derived}`) % GREATEST_KEY) + 1n).toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(key)
  const point = curve.getPublicKey()
  const publicKey = point.toString('base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: key.toString('base64url'), x, y }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })

  return {
    publicKey,
    /** The Authorization header for a push service with this origin. */
    authorize(origin: string, now: Date): string {
      const claims = { aud: origin, exp: Math.floor(now.getTime() / 1000) + SIGNED_SECONDS, sub: options.contact }
      const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.')
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
