import { ALERT_DAYS } from '#domain/alerts/alert.ts'
import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { PROOF_DAYS } from '#domain/newsletter/subscriber.ts'
import {
  anonymiseOrdersBefore,
  deleteMonthsBefore,
  deletePassingMailsBefore,
  deleteUnusedSince,
  forgetBuyers,
  forgetGuestsBefore,
  forgetNetworksBefore,
  type PurgedTable,
} from './retention-store.server.ts'

/** How long a code that has ended is kept with its person. */
const CODE_DAYS = 90

/** For how many days rows are kept after their last use. */
const STORED_DAYS = [
  { table: 'sessions', days: 0 },
  { table: 'verifications', days: 0 },
  // During this time a used link is still reported as used.
  { table: 'account_links', days: 7 },
  { table: 'login_tickets', days: 7 },
  { table: 'held_orders', days: 7 },
  { table: 'prepared_orders', days: 30 },
  // Windows are dated by their start, and the longest one is far shorter than this.
  { table: 'rate_limits', days: 1 },
  { table: 'mail_outbox', days: 90 },
  // A browser repeats a call within minutes. This is also longer than any order can be paid.
  { table: 'idempotency_keys', days: 30 },
  { table: 'contact_messages', days: 365 },
  { table: 'product_alerts', days: ALERT_DAYS },
  // The provider repeats an event for three days at most.
  { table: 'webhook_events', days: 30 },
  { table: 'runs', days: 90 },
  { table: 'owner_notices', days: 90 },
  { table: 'device_pushes', days: 7 },
  { table: 'backups', days: 400 },
  { table: 'failures', days: 30 },
  { table: 'book_comparisons', days: 400 },
  // Longer than give-sample-codes.job.server.ts looks for samples, so that no code is given again.
  { table: 'codes', days: CODE_DAYS },
  // Three years, within which the admin may have to say who did what.
  { table: 'audit_events', days: 3 * 366 },
  // As long as the order itself: a buyer may claim for six years.
  { table: 'return_cases', days: 7 * 366 },
  // No tax audit asks for a receipt after these: see TAX_YEARS. They hold no personal data.
  { table: 'receipts', days: 7 * 366 },
  // As long as somebody may ask for a proof of the consent.
  { table: 'consents', days: 3 * 366 },
  { table: 'subscribers', days: PROOF_DAYS },
] as const satisfies readonly { table: PurgedTable; days: number }[]

/** How long an order keeps the network it came from (docs/decisions/0040-new-buyers.md). */
const NETWORK_DAYS = 7

/** Longer than a session, so that a guest who may still order is not deleted. */
const GUEST_DAYS = 31

/** Unpaid orders keep the personal data of their buyer for this many days. */
const UNPAID_DAYS = 90

/**
 * Invoices are kept until five years after the end of the year in which their tax was due, which is the year after the
 * order at the latest.
 */
const TAX_YEARS = 6

/** The moment up to which orders are older than any tax audit may ask for. */
export const findEndOfTaxPeriod = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear() - TAX_YEARS, 0, 1))

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes rows and personal data that the shop no longer needs. */
export default defineScheduledJob({
  name: 'purge',
  timeoutSeconds: 15 * 60,
  // At 3:17 any change to or from summer time is over.
  schedule: '17 3 * * *',
  async run({ db, now }) {
    const moment = now().getTime()
    for (const { table, days } of STORED_DAYS) {
      await deleteUnusedSince(db, table, new Date(moment - days * DAY_MS))
    }
    const networksEnd = new Date(moment - NETWORK_DAYS * DAY_MS)
    // Before their networks, without which mails are no longer limited.
    await deletePassingMailsBefore(db, networksEnd)
    await forgetNetworksBefore(db, networksEnd)
    await anonymiseOrdersBefore(db, 'unpaid', new Date(moment - UNPAID_DAYS * DAY_MS))
    await anonymiseOrdersBefore(db, 'any', findEndOfTaxPeriod(now()))
    await deleteMonthsBefore(db, findEndOfTaxPeriod(now()))
    await forgetBuyers(db, new Date(moment - CODE_DAYS * DAY_MS))
    await forgetGuestsBefore(db, new Date(moment - GUEST_DAYS * DAY_MS))
  },
})
