import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { log } from '#domain/kernel/log.ts'
import type { PushOutcome, PushSender, PushSubscriptionKeys } from '#domain/owner-notices/push/push-device.ts'
import { type FindAddresses, isPublicAddress, lookupPublic } from '#infra/http/public-lookup.ts'
import { createVapid } from './vapid.ts'

/** Longest wait for a push service, ms. */
const TIMEOUT_MS = 10_000
/** How long a push service stores a message for a device that is off. */
const STORED_SECONDS = 24 * 60 * 60
/** Errors without a connection, so nothing was sent. */
const NO_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

type PushSenderOptions = {
  secret: string
  /** Read at each use. */
  readonly contact: string
  /** The sandbox's push service, the only allowed one on this machine; null when there is none. */
  sandboxOrigin: string | null
  /** Replaces the system's look-up of names. */
  findAddresses?: FindAddresses
}

/**
 * Web Push. An endpoint comes from a browser and could name any address. Messages go only to public addresses on https,
 * to the address that was checked, without redirects.
 */
export function createPushSender(options: PushSenderOptions): PushSender {
  const { sandboxOrigin, findAddresses = (hostname) => lookup(hostname, { all: true }) } = options
  const vapid = createVapid(options)

  return {
    publicKey: vapid.publicKey,

    async accepts(subscription) {
      const url = new URL(subscription.endpoint)
      if (!canEncrypt(subscription)) return false
      if (url.origin === sandboxOrigin) return true
      // A host name without an address cannot be a push service.
      const found = isPublicName(url) ? await findAddresses(url.hostname).catch(() => []) : []
      return found.length > 0 && found.every(isPublicAddress)
    },

    async send(subscription, message) {
      const url = new URL(subscription.endpoint)
      const isSandbox = url.origin === sandboxOrigin
      if (!isSandbox && !isPublicName(url)) return 'failed'
      const body = encryptPush(JSON.stringify(message), subscription)
      const headers = {
        Authorization: vapid.authorize(url.origin, new Date()),
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        'Content-Length': body.length,
        TTL: STORED_SECONDS,
        Urgency: 'normal',
      }
      try {
        const status = await post(url, { headers, body, lookup: isSandbox ? undefined : lookupPublic(findAddresses) })
        const outcome = judge(status)
        // The whole address is secret, so the log names the host alone.
        if (outcome !== 'sent') log.warn('A push service refused a message', { host: url.host, status })
        return outcome
      } catch (error) {
        log.warn('A push service could not be reached', { host: url.host, error })
        return error instanceof Error && 'code' in error && NO_CONNECTION.has(String(error.code)) ? 'later' : 'failed'
      }
    },
  }
}

function judge(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'failed'
}

/** Whether a URL is https at the default port of a host name. */
function isPublicName({ protocol, port, hostname, username, password }: URL): boolean {
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return protocol === 'https:' && port === '' && username + password === '' && !isAddress
}

function canEncrypt(subscription: PushSubscriptionKeys): boolean {
  try {
    encryptPush('', subscription)
    return true
  } catch {
    return false
  }
}

type Sent = { headers: Record<string, string | number>; body: Buffer; lookup: LookupFunction | undefined }

/** Sends a request; resolves with the status and does not read the content. */
function post(url: URL, { headers, body, lookup }: Sent): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, lookup, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const sent = request(url, options, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** One record holds the whole message, bytes. */
const RECORD_BYTES = 4096
/** Delimiter of the last record. */
const END = Buffer.from([2])

/** Encrypts a message for one device (RFC 8291, aes128gcm). Throws when its key is not a point of the curve. */
function encryptPush(message: string, { p256dh, auth }: { p256dh: string; auth: string }): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const curve = createECDH('prime256v1')
  const ours = curve.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(curve.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)

  const salt = randomBytes(16)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(ours.length, 4)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [cipher.update(message), cipher.update(END), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, head, ours, ...record])
}

function derive(key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}
