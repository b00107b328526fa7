import { adminCall, doneSchema, packingCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { packedBatchesSchema, recallSchema } from '#domain/batches/batch.ts'
import { listBatches } from '#domain/batches/batch-queries.server.ts'
import { noteBatches } from '#domain/batches/note-batches.server.ts'
import { recallBatch } from '#domain/batches/recall-batch.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminBatchCalls = [
  packingCall.post(
    '/packing/batches',
    {
      summary: 'Notes the batches of a product in a parcel, in place of those that were on the screen',
      body: packedBatchesSchema,
      answers: ['Noted', doneSchema],
      refuses: ['shipment_not_found', 'wrong_bottle', 'batch_recalled', 'batches_noted_meanwhile'],
    },
    ({ services, body }) => noteBatches(services, body),
  ),
  adminCall.get(
    '/batches',
    {
      summary: 'Batches that were packed, with the number of their orders',
      query: z.object({ search: z.string().max(60).default('') }),
      answers: ['The newest hundred'],
    },
    async ({ services, query }) => ok(await listBatches(services.db, query.search.trim())),
  ),
  adminCall.post(
    '/recalls',
    {
      summary: 'Recalls a batch: warns its buyers by mail and takes the product off sale',
      body: recallSchema,
      answers: ['How many letters are on their way, and how many buyers have no address here'],
      refuses: ['product_not_found', 'batch_recalled_before'],
    },
    ({ services, user, body }) => recallBatch(services, { userId: user.id, recall: body }),
  ),
]
