import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { UNDO_MS } from '#app/admin/panel-calls.ts'
import { type AnswerOf, type ApiFailure, callApi } from '#app/api-client.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import type { Result } from '#domain/kernel/result.ts'
import { inflectShipments, isAwaited, type PackingParcel, toVersions } from '#domain/shipping/admin/admin-parcel.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'

/** The first part of every parcel query's key: a change of one parcel invalidates all of these queries. */
export const PARCELS_KEY = ['admin-parcels'] as const

type WantedParcels = { view: 'active' | 'archived'; status: ShipmentStatus | null; search: string; page: number }
type ParcelPage = AnswerOf<'get', '/api/admin/shipments'>

export const parcelsQuery = ({ view, status, search, page }: WantedParcels) =>
  queryOptions({
    queryKey: [...PARCELS_KEY, view, status, search, page],
    queryFn: async ({ signal }) => {
      const query = { view, page: String(page), ...(status && { status }), ...(search !== '' && { search }) }
      return orFailed('Failed to fetch shipments', await callApi('get', '/api/admin/shipments', { query, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isAwaited) ? AWAITED_MS : false),
  })

/** Pause before the list is read again while the carrier is about to answer, ms. */
export const AWAITED_MS = 2000

export const archiveCountQuery = queryOptions({
  queryKey: [...PARCELS_KEY, 'archive-count'],
  queryFn: async ({ signal }) =>
    orFailed('Failed to fetch archive count', await callApi('get', '/api/admin/shipments/archive-count', { signal })),
})

/** The answer. A failure is thrown under the title `what`, with the reason in words as its cause. */
export function orFailed<Value>(what: string, result: Result<Value, ApiFailure>): Value {
  try {
    return orThrow(result)
  } catch (cause) {
    throw new Error(what, { cause })
  }
}

/** The shop's own sentence where it refused; otherwise `fallback`. */
export function describeShipmentRefusal(failure: ApiFailure, fallback: string): string {
  return failure.reason === 'refused' && failure.status < 500 ? failure.message : fallback
}

const ACTIONS = {
  archive: { failed: 'Nie udało się zarchiwizować przesyłek', done: 'Zarchiwizowano' },
  restore: { failed: 'Nie udało się przywrócić przesyłek', done: 'Przywrócono' },
  delete: { failed: 'Nie udało się usunąć przesyłek', done: 'Trwale usunięto' },
} as const
type ParcelAction = keyof typeof ACTIONS

/**
 * Archives, restores or deletes whole parcels that are still as they were seen. They leave the list at once, and return
 * where the shop refuses. The toast of `archive` offers the undo.
 */
export function useParcelAction(action: ParcelAction, onDone?: () => void) {
  const { revalidate } = useRevalidator()
  return useMutation(
    {
      mutationFn: async (parcels: readonly PackingParcel[]) => {
        const json = { ids: listIds(parcels), versions: toVersions(parcels) }
        const answer = await callApi('post', `/api/admin/shipments/${action}`, { json })
        if (!answer.ok) throw new Error(describeShipmentRefusal(answer.failure, ACTIONS[action].failed))
        return answer.value
      },
      async onMutate(parcels) {
        await queryClient.cancelQueries({ queryKey: PARCELS_KEY })
        const before = queryClient.getQueriesData<ParcelPage>({ queryKey: PARCELS_KEY })
        const gone = new Set(listIds(parcels))
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
      onSuccess({ parcels, left_out: leftOut = [] }, asked) {
        const ids = listIds(asked)
        const title = `${ACTIONS[action].done} ${parcels} ${inflectShipments(parcels)}`
        const undo = { label: 'Cofnij', onClick: () => void restore(ids, revalidate) }
        const description = `Zmieniło się w międzyczasie i zostało: ${leftOut.join(', ')}.`
        toast({
          title,
          tone: 'success',
          ...(leftOut.length > 0 && { description }),
          ...(action === 'archive' && { action: undo, durationMs: UNDO_MS }),
        })
        onDone?.()
      },
      onSettled: () => refreshParcels(revalidate),
    },
    queryClient,
  )
}

const listIds = (parcels: readonly PackingParcel[]) => parcels.flatMap(({ shipments }) => shipments.map(({ id }) => id))

async function restore(ids: readonly string[], revalidate: () => Promise<void>): Promise<void> {
  const answer = await callApi('post', '/api/admin/shipments/restore', { json: { ids: [...ids] } })
  if (!answer.ok) {
    toast({
      title: 'Błąd',
      description: describeShipmentRefusal(answer.failure, ACTIONS.restore.failed),
      tone: 'error',
    })
  }
  await refreshParcels(revalidate)
}

/** Reads the lists again, and the counts in the panel's rail. */
export async function refreshParcels(revalidate: () => Promise<void>): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: PARCELS_KEY }), revalidate()])
}
