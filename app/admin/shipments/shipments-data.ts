import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { type AnswerOf, type ApiFailure, callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { inflectShipments, isAwaited } from '#domain/shipping/admin/admin-parcel.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'

/** Everything read of parcels, so that a change of any makes all of it be read again. */
export const PARCELS_KEY = ['admin-parcels'] as const

export type WantedParcels = { view: 'active' | 'archived'; status: ShipmentStatus | null; page: number }
type ParcelPage = AnswerOf<'get', '/api/admin/shipments'>

export const parcelsQuery = ({ view, status, page }: WantedParcels) =>
  queryOptions({
    queryKey: [...PARCELS_KEY, view, status, page],
    queryFn: async ({ signal }) => {
      const query = { view, page: String(page), ...(status && { status }) }
      return orFailed('Failed to fetch shipments', await callApi('get', '/api/admin/shipments', { query, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isAwaited) ? AWAITED_MS : false),
  })

/** While the carrier is about to answer, the list is read again so often. */
const AWAITED_MS = 2000

export const archiveCountQuery = queryOptions({
  queryKey: [...PARCELS_KEY, 'archive-count'],
  queryFn: async ({ signal }) =>
    orFailed('Failed to fetch archive count', await callApi('get', '/api/admin/shipments/archive-count', { signal })),
})

/** The answer; a failure is thrown as `what` failed, with the reason in words as its cause. */
export function orFailed<Value>(what: string, result: Result<Value, ApiFailure>): Value {
  try {
    return orThrow(result)
  } catch (cause) {
    throw new Error(what, { cause })
  }
}

/** The shop's own sentence where it refused, otherwise what could not be done. */
export function wordRefusal(failure: ApiFailure, fallback: string): string {
  return failure.reason === 'refused' && failure.status < 500 ? failure.message : fallback
}

const ACTIONS = {
  archive: { failed: 'Nie udało się zarchiwizować przesyłek', done: 'Zarchiwizowano' },
  restore: { failed: 'Nie udało się przywrócić przesyłek', done: 'Przywrócono' },
  delete: { failed: 'Nie udało się usunąć przesyłek', done: 'Trwale usunięto' },
} as const
export type ParcelAction = keyof typeof ACTIONS

/** A change can be taken back so long, ms. */
const UNDO_MS = 6000

/**
 * Does something with whole parcels, by the ids of their shipments: they leave the list at once, and come back where the shop
 * refuses. `archive` can be undone from its toast.
 */
export function useParcelAction(action: ParcelAction, onDone?: () => void) {
  const { revalidate } = useRevalidator()

  function announce(parcels: number, ids: readonly string[]): void {
    const title = `${ACTIONS[action].done} ${parcels} ${inflectShipments(parcels)}`
    const undo = { label: 'Cofnij', onClick: () => void takeBack(ids, revalidate) }
    toast({ title, tone: 'success', ...(action === 'archive' && { action: undo, durationMs: UNDO_MS }) })
  }

  return useMutation(
    {
      mutationFn: async (ids: string[]) => {
        const answer = await callApi('post', `/api/admin/shipments/${action}`, { json: { ids } })
        if (!answer.ok) throw new Error(wordRefusal(answer.failure, ACTIONS[action].failed))
        return answer.value
      },
      async onMutate(ids) {
        await queryClient.cancelQueries({ queryKey: PARCELS_KEY })
        const before = queryClient.getQueriesData<ParcelPage>({ queryKey: PARCELS_KEY })
        const gone = new Set(ids)
        queryClient.setQueriesData<ParcelPage>({ queryKey: PARCELS_KEY }, (page) =>
          page && 'items' in page
            ? { ...page, items: page.items.filter(({ shipments }) => !shipments.some(({ id }) => gone.has(id))) }
            : page,
        )
        return { before }
      },
      onError({ message }, _, context) {
        for (const [key, page] of context?.before ?? []) queryClient.setQueryData(key, page)
        toast({ title: 'Błąd', description: message, tone: 'error' })
      },
      onSuccess({ parcels }, ids) {
        announce(parcels, ids)
        onDone?.()
      },
      onSettled: () => refreshParcels(revalidate),
    },
    queryClient,
  )
}

async function takeBack(ids: readonly string[], revalidate: () => Promise<void>): Promise<void> {
  const answer = await callApi('post', '/api/admin/shipments/restore', { json: { ids: [...ids] } })
  if (!answer.ok) {
    toast({ title: 'Błąd', description: wordRefusal(answer.failure, ACTIONS.restore.failed), tone: 'error' })
  }
  await refreshParcels(revalidate)
}

/** Reads the lists again, and the numbers beside the sections. */
export async function refreshParcels(revalidate: () => Promise<void>): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: PARCELS_KEY }), revalidate()])
}
