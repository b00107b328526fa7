import { zipSync } from 'fflate'
import { adminCall, doneSchema, papersCall } from '#api/call.ts'
import { answerFile, z } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { monthSchema } from '#domain/kernel/wire/wire-fields.ts'
import { closeMonth, readMonth, writeMonthFiles } from '#domain/month/close-month.server.ts'
import { nextMonth } from '#domain/month/month.ts'
import { declareChanges } from '#domain/month/month-changes.server.ts'
import { findClosedMonth, sumPaperedElsewhere } from '#domain/month/month-queries.server.ts'
import { countSentParcels } from '#domain/papers/packaging-queries.server.ts'
import { importPayouts, undoPayouts } from '#domain/papers/payouts/import-payouts.server.ts'
import { importedPayoutsSchema, payoutFileSchema } from '#domain/papers/payouts/payout.ts'
import { listPayoutFiles, readPayouts } from '#domain/papers/payouts/payout-queries.server.ts'

const monthQuery = z.object({ month: monthSchema })

export const adminMonthCalls = [
  papersCall.get(
    '/month',
    {
      summary: 'The papers of a month: sums by kind and rate, and what does not agree',
      query: monthQuery,
      answers: ['The month'],
    },
    async ({ services, query: { month } }) => {
      const [{ report }, elsewhere] = await Promise.all([
        readMonth(services, month),
        sumPaperedElsewhere(services.db, month),
      ])
      return ok({ ...report, elsewhere })
    },
  ),
  adminCall.post(
    '/month',
    {
      summary: 'Closes a month: it stays as it is, and what is recorded later belongs to the next one',
      body: z.strictObject({ month: monthSchema }),
      answers: ['Closed', doneSchema],
      refuses: ['month_not_over', 'month_closed', 'busy'],
    },
    ({ services, user, body }) => closeMonth(services, user.id, body.month),
  ),
  adminCall.post(
    '/month/changes',
    {
      summary: 'Says that a closed month was declared once more, with what changed since',
      body: z.strictObject({ month: monthSchema, version: z.string().max(64) }),
      answers: ['Noted', doneSchema],
      refuses: ['month_open', 'changed_meanwhile', 'busy'],
    },
    ({ services, user, body }) => declareChanges(services, user.id, body),
  ),
  papersCall.get(
    '/month/files',
    {
      summary: 'The files of a month for the accountant, as one ZIP file',
      query: monthQuery,
      answers: ['The file', ['application/zip']],
    },
    async ({ services, user, query: { month } }) => {
      const zip = zipSync(await writeMonthFiles(services, user.id, month))
      return ok(answerFile(new Uint8Array(zip), 'application/zip', `miesiac-${month}.zip`))
    },
  ),
  papersCall.get(
    '/packaging',
    {
      summary: "What the packaging of a year's parcels weighs",
      query: z.object({ year: z.string().regex(/^20\d\d$/, 'Podaj rok, np. 2026') }),
      answers: ['The packaging'],
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
      summary:
        'Reads a payout file of Stripe or InPost without the lines that are known already; without a token nothing is stored',
      body: payoutFileSchema,
      answers: ['What was read', importedPayoutsSchema],
      refuses: ['csv_unreadable', 'import_outdated', 'busy'],
    },
    ({ services, user, body }) => importPayouts(services, user.id, body),
  ),
  adminCall.get(
    '/payout-files',
    { summary: 'The newest payout files', answers: ['The files, the newest first'] },
    async ({ services: { db } }) => ok(await listPayoutFiles(db)),
  ),
  adminCall.delete(
    '/payout-files/{id}',
    {
      summary: 'Takes a payout file back, while no month that counted it is closed',
      params: z.object({ id: z.uuid() }),
      answers: ['Done', doneSchema],
      refuses: ['payout_file_not_found', 'month_closed', 'busy'],
    },
    ({ services, user, params }) => undoPayouts(services, user.id, params.id),
  ),
  papersCall.get(
    '/payouts',
    {
      summary: 'What was paid out in a month, and what of its sales was not; of a closed month as it was then',
      query: monthQuery,
      answers: ['The payouts'],
    },
    async ({ services: { db }, query: { month } }) => {
      const closed = await findClosedMonth(db, month)
      return ok(closed?.payouts ?? (await readPayouts(db, `${month}-01`, `${nextMonth(month)}-01`)))
    },
  ),
]
