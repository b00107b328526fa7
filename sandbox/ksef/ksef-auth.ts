import type { X509Certificate } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { createSecret } from '#sandbox/access.ts'
import type { FaultBoard, HttpEnv } from '#sandbox/faults.ts'
import { newReference, refuse } from './ksef-answers.ts'

const CHALLENGE_MS = 10 * 60_000
const ACCESS_MS = 15 * 60_000

type Attempt = { token: string; nip: string; code: number; text: string; polls: number; isRedeemed: boolean }
export type KsefEnv = HttpEnv & { Variables: { nip: string } }

/** Signing in to the sandbox's KSeF, and the guard of what follows. */
export function createKsefAuth(faults: FaultBoard) {
  const challenges = new Map<string, number>()
  const attempts = new Map<string, Attempt>()
  const access = new Map<string, { nip: string; until: number }>()
  const api = new Hono<KsefEnv>()
  const bearerOf = (header = '') => header.replace(/^Bearer /, '')

  api.post('/challenge', (c) => {
    const challenge = newReference('CR')
    const now = Date.now()
    challenges.set(challenge, now + CHALLENGE_MS)
    return c.json({ challenge, timestamp: new Date(now).toISOString(), timestampMs: now, clientIp: '127.0.0.1' })
  })

  api.post('/xades-signature', async (c) => {
    const { verifyXades } = await import('./verify-xades.ts')
    const verified = verifyXades(await c.req.text())
    if ('code' in verified) return refuse(c, 400, verified.text, verified)
    const { certificate, challenge, nip } = verified
    const until = challenges.get(challenge) ?? 0
    challenges.delete(challenge)
    if (until < Date.now()) return refuse(c, 400, 'Nieprawidłowe wyzwanie autoryzacyjne.', { code: 21111 })
    if (!isForSigningIn(certificate)) return refuse(c, 400, 'Nieprawidłowy certyfikat.', { code: 21115 })
    const refused = faults.take('ksef', ({ mode }) => mode === 'revoked')
      ? { code: 460, text: 'Certyfikat unieważniony' }
      : judge(certificate, nip)
    const reference = newReference('AU')
    const attempt = { token: createSecret(), nip, polls: 0, isRedeemed: false, ...refused }
    attempts.set(reference, attempt)
    const validUntil = new Date(Date.now() + CHALLENGE_MS).toISOString()
    return c.json({ referenceNumber: reference, authenticationToken: { token: attempt.token, validUntil } }, 202)
  })

  api.post('/token/redeem', (c) => {
    const token = bearerOf(c.req.header('Authorization'))
    const attempt = [...attempts.values()].find((one) => one.token === token)
    if (!attempt || attempt.polls < 2 || attempt.code !== 200) return refuse(c, 401, 'Brak uwierzytelnienia')
    if (attempt.isRedeemed) return refuse(c, 400, 'Brak autoryzacji.', { code: 21301 })
    attempt.isRedeemed = true
    const accessToken = createSecret()
    const until = Date.now() + ACCESS_MS
    access.set(accessToken, { nip: attempt.nip, until })
    const validUntil = new Date(until).toISOString()
    return c.json({
      accessToken: { token: accessToken, validUntil },
      refreshToken: { token: createSecret(), validUntil },
    })
  })

  api.get('/:reference', (c) => {
    const attempt = attempts.get(c.req.param('reference'))
    if (attempt?.token !== bearerOf(c.req.header('Authorization'))) return refuse(c, 401, 'Brak uwierzytelnienia')
    attempt.polls += 1
    const status =
      attempt.polls < 2
        ? { code: 100, description: 'Uwierzytelnianie w toku' }
        : { code: attempt.code, description: attempt.text }
    return c.json({ startDate: new Date().toISOString(), status })
  })

  const requireAccess: MiddlewareHandler<KsefEnv> = async (c, next) => {
    const known = access.get(bearerOf(c.req.header('Authorization')))
    if (!known || known.until < Date.now()) return refuse(c, 401, 'Brak uwierzytelnienia')
    c.set('nip', known.nip)
    await next()
  }

  return { api, requireAccess }
}

const usageOf = (certificate: X509Certificate) =>
  certificate.raw.toString('hex').match(/0603551d0f.*?03020[0-7](..)/)?.[1]

/** Whether keyUsage has digitalSignature; nonRepudiation is not enough. */
const isForSigningIn = (certificate: X509Certificate) =>
  (Number.parseInt(usageOf(certificate) ?? '80', 16) & 0x80) !== 0

function judge({ subject, validFromDate, validToDate }: X509Certificate, nip: string) {
  const now = new Date()
  if (now < validFromDate || now > validToDate) return { code: 460, text: 'Certyfikat nieważny' }
  const isOwn = new RegExp(`^(organizationIdentifier=VATPL-|serialNumber=(TINPL-)?)${nip}$`, 'm').test(subject)
  return isOwn
    ? { code: 200, text: 'Uwierzytelnianie zakończone sukcesem' }
    : { code: 415, text: 'Brak przypisanych uprawnień' }
}
