import { apiQuery } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'

export const producersQuery = apiQuery(['admin-producers'], (signal) =>
  callApi('get', '/api/admin/producers', { signal }),
)

export const labelSettingsQuery = apiQuery(['admin-label-settings'], (signal) =>
  callApi('get', '/api/admin/label-settings', { signal }),
)
