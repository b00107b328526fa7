import type { Generated } from 'kysely'
import type { KsefFailure } from './ksef.ts'
import type { KsefCertificateKind } from './ksef-certificate.ts'

export type KsefInvoiceState = 'waiting' | 'processing' | 'accepted' | 'refused'

export type KsefTables = {
  ksef_certificates: {
    kind: KsefCertificateKind
    certificate: string
    sealed_key: string
    serial: string
    subject: string
    valid_from: Date
    valid_until: Date
    stored_at: Generated<Date>
  }
  /** The file of an invoice for KSeF, and its state there. */
  ksef_invoices: {
    invoice_id: string
    xml: string
    /** What the first printed code leads to. */
    link: string
    state: Generated<KsefInvoiceState>
    session: Generated<string | null>
    reference: Generated<string | null>
    ksef_number: Generated<string | null>
    accepted_at: Generated<Date | null>
    upo: Generated<string | null>
    /** Whether it was issued while KSeF was away; `proof`: what its second code leads to. */
    offline: Generated<boolean>
    proof: Generated<string | null>
    /** Hash of the offline file that was refused and this one replaces. */
    replaces_hash: Generated<string | null>
    problem: Generated<string | null>
    tries: Generated<number>
    next_at: Generated<Date>
  }
  /** Why the last run failed and what the owner chose, in a single row. */
  ksef_state: {
    id: Generated<number>
    failure: KsefFailure['reason'] | null
    why: string | null
    failed_at: Date | null
    with_persons: Generated<boolean>
  }
}
