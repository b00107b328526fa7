import { adminCall, papersCall } from '#api/call.ts'
import { answerFile } from '#api/http.ts'
import { readFeedReport } from '#domain/feeds/read-feed-rows.server.ts'
import { exportDuties } from '#domain/kernel/checks/read-duties.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { exportSubscribers } from '#domain/newsletter/subscribe.server.ts'
import { exportOrders, exportTakings } from '#domain/orders/admin/export-orders.server.ts'
import { orderFiltersSchema, takingsQuerySchema } from '#domain/orders/admin/order-filters.ts'
import { exportReturnRegister } from '#domain/till/read-till.server.ts'
import { monthQuerySchema } from '#domain/till/receipt.ts'

export const CSV = 'text/csv; charset=utf-8'
const file = ['The file', ['text/csv']] as const

/** Streams lines as they are produced, no faster than the client reads. */
function toStream(lines: AsyncGenerator<string>): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}

const answerCsv = (content: ReadableStream | string, name: string) => ok(answerFile(content, CSV, `${name}.csv`))

export const adminExportCalls = [
  papersCall.get(
    '/exports/till-returns',
    {
      summary: 'The register of returns of a month as a CSV file',
      description: 'One line for each VAT rate of a return.',
      query: monthQuerySchema,
      answers: file,
    },
    async ({ services, user, query }) =>
      answerCsv(await exportReturnRegister(services, user.id, query.month), `ewidencja-zwrotow-${query.month}`),
  ),
  adminCall.get(
    '/exports/orders',
    {
      summary: 'All orders that match the filters of the list, as a CSV file',
      description: 'UTF-8 with a byte order mark, semicolons, amounts in zł, days and times in Warsaw.',
      query: orderFiltersSchema,
      answers: file,
    },
    ({ services, user, query }) => {
      const days = [query.from, query.to].filter((day) => day !== undefined).map((day) => `-${day}`)
      return answerCsv(toStream(exportOrders(services, user.id, query)), `zamowienia${days.join('')}`)
    },
  ),
  adminCall.get(
    '/exports/takings',
    {
      summary: 'The takings of each day as a CSV file',
      description:
        'Orders by the day they were placed, without cancelled and unpaid ones; refunds by the day they were made.',
      query: takingsQuerySchema,
      answers: file,
    },
    ({ services, user, query }) =>
      answerCsv(toStream(exportTakings(services, user.id, query)), `utarg-${query.from}-${query.to}`),
  ),
  adminCall.get(
    '/exports/duties',
    {
      summary: 'The duties of the law and what is missing for them as a CSV file',
      description: 'One line for each thing that is missing, one for each fulfilled duty.',
      answers: file,
    },
    async ({ services }) => answerCsv(await exportDuties(services), 'zgodnosc'),
  ),
  adminCall.get(
    '/exports/subscribers',
    {
      summary: 'Everybody who agreed to the newsletter, as a CSV file',
      description: 'With the consent, its moment, and the link that ends it, which each mail has to carry.',
      answers: file,
    },
    async ({ services, user }) => answerCsv(await exportSubscribers(services, user.id), 'newsletter'),
  ),
  adminCall.get(
    '/feeds',
    {
      summary: 'The files for marketplaces, how many products they have, and what would be refused',
      answers: ['Refused products first, then by name'],
    },
    async ({ services }) => ok(await readFeedReport(services)),
  ),
]
