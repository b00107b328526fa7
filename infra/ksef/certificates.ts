import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { toBase64Url } from '#domain/papers/ksef/ksef.ts'
import type {
  KsefCertificate,
  KsefCertificateFiles,
  KsefCertificateKind,
  KsefCertificateMistake,
  KsefCertificates,
} from '#domain/papers/ksef/ksef-certificate.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/
const KEY = /-----BEGIN ((?:EC |RSA |ENCRYPTED )?PRIVATE KEY)-----[\s\S]+?-----END \1-----/

/** Certificates of KSeF in files of the kind PEM, and the codes that they sign. */
export function createKsefCertificates(options: {
  secret: string
  qrUrl: string
  /** Whether KSeF takes certificates that sign themselves. */
  isTest: boolean
}): KsefCertificates {
  return {
    read: (files, expected) => readCertificate(files, { ...expected, isTest: options.isTest }),
    sealKey: (keyPem) => sealKey(options.secret, keyPem),
    openKey: (sealed) => openKey(options.secret, sealed),
    linkProof({ keyPem, serial }, { sellerNip, hash }) {
      const link = `${options.qrUrl}/certificate/Nip/${sellerNip}/${sellerNip}/${serial}/${toBase64Url(hash)}`
      const signed = Buffer.from(link.replace(/^https?:\/\//, ''))
      return `${link}/${signProof(createPrivateKey(keyPem), signed)}`
    },
  }
}

/** ECDSA of P-256 as R and S, or RSA-PSS with a salt of 32 bytes; SHA-256. */
function signProof(key: KeyObject, signed: Buffer): string {
  const how =
    key.asymmetricKeyType === 'ec'
      ? { key, dsaEncoding: 'ieee-p1363' as const }
      : { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  return sign('sha256', signed, how).toString('base64url')
}

function readCertificate(
  { certificatePem, keyPem, password }: KsefCertificateFiles,
  { kind, nip, now, isTest }: { kind: KsefCertificateKind; nip: string; now: Date; isTest: boolean },
): Result<KsefCertificate, KsefCertificateMistake> {
  const certificate = parseCertificate(certificatePem)
  if (certificate === null) return fail({ reason: 'certificate_unreadable' })
  const key = parseKey(keyPem, password)
  if (!key.ok) return key
  if (!certificate.checkPrivateKey(key.value)) return fail({ reason: 'key_of_another_certificate' })
  if (!isStrong(key.value)) return fail({ reason: 'key_too_weak' })
  if (readKind(certificate) !== kind) return fail({ reason: 'certificate_of_another_kind' })
  const named = findNip(certificate.subject)
  if (signsItself(certificate) && (named === null || !isTest)) return fail({ reason: 'certificate_not_of_ksef' })
  if (named !== null && named !== nip) return fail({ reason: 'certificate_of_another_nip', nip: named })
  const { validFromDate: validFrom, validToDate: validUntil } = certificate
  if (now < validFrom) return fail({ reason: 'certificate_not_yet_valid', from: validFrom })
  if (now >= validUntil) return fail({ reason: 'certificate_expired', until: validUntil })
  return ok({
    certificatePem: certificate.toString(),
    keyPem: key.value.export({ type: 'pkcs8', format: 'pem' }).toString(),
    serial: certificate.serialNumber.padStart(16, '0'),
    subject: certificate.subject.replaceAll('\n', ', '),
    validFrom,
    validUntil,
  })
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(CERTIFICATE.exec(pem)?.[0] ?? '')
  } catch {
    return null
  }
}

function parseKey(pem: string, password: string): Result<KeyObject, KsefCertificateMistake> {
  const [block, type] = KEY.exec(pem) ?? []
  if (block === undefined) return fail({ reason: 'key_unreadable' })
  const isEncrypted = type === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type: 4,ENCRYPTED/m.test(block)
  if (isEncrypted && password === '') return fail({ reason: 'key_needs_password' })
  try {
    return ok(createPrivateKey({ key: block, ...(isEncrypted && { passphrase: password }) }))
  } catch {
    return fail({ reason: isEncrypted ? 'key_password_wrong' : 'key_unreadable' })
  }
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ec') return asymmetricKeyDetails?.namedCurve === 'prime256v1'
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
}

/** The extension keyUsage (2.5.29.15) in DER, which Node does not read. */
const KEY_USAGE = Buffer.from('0603551d0f', 'hex')
const DIGITAL_SIGNATURE = 0x80
const NON_REPUDIATION = 0x40

/** Null: it is meant for neither, or for both. */
function readKind({ raw }: X509Certificate): KsefCertificateKind | null {
  const at = raw.indexOf(KEY_USAGE)
  if (at === -1) return null
  const afterOid = at + KEY_USAGE.length
  // A critical extension says so (BOOLEAN, three bytes). Then: OCTET STRING, BIT STRING, count of unused bits, bits.
  const octets = raw[afterOid] === 0x01 ? afterOid + 3 : afterOid
  const bits = (raw[octets + 5] ?? 0) & (DIGITAL_SIGNATURE | NON_REPUDIATION)
  if (bits === DIGITAL_SIGNATURE) return 'authentication'
  return bits === NON_REPUDIATION ? 'offline' : null
}

const signsItself = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)

/** The NIP of a seal (2.5.4.97) or of a person (2.5.4.5); null when the certificate names a PESEL instead. */
function findNip(subject: string): string | null {
  const named = /^(?:organizationIdentifier|2\.5\.4\.97)=VATPL-(\d{10})$|^serialNumber=(?:(?:TIN|NTR)PL-)?(\d{10})$/m
  const [, ofSeal, ofPerson] = named.exec(subject) ?? []
  return ofSeal ?? ofPerson ?? null
}

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'private keys for KSeF', 32))

/** Encrypts a private key, so that the database and its backups are of no use without the shop's secret. */
function sealKey(secret: string, keyPem: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(keyPem, 'utf8'), cipher.final()])
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null: it was sealed with another secret, or damaged. */
function openKey(secret: string, sealed: string): string | null {
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
