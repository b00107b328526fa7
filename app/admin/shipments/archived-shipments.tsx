import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { useListKeys } from '#app/admin/list-keys.ts'
import { LoadError } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { inflectShipments } from '#domain/shipping/admin/admin-parcel.ts'
import { ParcelSkeletons } from './active-shipments.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { PageSteps, ParcelSearch } from './parcel-list-controls.tsx'
import { SelectionBar, useParcelSelection } from './parcel-selection.tsx'
import { ShipmentDialog } from './shipment-dialog.tsx'
import { parcelsQuery, useParcelAction } from './shipments-data.ts'

/** Archived parcels by day of creation: finds, restores or permanently deletes them. */
export function ArchivedShipments() {
  const [params] = useSearchParams()
  const list = useQuery(
    parcelsQuery({ view: 'archived', status: null, search: params.get('search') ?? '', page: parsePage(params) }),
    queryClient,
  )
  const shown = list.data?.items ?? []
  const selection = useParcelSelection(shown)
  const edit = useHistoryDialog('shipment')
  const question = useHistoryDialog('delete-shipments')
  const deletion = useParcelAction('delete', selection.clear)
  const restoring = useParcelAction('restore', selection.clear)
  const count = selection.chosen.length
  useListKeys({
    onToggle: (index) => shown[index] && selection.toggle(shown[index]),
    onEdit: (index) => shown[index]?.shipments[0] && edit.open(shown[index].shipments[0].id),
  })
  return (
    <>
      <ParcelSearch />
      {list.error && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <ParcelSkeletons />}
      {list.data && shown.length === 0 && !deletion.isPending && <EmptyState title="Brak zarchiwizowanych przesyłek" />}
      {shown.length > 0 && (
        <>
          <SelectionBar selection={selection} shown={shown}>
            <Button
              variant="secondary"
              disabled={count === 0 || list.isPlaceholderData}
              busy={restoring.isPending}
              onClick={() => restoring.mutate(selection.chosen)}
            >
              Przywróć
            </Button>
            <Button
              variant="danger"
              disabled={count === 0 || list.isPlaceholderData}
              busy={deletion.isPending}
              onClick={() => question.open('chosen')}
            >
              Usuń trwale
            </Button>
          </SelectionBar>
          <div
            aria-busy={list.isPlaceholderData || undefined}
            className={classNames(list.isPlaceholderData && 'opacity-60')}
          >
            {[...Map.groupBy(shown, ({ created_at }) => formatDay(new Date(created_at)))].map(([day, parcels]) => (
              <section key={day} aria-label={day} className="mb-5">
                <h2 className="mb-2 text-sm font-semibold text-oud">{day}</h2>
                <ul className="grid items-start gap-3 xl:grid-cols-2">
                  {parcels.map((parcel) => (
                    <li key={parcel.checkout_id} className="min-w-0">
                      <ParcelCard parcel={parcel} selection={selection} onEdit={edit.open} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
      {list.data && !list.isPlaceholderData && (
        <PageSteps page={list.data.page} pages={list.data.pages} label="Strony archiwum" />
      )}
      <ShipmentDialog parcels={shown} subject={edit.subject} onClose={edit.close} />
      <ConfirmDialog
        open={question.subject !== null && count > 0}
        title="Usuń trwale"
        confirm="Usuń trwale"
        danger
        busy={deletion.isPending}
        onClose={question.close}
        onConfirm={() => deletion.mutate(selection.chosen, { onSettled: question.close })}
      >
        <p>
          Czy na pewno chcesz TRWALE usunąć {count} {inflectShipments(count)}? Tej operacji nie można cofnąć!
        </p>
        <p className="mt-2">{count === 1 ? 'Przesyłka zniknie' : 'Przesyłki znikną'} z archiwum na zawsze.</p>
        <p className="mt-2 text-oud">Zamówienia zostają, także w panelu klienta.</p>
      </ConfirmDialog>
    </>
  )
}
