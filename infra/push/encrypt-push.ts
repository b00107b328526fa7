import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** One record holds the whole message, bytes. */
const RECORD_BYTES = 4096
/** Delimiter of the last record. */
const END = Buffer.from([2])

/** Encrypts a message for one device (RFC 8291, aes128gcm). Throws when its key is not a point of the curve. */
export function encryptPush(message: string, { p256dh, auth }: { p256dh: string; auth: string }): Buffer {
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
