import { countDays, type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { Result } from '#domain/kernel/result.ts'

/** `authentication` signs in to KSeF, `offline` signs KOD II. No certificate is both. */
export type KsefCertificateKind = 'authentication' | 'offline'

export const KSEF_CERTIFICATE_NAMES: Record<KsefCertificateKind, string> = {
  authentication: 'Certyfikat do logowania',
  offline: 'Certyfikat do kodów',
}

/** A certificate is due for renewal from this many days before its end. */
export const RENEWAL_DAYS = 60

/** Until when a certificate is valid, by the calendar in Poland. */
export function readValidity(validUntil: Date, now: Date): { endsOn: Day; daysLeft: number; hasEnded: boolean } {
  const endsOn = readWarsawClock(validUntil).day
  return { endsOn, daysLeft: countDays(readWarsawClock(now).day, endsOn), hasEnded: validUntil <= now }
}

/** What the owner uploads: PEM texts. Both may be in one file. */
export type KsefCertificateFiles = {
  certificatePem: string
  keyPem: string
  /** '' when the key is not encrypted. */
  password: string
}

export type KsefCertificate = {
  certificatePem: string
  /** PKCS#8 without a password. Only sealed does it leave the process. */
  keyPem: string
  /** Hexadecimal, as links have it. */
  serial: string
  subject: string
  validFrom: Date
  validUntil: Date
}

/**
 * `key_too_weak`: neither EC P-256 nor RSA of at least 2048 bits. `certificate_not_of_ksef`: it signed itself, which KSeF
 * takes in its test environment only, with a NIP.
 */
export type KsefCertificateMistake =
  | { reason: 'certificate_unreadable' | 'certificate_of_another_kind' | 'certificate_not_of_ksef' }
  | { reason: 'key_unreadable' | 'key_needs_password' | 'key_password_wrong' }
  | { reason: 'key_of_another_certificate' | 'key_too_weak' }
  | { reason: 'certificate_of_another_nip'; nip: string }
  | { reason: 'certificate_not_yet_valid'; from: Date }
  | { reason: 'certificate_expired'; until: Date }

export type KsefCertificates = {
  read(
    files: KsefCertificateFiles,
    expected: { kind: KsefCertificateKind; nip: string; now: Date },
  ): Result<KsefCertificate, KsefCertificateMistake>
  /** A key as it may be stored. */
  sealKey(keyPem: string): string
  /** Null: it was sealed with another secret of the shop, or damaged. */
  openKey(sealed: string): string | null
  /** What KOD II leads to: the proof that the seller issued this invoice. `certificate` is of the kind 'offline'. */
  linkProof(
    certificate: Pick<KsefCertificate, 'keyPem' | 'serial'>,
    invoice: { sellerNip: string; hash: string },
  ): string
}
