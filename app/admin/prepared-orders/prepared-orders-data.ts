import { apiQuery } from '#app/admin/panel-calls.ts'
import { type AnswerOf, callApi } from '#app/api-client.ts'

export type ListedPreparedOrder = AnswerOf<'get', '/api/admin/prepared-orders'>[number]

export const preparedOrdersQuery = apiQuery(['admin-prepared-orders'], (signal) =>
  callApi('get', '/api/admin/prepared-orders', { signal }),
)
