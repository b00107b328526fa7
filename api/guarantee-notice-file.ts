import { fail, ok } from '#domain/kernel/result.ts'
import { findLabelFile } from '#domain/labels/label-queries.server.ts'
import { publicCall } from './call.ts'
import { SANDBOXED_POLICY, z } from './http.ts'

export const guaranteeNoticeCalls = [
  publicCall.get(
    '/guarantee-notice/{key}',
    {
      summary: 'The official notice of the legal guarantee, as the shop was given it',
      params: z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) }),
      answers: ['The picture; an address never changes its content', ['image/png', 'image/jpeg']],
      refuses: ['label_file_not_found', 'invalid_request'],
    },
    async ({ services, params: { key } }) => {
      const file = await findLabelFile(services.publicDb, { kind: 'guarantee-notice', key })
      if (!file) return fail({ reason: 'label_file_not_found' })
      return ok(
        new Response(Uint8Array.from(file.content), {
          headers: {
            'Content-Type': file.type,
            'Content-Security-Policy': SANDBOXED_POLICY,
            'Cache-Control': 'public, max-age=31536000, immutable',
          },
        }),
      )
    },
  ),
]
