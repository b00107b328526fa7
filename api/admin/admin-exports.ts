import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { errors } from '#api/openapi.ts'
import { exportDuties } from '#domain/kernel/duties/read-duties.server.ts'
import { exportOrders, exportTakings } from '#domain/orders/admin/export-orders.server.ts'
import { orderFiltersSchema, takingsQuerySchema } from '#domain/orders/admin/order-filters.ts'

const CSV = 'text/csv; charset=utf-8'
const file = { 200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } } }
const ofAdmin = { method: 'get' as const, tags: ['admin'], security: [{ session: [] }] }

const ordersRoute = createRoute({
  ...ofAdmin,
  path: '/admin/exports/orders',
  summary: 'All orders that match the filters of the list, as a CSV file',
  description: 'UTF-8 with a byte order mark, semicolons, amounts in zł, days and times in Warsaw.',
  request: { query: orderFiltersSchema },
  responses: { ...file, ...errors('not_found', 'invalid_request', 'proof_required') },
})

const takingsRoute = createRoute({
  ...ofAdmin,
  path: '/admin/exports/takings',
  summary: 'The takings of each day as a CSV file',
  description:
    'Orders by the day they were placed, without cancelled and unpaid ones; refunds by the day they were made.',
  request: { query: takingsQuerySchema },
  responses: { ...file, ...errors('not_found', 'invalid_request') },
})

const dutiesRoute = createRoute({
  ...ofAdmin,
  path: '/admin/exports/duties',
  summary: 'The duties of the law and what is missing for them as a CSV file',
  description: 'One line for each thing that is missing, one for each fulfilled duty.',
  responses: { ...file, ...errors('not_found') },
})

/** Streams lines as they are made, no faster than the client reads. */
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

function attachment(name: string): Record<string, string> {
  return { 'Content-Type': CSV, 'Content-Disposition': `attachment; filename="${name}.csv"` }
}

export const adminExportRoutes = createAdminRouter()
  .openapi(ordersRoute, (c) => {
    const filters = c.req.valid('query')
    const days = [filters.from, filters.to].filter((day) => day !== undefined).map((day) => `-${day}`)
    const lines = exportOrders(c.var.services, c.var.user.id, filters)
    return c.body(toStream(lines), 200, attachment(`zamowienia${days.join('')}`))
  })
  .openapi(takingsRoute, (c) => {
    const days = c.req.valid('query')
    const lines = exportTakings(c.var.services, c.var.user.id, days)
    return c.body(toStream(lines), 200, attachment(`utarg-${days.from}-${days.to}`))
  })
  .openapi(dutiesRoute, async (c) => c.body(await exportDuties(c.var.services), 200, attachment('zgodnosc')))
