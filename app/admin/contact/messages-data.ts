import { acceptRefusal, apiQuery, pagedQuery, refresh } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'

/** The list that an address asks for. */
export type MessageView = { state: 'open' | 'done'; page: number }

/** A page of messages; the previous one is shown until it has loaded. */
export const messagesQuery = ({ state, page }: MessageView) => {
  const query = { state, page: String(page) }
  return pagedQuery(['admin', 'messages', query], (signal) => callApi('get', '/api/admin/messages', { query, signal }))
}

/** A message; null when there is none. */
export const messageQuery = (id: string) =>
  apiQuery(['admin', 'message', id], async (signal) =>
    acceptRefusal(await callApi('get', '/api/admin/messages/:id', { param: { id }, signal }), 'message_not_found'),
  )

/** Reads a changed message again, and the lists. */
export const refreshMessage = (id: string) =>
  Promise.all([refresh(messageQuery(id)), refresh({ queryKey: ['admin', 'messages'] })])
