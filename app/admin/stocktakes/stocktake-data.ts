import { apiQuery, refresh } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'

export const stocktakeQuery = {
  ...apiQuery(['admin-stocktake'], (signal) => callApi('get', '/api/admin/stocktake', { signal })),
  // Another phone may count, too.
  refetchOnWindowFocus: true,
}

export const refreshStocktake = () => refresh(stocktakeQuery)
