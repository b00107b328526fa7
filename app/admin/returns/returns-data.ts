import { acceptRefusal, apiQuery, pagedQuery, refresh } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { CASE_KINDS, type CaseKind } from '#domain/returns/return-case.ts'

/** The list that an address asks for. */
export type CaseView = { state: 'open' | 'closed'; kind: CaseKind | null; page: number }

export function parseCaseView(params: URLSearchParams): CaseView {
  return {
    state: params.get('stan') === 'zamkniete' ? 'closed' : 'open',
    kind: CASE_KINDS.find((kind) => kind === params.get('rodzaj')) ?? null,
    page: parsePage(params),
  }
}

/** A page of cases; the previous one is shown until it has loaded. */
export const casesQuery = ({ state, kind, page }: CaseView) => {
  const query = { state, page: String(page), ...(kind !== null && { kind }) }
  return pagedQuery(['admin', 'returns', query], (signal) => callApi('get', '/api/admin/returns', { query, signal }))
}

/** A case; null when there is none. */
export const caseQuery = (id: string) =>
  apiQuery(['admin', 'return', id], async (signal) =>
    acceptRefusal(await callApi('get', '/api/admin/returns/:id', { param: { id }, signal }), 'case_not_found'),
  )

/** Reads a changed case again, and the lists. */
export const refreshCase = (id: string) =>
  Promise.all([refresh(caseQuery(id)), refresh({ queryKey: ['admin', 'returns'] })])
