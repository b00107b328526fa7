import { createMiddleware } from 'hono/factory'
import { readBody } from '#api/admit-request.ts'
import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, refuseRedirects, requireAdmin, requireOwnOrigin, z } from '#api/http.ts'
import { storeLabelFile } from '#domain/labels/change-label-settings.server.ts'
import { LABEL_FILE_BYTES_MAX, LABEL_FILE_KINDS } from '#domain/labels/label-file.ts'

/** Decides by the request's headers alone whether the file is read. */
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

/** Takes raw bytes, so the guards of JSON and size do not apply. */
export const labelFileCalls = [
  adminCall.post(
    '/label-files/{kind}',
    {
      summary: 'Stores a file byte for byte: the official notice (PNG, JPEG) or the consent of the carrier (also PDF)',
      params: z.object({ kind: z.enum(LABEL_FILE_KINDS) }),
      query: z.object({
        name: z.string().trim().min(1).max(200).default('plik'),
        official: z.literal('tak').optional().meta({
          description: 'Somebody looked at the notice and says that it is the official one; needed for that kind',
        }),
      }),
      sends: ['image/png', 'image/jpeg', 'application/pdf'],
      before: {
        // Caller and origin are checked before the body is read.
        run: [requireOwnOrigin, refuseRedirects, requireAdmin, judgeHead, readFile],
        refuses: ['unreadable_body', 'label_file_too_large'],
      },
      answers: ['Stored', doneSchema],
      refuses: ['label_file_wrong_type', 'label_file_active', 'label_file_unconfirmed'],
    },
    async ({ services, user, params, query: { name, official } }, c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const file = { ...params, name, bytes, isOfficial: official === 'tak' }
      return answerDone(await storeLabelFile(services, user.id, file))
    },
  ),
]
