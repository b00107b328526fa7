import { failureReportSchema } from '#domain/failures/failure.ts'
import { reportFailure } from '#domain/failures/report-failure.server.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'

const route = createRoute({
  method: 'post',
  path: '/failures',
  summary: 'Reports that a page of the shop failed in a browser',
  description: 'Works without a session. Texts are masked before they are stored; nothing says who sent them.',
  request: { body: jsonBody(failureReportSchema) },
  responses: {
    ...answers(z.object({ ok: z.literal(true) }), 'Taken, or left out because it is not the shop’s failure'),
    ...bodyErrors('too_many_attempts'),
  },
})

export const failureRoutes = createRouter().openapi(route, async (c) => {
  const { services, clientAddress } = c.var
  const { 'user-agent': userAgent = '', origin = '' } = c.req.header()
  const reported = await reportFailure(services, c.req.valid('json'), { clientAddress, userAgent, origin })
  return reported.ok ? c.json({ ok: true as const }, 200) : refuse(c, reported.failure)
})
