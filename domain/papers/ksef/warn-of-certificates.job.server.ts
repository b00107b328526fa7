import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { RENEWAL_DAYS, readValidity } from './ksef-certificate.ts'
import { listCertificates } from './ksef-queries.server.ts'

/** The owner gets a mail when so many days are left, and another one after the end. */
const WARNED_DAYS = [7, 30, RENEWAL_DAYS]
/** No mail about an end longer ago, days: the outbox deletes sent mails after 90 days, so it would send it again. */
const FORGOTTEN_DAYS = 60

/** Mails the owner that a certificate of KSeF ends or has ended, once for each threshold and certificate. */
export default defineScheduledJob({
  name: 'warn-of-certificates',
  timeoutSeconds: 60,
  schedule: '11 8 * * *',
  run: ({ db, now, adminEmail }) =>
    db.transaction().execute(async (trx) => {
      for (const { kind, serial, valid_until } of await listCertificates(trx)) {
        const { endsOn, ...left } = readValidity(valid_until, now())
        const threshold = findThreshold(left)
        if (threshold === undefined) continue
        await queueMail(trx, {
          key: `ksef-certificate:${serial}:${threshold}`,
          to: adminEmail,
          template: 'ksef-certificate',
          ids: { kind, endsOn, hasEnded: left.hasEnded },
        })
      }
    }),
})

/** The least of the thresholds that is reached; 0: the certificate has ended. A stopped shop mails later. */
function findThreshold({ daysLeft, hasEnded }: { daysLeft: number; hasEnded: boolean }): number | undefined {
  if (hasEnded) return daysLeft >= -FORGOTTEN_DAYS ? 0 : undefined
  return WARNED_DAYS.find((days) => daysLeft <= days)
}
