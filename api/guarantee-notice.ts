import { findLabelFile } from '#domain/labels/label-queries.server.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, SANDBOXED_POLICY, z } from './http.ts'
import { errors } from './openapi.ts'

const route = createRoute({
  method: 'get',
  path: '/guarantee-notice/{key}',
  summary: 'The official notice of the legal guarantee, as the shop was given it',
  request: { params: z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) }) },
  responses: {
    200: {
      description: 'The picture; an address never changes its content',
      content: { 'image/png': { schema: z.string() }, 'image/jpeg': { schema: z.string() } },
    },
    ...errors('label_file_not_found', 'invalid_request'),
  },
})

export const guaranteeNoticeRoutes = createRouter().openapi(route, async (c) => {
  const { key } = c.req.valid('param')
  const file = await findLabelFile(c.var.services.freshPublicDb, { kind: 'guarantee-notice', key })
  if (!file) return refuse(c, { reason: 'label_file_not_found' })
  return new Response(Uint8Array.from(file.content), {
    headers: {
      'Content-Type': file.type,
      'Content-Security-Policy': SANDBOXED_POLICY,
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
})
