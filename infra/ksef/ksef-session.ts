import { constants, createCipheriv, createHash, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { KsefAccess, KsefInvoice } from '#domain/papers/ksef/ksef.ts'
import { type KsefCalls, KsefRefusal, unavailable } from './ksef-calls.ts'
import { signChallenge } from './xades.ts'

export type Polling = { pollMs: number; mostPolls: number }

export const statusSchema = z.object({
  code: z.number(),
  description: z.string().nullish(),
  details: z.array(z.string()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})
const referenceSchema = z.object({ referenceNumber: z.string() })
const tokenSchema = z.object({ token: z.string() })

type Described = Partial<z.infer<typeof statusSchema>>
export const describeStatus = ({ code, description, details }: Described): string =>
  [code, description, ...(details ?? [])].filter(Boolean).join(' ').slice(0, 500)

/** Codes of signing in that mean: try later. Other failures are the certificate's, but for 415. */
const AUTH_RUNNING = 100
const AUTH_DONE = 200
const AUTH_NO_PERMISSION = 415
const AUTH_TRY_LATER: readonly number[] = [500, 550]
/** The challenge was used or is too old. */
const WRONG_CHALLENGE = 21111

/** Signs in with the certificate; the answer is the token of the calls that follow, alive for minutes. */
export async function signInToKsef(calls: KsefCalls, access: KsefAccess, polling: Polling, now: Date): Promise<string> {
  const { challenge } = await calls.read('POST', '/auth/challenge', z.object({ challenge: z.string() }))
  const started = await calls
    .read('POST', '/auth/xades-signature', referenceSchema.extend({ authenticationToken: tokenSchema }), {
      xml: signChallenge(challenge, access, now),
    })
    .catch((error: unknown) => {
      throw error instanceof KsefRefusal && error.status === 400 && !error.codes.includes(WRONG_CHALLENGE)
        ? new KsefRefusal({ reason: 'ksef_certificate_refused', why: error.message })
        : error
    })
  const bearer = started.authenticationToken.token
  for (let poll = 0; poll < polling.mostPolls; poll += 1) {
    if (poll > 0) await wait(polling.pollMs)
    const path = `/auth/${encodeURIComponent(started.referenceNumber)}`
    const { status } = await calls.read('GET', path, z.object({ status: statusSchema }), { bearer })
    if (status.code === AUTH_DONE) return redeem(calls, bearer)
    if (status.code !== AUTH_RUNNING) throw describeAuthFailure(status)
  }
  throw unavailable('KSeF did not finish signing in')
}

function describeAuthFailure(status: z.infer<typeof statusSchema>): KsefRefusal {
  const why = `KSeF did not let the shop in: ${describeStatus(status)}`
  if (AUTH_TRY_LATER.includes(status.code)) return unavailable(why)
  const reason = status.code === AUTH_NO_PERMISSION ? 'ksef_no_permission' : 'ksef_certificate_refused'
  return new KsefRefusal({ reason, why })
}

/** Works once: when the answer is lost, the shop has to sign in again. */
async function redeem(calls: KsefCalls, bearer: string): Promise<string> {
  const { accessToken } = await calls.read('POST', '/auth/token/redeem', z.object({ accessToken: tokenSchema }), {
    bearer,
  })
  return accessToken.token
}

const publicKeysSchema = z.array(
  z.object({
    certificate: z.string(),
    publicKeyId: z.string(),
    validFrom: z.coerce.date(),
    validTo: z.coerce.date(),
    usage: z.array(z.string()),
  }),
)
type PublicKey = z.infer<typeof publicKeysSchema>[number]

/** The ministry's key for the keys of sessions: the newest that is valid. Kept until it ends or is forgotten. */
export function createPublicKeySource() {
  let kept: PublicKey | undefined
  return {
    async find(calls: KsefCalls, now: Date): Promise<PublicKey> {
      if (kept && kept.validTo > now) return kept
      const keys = await calls.read('GET', '/security/public-key-certificates', publicKeysSchema)
      const usable = keys.filter(
        ({ usage, validFrom, validTo }) =>
          usage.includes('SymmetricKeyEncryption') && validFrom <= now && validTo > now,
      )
      kept = usable.toSorted((one, other) => other.validFrom.getTime() - one.validFrom.getTime())[0]
      if (kept === undefined) throw unavailable('KSeF has no valid public key')
      return kept
    },
    forget: () => {
      kept = undefined
    },
  }
}

const UNKNOWN_PUBLIC_KEY = 21470

export type OpenSession = { reference: string; key: Buffer; vector: Buffer }

/** Opens an interactive session with a new key. After a change of the ministry's key it tries once more. */
export async function openSession(
  calls: KsefCalls,
  bearer: string,
  publicKeys: ReturnType<typeof createPublicKeySource>,
  now: Date,
): Promise<OpenSession> {
  const [key, vector] = [randomBytes(32), randomBytes(16)]
  const open = async () => {
    const { certificate, publicKeyId } = await publicKeys.find(calls, now)
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const encryption = {
      encryptedSymmetricKey: publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, key).toString('base64'),
      initializationVector: vector.toString('base64'),
      publicKeyId,
    }
    const formCode = { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' }
    return calls.read('POST', '/sessions/online', referenceSchema, { bearer, json: { formCode, encryption } })
  }
  const { referenceNumber } = await open().catch((error: unknown) => {
    if (!(error instanceof KsefRefusal) || !error.codes.includes(UNKNOWN_PUBLIC_KEY)) throw error
    publicKeys.forget()
    return open()
  })
  return { reference: referenceNumber, key, vector }
}

export const hashFile = (file: string | Buffer): string => createHash('sha256').update(file).digest('base64')

/** Sends one invoice; the answer is its reference in the session. */
export async function sendInvoice(calls: KsefCalls, bearer: string, session: OpenSession, invoice: KsefInvoice) {
  const plain = Buffer.from(invoice.xml, 'utf8')
  const cipher = createCipheriv('aes-256-cbc', session.key, session.vector)
  // The vector was sent when the session was opened; it does not stand before the content.
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  const json = {
    invoiceHash: hashFile(plain),
    invoiceSize: plain.length,
    encryptedInvoiceHash: hashFile(encrypted),
    encryptedInvoiceSize: encrypted.length,
    encryptedInvoiceContent: encrypted.toString('base64'),
    offlineMode: invoice.offline,
    ...(invoice.replacesHash && { hashOfCorrectedInvoice: invoice.replacesHash }),
  }
  const path = `/sessions/online/${encodeURIComponent(session.reference)}/invoices`
  return (await calls.read('POST', path, referenceSchema, { bearer, json })).referenceNumber
}
