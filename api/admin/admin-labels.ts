import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, SANDBOXED_POLICY, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { idempotencyHeaderSchema, readKey } from '#api/orders.ts'
import { changeLabelSettings, removeLabelFile } from '#domain/labels/change-label-settings.server.ts'
import { addProducer, deleteProducer, updateProducer } from '#domain/labels/change-producers.server.ts'
import { LABEL_FILE_KINDS } from '#domain/labels/label-file.ts'
import { findLabelFile, listProducers, readLabelSettings } from '#domain/labels/label-queries.server.ts'
import { labelSettingsChangeSchema, labelSettingsSchema } from '#domain/labels/label-settings.ts'
import {
  producerInputSchema,
  producerRemovalSchema,
  producersSchema,
  producerUpdateSchema,
} from '#domain/labels/producer.ts'

const common = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.string() })
const kindParams = z.object({ kind: z.enum(LABEL_FILE_KINDS) })

const listRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/producers',
  summary: 'Producers and their responsible persons, by name',
  responses: { ...answers(producersSchema, 'All of them'), ...errors('not_found') },
})

const addRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/producers',
  summary: 'Adds a producer; one that is there, word for word, is answered as it is',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(producerInputSchema) },
  responses: {
    ...answers(z.object({ id: z.uuid() }), 'Added'),
    ...bodyErrors('not_found', 'idempotency_conflict'),
  },
})

const updateRoute = createRoute({
  method: 'patch',
  ...common,
  path: '/admin/producers/{id}',
  request: { params, body: jsonBody(producerUpdateSchema) },
  responses: {
    ...answers(done, 'Changed'),
    ...bodyErrors('not_found', 'producer_not_found', 'changed_meanwhile'),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  ...common,
  path: '/admin/producers/{id}',
  summary: 'Deletes a producer that no brand and no product names',
  request: { params, body: jsonBody(producerRemovalSchema) },
  responses: {
    ...answers(done, 'Deleted'),
    ...bodyErrors('not_found', 'producer_not_found', 'producer_in_use', 'changed_meanwhile'),
  },
})

const readSettingsRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/label-settings',
  summary: 'Consent of the carrier, review of accessibility, trademarks to warn of, uploaded files',
  responses: { ...answers(labelSettingsSchema, 'As they are stored'), ...errors('not_found') },
})

const changeSettingsRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/label-settings',
  request: { body: jsonBody(labelSettingsChangeSchema) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('not_found', 'proof_required', 'changed_meanwhile') },
})

const readFileRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/label-files/{kind}',
  request: { params: kindParams },
  responses: {
    200: {
      description: 'The file as it was uploaded',
      content: {
        'image/png': { schema: z.string() },
        'image/jpeg': { schema: z.string() },
        'application/pdf': { schema: z.string() },
      },
    },
    ...errors('not_found', 'invalid_request', 'label_file_not_found'),
  },
})

const removeFileRoute = createRoute({
  method: 'delete',
  ...common,
  path: '/admin/label-files/{kind}',
  request: { params: kindParams },
  responses: {
    ...answers(done, 'Removed'),
    ...errors('not_found', 'proof_required', 'invalid_request', 'forbidden_origin', 'label_file_not_found'),
  },
})

export const adminLabelRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => c.json({ items: await listProducers(c.var.services.db) }, 200))
  .openapi(addRoute, async (c) => {
    const added = await addProducer(c.var.services, {
      userId: c.var.user.id,
      idempotencyKey: readKey(c.req.valid('header')),
      producer: c.req.valid('json'),
    })
    return added.ok ? c.json(added.value, 200) : refuse(c, added.failure)
  })
  .openapi(updateRoute, async (c) => {
    const asked = { userId: c.var.user.id, id: c.req.valid('param').id, ...c.req.valid('json') }
    const updated = await updateProducer(c.var.services, asked)
    return updated.ok ? c.json(DONE, 200) : refuse(c, updated.failure)
  })
  .openapi(deleteRoute, async (c) => {
    const asked = { userId: c.var.user.id, id: c.req.valid('param').id, ...c.req.valid('json') }
    const deleted = await deleteProducer(c.var.services, asked)
    return deleted.ok ? c.json(DONE, 200) : refuse(c, deleted.failure)
  })
  .openapi(readSettingsRoute, async (c) => c.json(await readLabelSettings(c.var.services.db), 200))
  .openapi(changeSettingsRoute, async (c) => {
    const changed = await changeLabelSettings(c.var.services, c.var.user.id, c.req.valid('json'))
    return changed.ok ? c.json(DONE, 200) : refuse(c, changed.failure)
  })
  .openapi(readFileRoute, async (c) => {
    const { kind } = c.req.valid('param')
    const file = await findLabelFile(c.var.services.db, { kind })
    if (!file) return refuse(c, { reason: 'label_file_not_found' })
    return new Response(Uint8Array.from(file.content), {
      headers: {
        'Content-Type': file.type,
        'Content-Security-Policy': SANDBOXED_POLICY,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'Cache-Control': 'no-store',
      },
    })
  })
  .openapi(removeFileRoute, async (c) => {
    const removed = await removeLabelFile(c.var.services, c.var.user.id, c.req.valid('param').kind)
    return removed.ok ? c.json(DONE, 200) : refuse(c, removed.failure)
  })
