import {
  constants,
  createDecipheriv,
  createPrivateKey,
  type KeyObject,
  privateDecrypt,
  X509Certificate,
} from 'node:crypto'
import { hashOf } from './ksef-answers.ts'
import { createTestCertificate } from './test-certificates.ts'

const KEY_MS = 365 * 24 * 60 * 60_000
const MINISTRY_NIP = '5260250274'

/** A new public key of the ministry for the keys of sessions, with its private half. */
export function createPublicKey() {
  const { certificatePem, keyPem } = createTestCertificate({ nip: MINISTRY_NIP, rsa: true })
  const { raw, publicKey, validFrom } = new X509Certificate(certificatePem)
  return {
    certificate: raw.toString('base64'),
    publicKeyId: hashOf(publicKey.export({ type: 'spki', format: 'der' })),
    validFrom: new Date(validFrom).toISOString(),
    validTo: new Date(Date.now() + KEY_MS).toISOString(),
    usage: ['SymmetricKeyEncryption'],
    privateKey: createPrivateKey(keyPem),
  }
}

/** Null when the work throws. */
function attempt(work: () => Buffer): Buffer | null {
  try {
    return work()
  } catch {
    return null
  }
}

export const decryptKey = (key: KeyObject, encrypted: Buffer) =>
  attempt(() => privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, encrypted))

export const decryptFile = (key: Buffer, vector: Buffer, content: Buffer) =>
  attempt(() => {
    const decipher = createDecipheriv('aes-256-cbc', key, vector)
    return Buffer.concat([decipher.update(content), decipher.final()])
  })
