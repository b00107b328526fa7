import { readSampleCodesSince } from '#domain/gifts/gift-rule-queries.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { Services } from '#domain/services.ts'
import { composeSampleCode, drawCodeText } from './code.ts'
import { insertCode } from './code-store.server.ts'
import { listPaidSamples, type PaidSamples } from './sample-code-queries.server.ts'

/** How long after a checkout its samples still get their code automatically, ms. */
const LOOKED_FOR_MS = 60 * 24 * 60 * 60 * 1000
const AT_ONCE = 100

/** Gives buyers of samples that are on their way what they paid for them as a personal code, once for each checkout. */
export default defineScheduledJob({
  name: 'give-sample-codes',
  timeoutSeconds: 10 * 60,
  schedule: '*/5 * * * *',
  async run(services) {
    const since = await readSampleCodesSince(services.db)
    if (since === null) return
    const oldest = new Date(Math.max(since.getTime(), services.now().getTime() - LOOKED_FOR_MS))
    for (const paid of await listPaidSamples(services.db, oldest, AT_ONCE)) await giveCode(services, paid)
  },
})

function giveCode({ db, now }: Services, { checkoutId, email, grosze }: PaidSamples): Promise<void> {
  const { day } = readWarsawClock(now())
  return db.transaction().execute(async (trx) => {
    const codeId = await insertCode(trx, {
      ...composeSampleCode(day, grosze),
      code: drawCodeText(),
      email,
      most_uses: 1,
      sample_checkout_id: checkoutId,
    })
    // Another process gave the code first.
    if (codeId === undefined) return
    await queueMail(trx, { key: `sample-code:${checkoutId}`, to: email, template: 'sample-code', ids: { codeId } })
  })
}
