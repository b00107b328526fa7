import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { useListKeys } from '#app/admin/list-keys.ts'
import { useAskFirst } from '#app/admin/packing/parcel-warnings.tsx'
import { refresh } from '#app/admin/panel-calls.ts'
import { RunProgress } from '#app/admin/run-progress.tsx'
import { LoadError } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import {
  isSendable,
  isWaiting,
  MOST_FILTERED_PARCELS,
  type PackingParcel,
  SHIPMENT_FILTER_LABELS,
} from '#domain/shipping/admin/admin-parcel.ts'
import { SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipping/shipment.ts'
import { carrierQuery, useLabelDownload } from './carrier-data.ts'
import { CarrierDialog } from './carrier-dialog.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { PageSteps, ParcelSearch } from './parcel-list-controls.tsx'
import { SelectionBar, useParcelSelection } from './parcel-selection.tsx'
import { ShipmentDialog } from './shipment-dialog.tsx'
import { PARCELS_KEY, parcelsQuery, useParcelAction } from './shipments-data.ts'

/** The parcels that are not archived, by status. */
export function ActiveShipments() {
  const [params] = useSearchParams()
  const status = SHIPMENT_STATUSES.find((known) => known === params.get('status')) ?? null
  const search = params.get('search') ?? ''
  const list = useQuery(parcelsQuery({ view: 'active', status, search, page: parsePage(params) }), queryClient)
  const shown = list.data?.items ?? []
  const selection = useParcelSelection(shown)
  const archive = useParcelAction('archive', selection.clear)
  const archiving = useHistoryDialog('archive-shipments')
  const unsent = selection.chosen.filter(isWaiting).length
  const dialog = useHistoryDialog('shipment')
  const creating = useHistoryDialog('carrier')
  const { data: carrier } = useQuery(carrierQuery, queryClient)
  const [startedRun, setStartedRun] = useState<string | null>(null)
  const runId = startedRun ?? carrier?.run_id ?? null
  const toCreate =
    creating.subject === CHOSEN ? selection.chosen : shown.filter(({ checkout_id }) => checkout_id === creating.subject)
  useListKeys({
    onToggle: (index) => shown[index] && selection.toggle(shown[index]),
    onEdit: (index) => shown[index]?.shipments[0] && dialog.open(shown[index].shipments[0].id),
  })
  return (
    <>
      <ParcelSearch />
      <StatusFilter status={status} search={search} />
      {list.error && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
      {runId !== null && (
        <div className="card mb-3 p-2">
          <RunProgress
            key={runId}
            runId={runId}
            label="Przesyłki InPost"
            onEnd={() => {
              // Keeps the finished run on the screen, because it shows the errors.
              setStartedRun(runId)
              void refresh({ queryKey: PARCELS_KEY })
            }}
          />
        </div>
      )}
      {list.isPending && <ParcelSkeletons />}
      {list.data && shown.length === 0 && !archive.isPending && <EmptyState title="Brak przesyłek do wyświetlenia" />}
      {shown.length > 0 && (
        <>
          <SelectionBar selection={selection} shown={shown}>
            {carrier?.configured && selection.chosen.length > 0 && (
              <CarrierButtons chosen={selection.chosen} onCreate={() => creating.open(CHOSEN)} />
            )}
            <Button
              variant="secondary"
              disabled={selection.ids.length === 0 || list.isPlaceholderData}
              busy={archive.isPending}
              onClick={() => (unsent > 0 ? archiving.open() : archive.mutate(selection.chosen))}
            >
              Archiwizuj
            </Button>
          </SelectionBar>
          <ul
            aria-busy={list.isPlaceholderData || undefined}
            className={classNames('grid items-start gap-3 xl:grid-cols-2', list.isPlaceholderData && 'opacity-60')}
          >
            {shown.map((parcel) => (
              <li key={parcel.checkout_id} className="min-w-0">
                <ParcelCard
                  parcel={parcel}
                  selection={selection}
                  onEdit={dialog.open}
                  carrier={{
                    configured: carrier?.configured ?? false,
                    onCreate: () => creating.open(parcel.checkout_id),
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {list.data && !list.isPlaceholderData && (
        <>
          <PageSteps page={list.data.page} pages={list.data.pages} label="Strony przesyłek" />
          {status !== null && list.data.total === MOST_FILTERED_PARCELS && (
            <p className="mt-3 text-center text-sm text-oud">Widać najnowsze {MOST_FILTERED_PARCELS} przesyłek.</p>
          )}
        </>
      )}
      <ConfirmDialog
        open={archiving.subject !== null && unsent > 0}
        title="Zarchiwizować niewysłane?"
        confirm="Archiwizuj mimo to"
        cancel="Zostaw"
        onClose={archiving.close}
        onConfirm={() => {
          archiving.close()
          archive.mutate(selection.chosen)
        }}
      >
        {describeUnsent(unsent)} Z archiwum nikt ich nie spakuje.
      </ConfirmDialog>
      <ShipmentDialog parcels={shown} subject={dialog.subject} onClose={dialog.close} />
      {carrier && toCreate.length > 0 && (
        <CarrierDialog
          parcels={toCreate}
          sizes={carrier.sizes}
          onClose={creating.close}
          onStarted={(id) => {
            setStartedRun(id)
            selection.clear()
          }}
        />
      )}
    </>
  )
}

/** Subject of the carrier's dialog: all chosen parcels. */
const CHOSEN = 'chosen'

function CarrierButtons({ chosen, onCreate }: { chosen: readonly PackingParcel[]; onCreate: () => void }) {
  const label = useLabelDownload()
  const labelled = chosen.filter(({ carrier }) => carrier?.status === 'confirmed')
  const printing = useAskFirst(() => label.mutate(labelled.flatMap(({ carrier }) => carrier?.id ?? [])))
  return (
    <>
      <Button variant="secondary" disabled={!chosen.some(isSendable)} onClick={onCreate}>
        Utwórz w InPost
      </Button>
      <Button
        variant="secondary"
        disabled={labelled.length === 0}
        busy={label.isPending}
        onClick={() => printing.press(labelled.flatMap(({ warnings }) => warnings))}
      >
        {`Etykiety${labelled.length > 0 ? ` (${labelled.length})` : ''}`}
      </Button>
      {printing.dialog({ title: 'Drukować etykiety?', confirm: 'Drukuj mimo to' })}
    </>
  )
}

const UNSENT: PolishForms = {
  one: 'paczka nie jest jeszcze wysłana.',
  few: 'paczki nie są jeszcze wysłane.',
  many: 'paczek nie jest jeszcze wysłanych.',
}
const describeUnsent = (count: number) => `${count} ${pluralize(count, UNSENT)}`

/** The statuses as links, which keep the filter in the address. */
function StatusFilter({ status, search }: { status: ShipmentStatus | null; search: string }) {
  return (
    <nav aria-label="Status przesyłki" className="mb-3 -mx-1 flex gap-2 overflow-x-auto px-1 py-1">
      {[null, ...SHIPMENT_STATUSES].map((choice) => (
        <Link
          key={choice}
          to={{
            search: String(
              new URLSearchParams({ ...(search && { search }), ...(choice !== null && { status: choice }) }),
            ),
          }}
          preventScrollReset
          aria-current={choice === status ? 'true' : undefined}
          className={classNames(
            'inline-flex min-h-11 shrink-0 items-center rounded-full border px-4 text-sm font-medium lg:min-h-9',
            choice === status ? 'border-night bg-night text-ivory' : 'border-night/30 bg-white hover:bg-sand',
          )}
        >
          {choice === null ? 'Wszystkie' : SHIPMENT_FILTER_LABELS[choice]}
        </Link>
      ))}
    </nav>
  )
}

export function ParcelSkeletons() {
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-56 w-full rounded-2xl" />
      ))}
    </div>
  )
}
