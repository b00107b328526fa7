import { queryOptions, useMutation } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { tellError, UNDO_MS, useWrite } from '#app/admin/panel-calls.ts'
import { labelParcelNumbers } from '#app/admin/shipments/carrier-strip.tsx'
import {
  AWAITED_MS,
  describeShipmentRefusal,
  orFailed,
  PARCELS_KEY,
  refreshParcels,
} from '#app/admin/shipments/shipments-data.ts'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import { isAwaited, type PackingParcel, type ShipmentChoice, toVersions } from '#domain/shipping/admin/admin-parcel.ts'

/** Pause before the packing page is read again for new orders, ms. */
const LOOK_AGAIN_MS = 60_000

export const packingDeskQuery = queryOptions({
  queryKey: [...PARCELS_KEY, 'packing'],
  queryFn: async ({ signal }) =>
    orFailed('Failed to fetch shipments', await callApi('get', '/api/admin/packing', { signal })),
  // Shorter while the carrier's answer is awaited.
  refetchInterval: ({ state: { data } }) =>
    [...(data?.items ?? []), ...(data?.packed ?? [])].some(isAwaited) ? AWAITED_MS : LOOK_AGAIN_MS,
})

export const parcelQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: [...PARCELS_KEY, 'parcel', checkoutId],
    queryFn: async ({ signal }) =>
      orFailed(
        'Failed to fetch shipments',
        await callApi('get', '/api/admin/parcels/:id', { param: { id: checkoutId }, signal }),
      ),
    refetchInterval: ({ state: { data } }) => (data && isAwaited(data) ? AWAITED_MS : false),
  })

const FAILED = 'Nie udało się zaktualizować przesyłki'

type Marking = { parcels: readonly PackingParcel[]; packed: boolean; knows?: string[] }

/** Marks parcels as packed or as not packed. A repeat after a lost answer changes nothing. */
export function useMarkPacked() {
  const { revalidate } = useRevalidator()
  const mark = useWrite({
    call({ parcels, packed, knows = [] }: Marking) {
      const ids = parcels.flatMap(({ shipments }) => shipments.map(({ id }) => id))
      const json = { ids, packed, knows, ...(packed && { versions: toVersions(parcels) }) }
      return callApi('post', '/api/admin/packing', { json })
    },
    failed: 'Błąd',
    word: (failure) => describeShipmentRefusal(failure, FAILED),
    onSuccess(_, { parcels, packed }) {
      const undo = { label: 'Cofnij', onClick: () => mark.mutate({ parcels, packed: false }) }
      toast({
        title: packed ? 'Paczka spakowana' : 'Paczka znów czeka na spakowanie',
        tone: 'success',
        kind: 'packed',
        ...(packed && { action: undo, durationMs: UNDO_MS }),
      })
    },
    onSettled: () => refreshParcels(revalidate),
  })
  return mark
}

type Setting = { parcels: readonly PackingParcel[]; status: ShipmentChoice; trackingNumber?: string; knows?: string[] }

/** Of several parcels a refusal names its own. */
function describeParcelRefusal(parcels: readonly PackingParcel[], parcel: PackingParcel, sentence: string): string {
  return parcels.length > 1 ? `${labelParcelNumbers(parcel)}: ${sentence}` : sentence
}

/** Sets the status of whole parcels, each on its own, and the tracking number of one. */
export function useSetStatus() {
  const { revalidate } = useRevalidator()
  return useMutation(
    {
      mutationFn: async ({ parcels, status, trackingNumber, knows = [] }: Setting) => {
        const number = trackingNumber?.trim() ?? ''
        const refused: string[] = []
        // Each parcel separately: one that changed meanwhile does not stop the others.
        for (const parcel of parcels) {
          const shipments = parcel.shipments.map(({ id, version }) => ({ id, version }))
          const json = { shipments, status, knows, ...(number !== '' && { tracking_number: number }) }
          const answer = await callApi('patch', '/api/admin/shipments', { json })
          if (!answer.ok)
            refused.push(describeParcelRefusal(parcels, parcel, describeShipmentRefusal(answer.failure, FAILED)))
        }
        if (refused.length > 0) throw new Error(refused.join(' '))
      },
      onError: tellError('Błąd'),
      onSuccess: () => toast({ title: 'Przesyłka została zaktualizowana', tone: 'success' }),
      onSettled: () => refreshParcels(revalidate),
    },
    queryClient,
  )
}
