import { Hono } from 'hono'
import { z } from 'zod'
import { breakCall, type FaultBoard, type HttpEnv } from '#sandbox/faults.ts'
import { loadDemoPoints } from './demo-points.ts'
import { pointFilterSchema, searchPoints } from './search-points.ts'

const whole = z.coerce.number().int()
const listQuerySchema = pointFilterSchema.extend({
  fields: z.string().optional(),
  page: whole.min(1).default(1),
  per_page: whole.min(1).max(500).default(25),
})

/** The body of a refusal, in the format that InPost's APIs share. */
export const problem = (status: number, error: string, message: string, details: unknown = {}) => ({
  status,
  error,
  message,
  details,
})

/** InPost's public points API v1, over the demo lockers. */
export function createPointsApi(baseUrl: string, faults: FaultBoard): Hono<HttpEnv> {
  const points = loadDemoPoints(baseUrl)
  const api = new Hono<HttpEnv>()

  api.use(async (c, next) => {
    const mode = faults.take('inpost')?.mode
    if (mode === 'error') return c.json(problem(500, 'internal_server_error', 'Internal server error'), 500)
    return breakCall(c, next, mode === 'timeout' ? 'hang' : mode)
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
    const total_pages = Math.ceil(found.length / per_page)
    const meta = { href: c.req.url, count: found.length, page, per_page, total_pages }
    const shown = fields === undefined ? items : items.map((item) => pick(item, fields.split(',')))
    return c.json({ ...meta, items: shown, meta })
  })

  api.get('/:name', (c) => {
    const point = points.find((candidate) => candidate.name === c.req.param('name'))
    if (point === undefined) {
      return c.json(problem(404, 'resource_not_found', 'Requested resource could not be found.'), 404)
    }
    return c.json(point)
  })

  return api
}

function pick(item: object, fields: string[]): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)))
}
