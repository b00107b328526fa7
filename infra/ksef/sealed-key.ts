import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'private keys for KSeF', 32))

/** Encrypts a private key, so that the database and its backups are of no use without the shop's secret. */
export function sealKey(secret: string, keyPem: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(keyPem, 'utf8'), cipher.final()])
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null: it was sealed with another secret, or damaged. */
export function openKey(secret: string, sealed: string): string | null {
  if (!sealed.startsWith(VERSION)) return null
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(secret), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
