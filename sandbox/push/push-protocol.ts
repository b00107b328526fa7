import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { z } from 'zod'

/** A browser's half of a subscription, base64url. */
type DeviceKeys = { privateKey: string; publicKey: string; auth: string }

const bytes = (text: string) => Buffer.from(text, 'base64url')
const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Bytes before the sender's key: salt, length of a record, length of the key. */
const HEAD_BYTES = 21

/** Decrypts a message of one record as a browser does (RFC 8188 and 8291). Throws when it is not for these keys. */
export function decryptMessage(body: Buffer, device: DeviceKeys): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(HEAD_BYTES, HEAD_BYTES + body.readUInt8(HEAD_BYTES - 1))
  const record = body.subarray(HEAD_BYTES + sender.length)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')

  const curve = createECDH('prime256v1')
  curve.setPrivateKey(bytes(device.privateKey))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytes(device.publicKey), sender])
  const secret = derive(curve.computeSecret(sender), bytes(device.auth), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the last record does not end')
  return padded.subarray(0, end).toString()
}

const claimsSchema = z.object({
  aud: z.string(),
  exp: z.number(),
  sub: z.string().regex(/^(mailto:|https:)/),
})
const A_DAY_SECONDS = 24 * 60 * 60

/** Whether the header is signed by the subscription's key, for this service and for a day at most (RFC 8292). */
export function isAuthorized(
  header: string | undefined,
  { origin, serverKey }: { origin: string; serverKey: string },
): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  if (key !== serverKey || key === '') return false
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytes(key)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature))) return false
  const { aud, exp } = claimsSchema.parse(JSON.parse(bytes(claims).toString()))
  const seconds = Date.now() / 1000
  return aud === origin && exp > seconds && exp <= seconds + A_DAY_SECONDS
}
