import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { RunProgress } from '#app/admin/run-progress.tsx'
import { queryClient } from '#app/query-client.ts'
import type { PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { carrierQuery } from './carrier-data.ts'
import { CarrierDialog } from './carrier-dialog.tsx'
import { CarrierStrip } from './carrier-strip.tsx'
import { refreshParcels } from './shipments-data.ts'

/** The label of one parcel, on pages that pack or show it: its state, its number, buttons to create and print it. */
export function ParcelLabel({ parcel }: { parcel: PackingParcel }) {
  const { data: carrier } = useQuery(carrierQuery, queryClient)
  const { revalidate } = useRevalidator()
  const asking = useHistoryDialog('label')
  const [runId, setRunId] = useState<string | null>(null)
  return (
    <>
      <CarrierStrip
        parcel={parcel}
        configured={carrier?.configured ?? false}
        onCreate={() => asking.open(parcel.checkout_id)}
      />
      {runId !== null && (
        <RunProgress key={runId} runId={runId} label="Przesyłki InPost" onEnd={() => void refreshParcels(revalidate)} />
      )}
      {carrier && asking.subject === parcel.checkout_id && (
        <CarrierDialog
          parcels={[parcel]}
          sizes={carrier.sizes}
          onClose={asking.close}
          onStarted={(id) => {
            setRunId(id)
            void refreshParcels(revalidate)
          }}
        />
      )}
    </>
  )
}
