import { createMiddleware } from 'hono/factory'
import { DONE, done } from '#api/account/auth.ts'
import { readBody } from '#api/admit-request.ts'
import { refuse } from '#api/errors.ts'
import {
  type ApiEnv,
  createRoute,
  createRouter,
  refuseRedirects,
  requireAdmin,
  requireOwnOrigin,
  z,
} from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { storeLabelFile } from '#domain/labels/change-label-settings.server.ts'
import { LABEL_FILE_BYTES_MAX, LABEL_FILE_KINDS } from '#domain/labels/label-file.ts'

const binary = { schema: { type: 'string', format: 'binary' } } as const

/** Judges by the head alone whether the file is read. */
const judgeHead = createMiddleware<ApiEnv>(async (c, next) => {
  const isKnown = /^(image\/(png|jpeg)|application\/pdf)/i.test(c.req.header('content-type') ?? '')
  if (!isKnown) return refuse(c, { reason: 'label_file_wrong_type' })
  return next()
})

const readFile = readBody({
  as: 'arrayBuffer',
  most: LABEL_FILE_BYTES_MAX,
  withinMs: 30_000,
  isAdmins: true,
  tooLarge: 'label_file_too_large',
})

const uploadRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/label-files/{kind}',
  summary: 'Stores a file byte for byte: the official notice (PNG, JPEG) or the consent of the carrier (also PDF)',
  // Caller and origin are checked before the body is read.
  middleware: [requireOwnOrigin, refuseRedirects, requireAdmin, judgeHead, readFile] as const,
  request: {
    params: z.object({ kind: z.enum(LABEL_FILE_KINDS) }),
    query: z.object({
      name: z.string().trim().min(1).max(200).default('plik'),
      official: z.literal('tak').optional().meta({
        description: 'Somebody looked at the notice and says that it is the official one; needed for that kind',
      }),
    }),
    body: { required: true, content: { 'image/png': binary, 'image/jpeg': binary, 'application/pdf': binary } },
  },
  responses: {
    ...answers(done, 'Stored'),
    ...errors(
      'not_found',
      'forbidden_origin',
      'invalid_request',
      'unreadable_body',
      'label_file_too_large',
      'label_file_wrong_type',
      'label_file_active',
      'label_file_unconfirmed',
    ),
  },
})

/** Takes raw bytes, so the guards of JSON and size do not apply. */
export const labelFileRoutes = createRouter().openapi(uploadRoute, async (c) => {
  const { services, user } = c.var
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const { kind } = c.req.valid('param')
  const { name, official } = c.req.valid('query')
  const stored = await storeLabelFile(services, user.id, { kind, name, bytes, isOfficial: official === 'tak' })
  return stored.ok ? c.json(DONE, 200) : refuse(c, stored.failure)
})
