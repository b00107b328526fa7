import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { readNip } from '#domain/kernel/numbers/tax-numbers.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import {
  type KsefCertificateFiles,
  type KsefCertificateKind,
  type KsefCertificateMistake,
  readValidity,
} from './ksef-certificate.ts'
import { listCertificates, readKsefState } from './ksef-queries.server.ts'
import { storeCertificate, storeWithPersons } from './ksef-store.server.ts'

type Used = Pick<Services, 'db' | 'now' | 'ksef' | 'profile'>

/** What the panel shows of KSeF: certificates, the last failure, invoices that wait. */
export async function readKsefDesk({ db, now, ksef }: Used) {
  const { failure, why, failed_at, with_persons, open } = await readKsefState(db)
  const certificates = await listCertificates(db)
  return {
    environment: ksef?.environment ?? null,
    certificates: certificates.map(({ kind, subject, serial, valid_until }) => ({
      kind,
      subject,
      serial,
      valid_until: valid_until.toISOString(),
      days_left: readValidity(valid_until, now()).daysLeft,
    })),
    failure:
      failure === null || failed_at === null ? null : { reason: failure, why: why ?? '', at: failed_at.toISOString() },
    /** Whether invoices of people go to KSeF as well. */
    with_persons,
    /** Sent or to be sent, and not accepted. */
    open_invoices: open,
  }
}
export type KsefDesk = Awaited<ReturnType<typeof readKsefDesk>>

/** Stores whether invoices of people go to KSeF as well. Those that are issued already stay where they are. */
export async function chooseKsefPersons(
  { db }: Pick<Used, 'db'>,
  userId: string,
  withPersons: boolean,
): Promise<Result<null, Busy>> {
  return transact(db, async (trx) => {
    await storeWithPersons(trx, withPersons)
    await recordAudit(trx, { userId, action: 'ksef.persons_chosen', details: { with_persons: withPersons } })
    return ok(null)
  })
}

/** Stores a certificate of the seller with its key, which is sealed before it is stored. */
export async function uploadCertificate(
  { db, now, ksef, profile }: Used,
  userId: string,
  { kind, files }: { kind: KsefCertificateKind; files: KsefCertificateFiles },
): Promise<Result<null, KsefCertificateMistake | { reason: 'ksef_off' | 'seller_nip_missing' } | Busy>> {
  if (ksef === null) return fail({ reason: 'ksef_off' })
  // A certificate of a person names no NIP, so that it would suit any.
  const nip = readNip(profile.sellerNip)
  if (nip === null) return fail({ reason: 'seller_nip_missing' })
  const read = ksef.certificates.read(files, { kind, nip, now: now() })
  if (!read.ok) return read
  const { certificatePem, keyPem, serial, subject, validFrom, validUntil } = read.value
  return transact(db, async (trx) => {
    await storeCertificate(trx, {
      kind,
      certificate: certificatePem,
      sealed_key: ksef.certificates.sealKey(keyPem),
      serial,
      subject,
      valid_from: validFrom,
      valid_until: validUntil,
    })
    await recordAudit(trx, { userId, action: 'ksef.certificate_stored', details: { kind, serial } })
    return ok(null)
  })
}
