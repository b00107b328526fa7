import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { storeLabelFile } from '#domain/labels/change-label-settings.server.ts'
import { LABEL_FILE_BYTES_MAX, LABEL_FILE_KINDS } from '#domain/labels/label-file.ts'
import { receiveFile } from './receive-file.ts'

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
        run: receiveFile({
          types: /^(image\/(png|jpeg)|application\/pdf)/i,
          wrongType: 'label_file_wrong_type',
          most: LABEL_FILE_BYTES_MAX,
          tooLarge: 'label_file_too_large',
        }),
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
