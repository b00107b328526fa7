import { adminCall, doneSchema } from '#api/call.ts'
import { SANDBOXED_POLICY, z } from '#api/http.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { changeLabelSettings, removeLabelFile, storeLabelFile } from '#domain/labels/change-label-settings.server.ts'
import { addProducer, deleteProducer, updateProducer } from '#domain/labels/change-producers.server.ts'
import { LABEL_FILE_BYTES_MAX, LABEL_FILE_KINDS } from '#domain/labels/label-file.ts'
import { findLabelFile, listProducers, readLabelSettings } from '#domain/labels/label-queries.server.ts'
import { labelSettingsChangeSchema } from '#domain/labels/label-settings.ts'
import { producerInputSchema, producerRemovalSchema, producerUpdateSchema } from '#domain/labels/producer.ts'
import { receiveFile } from './receive-file.ts'

const kindParams = z.object({ kind: z.enum(LABEL_FILE_KINDS) })

export const adminLabelCalls = [
  adminCall.get(
    '/producers',
    { summary: 'Producers and their responsible persons, by name', answers: ['All of them'] },
    async ({ services }) => ok({ items: await listProducers(services.db) }),
  ),
  adminCall.post(
    '/producers',
    {
      summary: 'Adds a producer; one that is there, word for word, is answered as it is',
      key: true,
      body: producerInputSchema,
      answers: ['Added'],
      refuses: ['idempotency_conflict'],
    },
    ({ services, user, key, body }) => addProducer(services, { userId: user.id, key, producer: body }),
  ),
  adminCall.patch(
    '/producers/{id}',
    {
      body: producerUpdateSchema,
      answers: ['Changed', doneSchema],
      refuses: ['producer_not_found', 'changed_meanwhile'],
    },
    ({ services, user, params, body: { version, ...producer } }) =>
      updateProducer(services, { userId: user.id, ...params, version, producer }),
  ),
  adminCall.delete(
    '/producers/{id}',
    {
      summary: 'Deletes a producer that no brand and no product names',
      body: producerRemovalSchema,
      answers: ['Deleted', doneSchema],
      refuses: ['producer_not_found', 'producer_in_use', 'changed_meanwhile'],
    },
    ({ services, user, params, body }) => deleteProducer(services, { userId: user.id, ...params, ...body }),
  ),
  adminCall.get(
    '/label-settings',
    {
      summary: 'Consent of the carrier, review of accessibility, trademarks to warn of, uploaded files',
      answers: ['As they are stored'],
    },
    async ({ services }) => ok(await readLabelSettings(services.db)),
  ),
  adminCall.post(
    '/label-settings',
    { body: labelSettingsChangeSchema, answers: ['Changed', doneSchema], refuses: ['changed_meanwhile'] },
    ({ services, user, body }) => changeLabelSettings(services, user.id, body),
  ),
  adminCall.get(
    '/label-files/{kind}',
    {
      params: kindParams,
      answers: ['The file as it was uploaded', ['image/png', 'image/jpeg', 'application/pdf']],
      refuses: ['invalid_request', 'label_file_not_found'],
    },
    async ({ services, params }) => {
      const file = await findLabelFile(services.db, params)
      if (!file) return fail({ reason: 'label_file_not_found' })
      return ok(
        new Response(Uint8Array.from(file.content), {
          headers: {
            'Content-Type': file.type,
            'Content-Security-Policy': SANDBOXED_POLICY,
            'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          },
        }),
      )
    },
  ),
  adminCall.delete(
    '/label-files/{kind}',
    { params: kindParams, answers: ['Removed', doneSchema], refuses: ['invalid_request', 'label_file_not_found'] },
    ({ services, user, params }) => removeLabelFile(services, user.id, params.kind),
  ),
]

export const labelFileCalls = [
  adminCall.post(
    '/label-files/{kind}',
    {
      summary: 'Stores a file byte for byte: the official notice (PNG, JPEG) or the consent of the carrier (also PDF)',
      params: kindParams,
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
      return storeLabelFile(services, user.id, file)
    },
  ),
]
