import { Hono } from 'hono'
import { z } from 'zod'
import type { FaultBoard } from '#sandbox/faults.ts'
import { loadDemoPoints } from '#sandbox/inpost/demo-points.ts'
import { searchPoints } from '#sandbox/inpost/search-points.ts'

const whole = z.coerce.number().int()

const listQuerySchema = z.object({
  name: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  functions: z.string().optional(),
  city: z.string().optional(),
  post_code: z.string().optional(),
  relative_post_code: z.string().optional(),
  relative_point: z.string().optional(),
  max_distance: whole.min(1).optional(),
  limit: whole.min(1).optional(),
  sort_by: z.enum(['name', 'status', 'distance_to_relative_point']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
  fields: z.string().optional(),
  page: whole.min(1).default(1),
  per_page: whole.min(1).max(500).default(25),
})

const problem = (status: number, error: string, message: string, details: unknown = null) => ({
  status,
  error,
  message,
  details,
})

/** InPost's public points API v1, over the demo lockers. */
export function createPointsApi(baseUrl: string, faults: FaultBoard): Hono {
  const points = loadDemoPoints(baseUrl)
  const api = new Hono()

  api.use(async (c, next) => {
    switch (faults.inpost.take()?.mode) {
      case 'timeout':
        // Answers only once the client has hung up, which is the end of it.
        await new Promise<void>((resolve) => c.req.raw.signal.addEventListener('abort', () => resolve()))
        return c.body(null, 504)
      case 'error':
        return c.json(problem(500, 'internal_server_error', 'Internal server error'), 500)
      case 'garbage':
        return c.html('<html><body>Trwają prace serwisowe</body></html>', 200)
    }
    await next()
  })

  api.get('/', (c) => {
    const parsed = listQuerySchema.safeParse(c.req.query())
    if (!parsed.success) {
      const details = z.flattenError(parsed.error).fieldErrors
      return c.json(problem(400, 'validation_failed', 'There are some validation errors. Check details.', details), 400)
    }
    const { page, per_page, fields, ...filter } = parsed.data
    const found = searchPoints(points, filter)
    const items = found.slice((page - 1) * per_page, page * per_page)
    return c.json({
      href: c.req.url,
      count: found.length,
      page,
      per_page,
      total_pages: Math.ceil(found.length / per_page),
      items: fields === undefined ? items : items.map((item) => pick(item, fields.split(','))),
      meta: { href: c.req.url, count: found.length, page, per_page, total_pages: Math.ceil(found.length / per_page) },
    })
  })

  api.get('/:name', (c) => {
    const point = points.find((candidate) => candidate.name === c.req.param('name'))
    if (point === undefined) {
      return c.json(problem(404, 'resource_not_found', 'Requested resource could not be found.', {}), 404)
    }
    return c.json(point)
  })

  return api
}

function pick(item: object, fields: string[]): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)))
}
