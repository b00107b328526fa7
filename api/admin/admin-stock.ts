import { adminCall, answerFound, doneSchema, noBody } from '#api/call.ts'
import { z } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { listMovements } from '#domain/stock/movement-queries.server.ts'
import { bookedSchema, bookingSchema, countSchema, stocktakeVersionSchema } from '#domain/stocktakes/stocktake.ts'
import { findOpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import {
  beginStocktake,
  bookStocktake,
  countProduct,
  dropStocktake,
  removeCount,
} from '#domain/stocktakes/take-stock.server.ts'

export const adminStockCalls = [
  adminCall.get(
    '/products/{id}/movements',
    {
      summary: 'Every change of the stock of a product with its reason, newest first',
      query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
      answers: ['A page of the movements'],
      refuses: ['product_not_found'],
    },
    async ({ services, params, query }) =>
      answerFound(await listMovements(services.db, params.id, query.page), 'product_not_found'),
  ),
  adminCall.get(
    '/stocktake',
    { answers: ['The open stocktake with what was counted; null: none is open'] },
    async ({ services }) => ok(await findOpenStocktake(services.db)),
  ),
  adminCall.post(
    '/stocktakes',
    { summary: 'Opens a stocktake, unless one is open', body: noBody, answers: ['Open', doneSchema] },
    ({ services, user }) => beginStocktake(services, user.id),
  ),
  adminCall.post(
    '/stocktakes/{id}/counts',
    {
      summary: 'Stores how many pieces of a product lie on the shelf; changes no stock',
      body: countSchema,
      answers: ['Counted', doneSchema],
      refuses: ['stocktake_closed', 'product_not_counted', 'counted_meanwhile'],
    },
    ({ services, params, body }) => countProduct(services, params.id, body),
  ),
  adminCall.delete(
    '/stocktakes/{id}/counts/{productId}',
    { summary: 'Takes a count back', answers: ['Taken back', doneSchema], refuses: ['stocktake_closed'] },
    ({ services, params: { id: stocktakeId, productId } }) => removeCount(services, { stocktakeId, productId }),
  ),
  adminCall.post(
    '/stocktakes/{id}/book',
    {
      summary: 'Ends a stocktake and books its differences, each with a reason',
      key: true,
      body: bookingSchema,
      answers: ['How many products changed, and which pieces orders have taken already', bookedSchema],
      refuses: [
        'stocktake_closed',
        'changed_meanwhile',
        'difference_unexplained',
        'stock_set_meanwhile',
        'idempotency_conflict',
      ],
    },
    ({ services, user, key, params, body }) =>
      bookStocktake(services, { userId: user.id, key, stocktakeId: params.id, ...body }),
  ),
  adminCall.delete(
    '/stocktakes/{id}',
    {
      summary: 'Ends a stocktake and changes no stock',
      body: stocktakeVersionSchema,
      answers: ['Dropped', doneSchema],
      refuses: ['stocktake_closed', 'changed_meanwhile'],
    },
    ({ services, user, params, body }) => dropStocktake(services, { userId: user.id, stocktakeId: params.id, ...body }),
  ),
]
