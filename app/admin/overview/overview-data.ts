import { apiQuery } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'

const KEY = 'admin-overview'

export const catalogQuery = apiQuery([KEY, 'catalog'], (signal) => callApi('get', '/api/admin/overview', { signal }))

export const setupQuery = apiQuery([KEY, 'setup'], (signal) => callApi('get', '/api/admin/setup', { signal }))

export const backupsQuery = apiQuery([KEY, 'backups'], (signal) => callApi('get', '/api/admin/backups', { signal }))

export const shippingCostHistoryQuery = apiQuery([KEY, 'shipping-costs'], (signal) =>
  callApi('get', '/api/admin/shipping-costs', { signal }),
)

export const newBuyerLimitsQuery = apiQuery([KEY, 'unproven-limits'], (signal) =>
  callApi('get', '/api/admin/unproven-account-limits', { signal }),
)

export const orderWavesQuery = apiQuery([KEY, 'order-waves'], (signal) =>
  callApi('get', '/api/admin/order-waves', { signal }),
)

export const paymentModeQuery = apiQuery([KEY, 'payment-mode'], (signal) =>
  callApi('get', '/api/admin/payment-mode', { signal }),
)

/** Read when the card asks for it; each time the shop checks everything again. */
export const systemStatusQuery = {
  ...apiQuery([KEY, 'system-status'], (signal) => callApi('get', '/api/admin/system-status', { signal })),
  enabled: false,
}
