import { adminCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { monthSchema, nextMonth, packagingSchema } from '#domain/papers/month/month.ts'
import { countSentParcels } from '#domain/papers/packaging-queries.server.ts'
import { importPayouts } from '#domain/papers/payouts/import-payouts.server.ts'
import { importedPayoutsSchema, payoutFileSchema, payoutReportSchema } from '#domain/papers/payouts/payout.ts'
import { readPayouts } from '#domain/papers/payouts/payout-queries.server.ts'

const monthQuery = z.object({ month: monthSchema })

export const adminMonthCalls = [
  adminCall.get(
    '/packaging',
    {
      summary: "What the packaging of a year's parcels weighs",
      query: z.object({ year: z.string().regex(/^20\d\d$/, 'Podaj rok, np. 2026') }),
      answers: ['The packaging', packagingSchema],
    },
    async ({ services, query: { year } }) => {
      const parcels = await countSentParcels(services.db, Number(year))
      const { parcelPaperGrams, parcelPlasticGrams } = services.profile
      const isKnown = parcelPaperGrams + parcelPlasticGrams > 0
      return ok({
        parcels,
        paper_grams: isKnown ? parcels * parcelPaperGrams : null,
        plastic_grams: isKnown ? parcels * parcelPlasticGrams : null,
      })
    },
  ),
  adminCall.post(
    '/payouts',
    {
      summary: 'Reads a payout file of Stripe or InPost; lines that are known already are left out',
      body: payoutFileSchema,
      answers: ['What was read', importedPayoutsSchema],
      refuses: ['csv_unreadable', 'busy'],
    },
    ({ services, user, body }) => importPayouts(services, user.id, body.file),
  ),
  adminCall.get(
    '/payouts',
    {
      summary: 'What was paid out in a month, and what of its sales was not',
      query: monthQuery,
      answers: ['The payouts', payoutReportSchema],
    },
    async ({ services, query: { month } }) =>
      ok(await readPayouts(services.db, `${month}-01`, `${nextMonth(month)}-01`)),
  ),
]
