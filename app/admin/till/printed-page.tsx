import { Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatTime } from '#app/admin/orders/moments.ts'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Price } from '#app/ui/price.tsx'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import type { PrintedReceipt } from '#domain/till/read-till.server.ts'
import { TILL_PAYMENTS } from '#domain/till/receipt.ts'
import { useReopen } from './refused-receipt.tsx'
import { RateSums, sumsOf, TillHead, useTillChange } from './till-data.tsx'

const dayQuery = (day: string) =>
  apiQuery(['admin-till-printed', day], (signal) =>
    callApi('get', '/api/admin/till/printed', { query: { day }, signal }),
  )

/** 'Wydrukowane': the receipts of a day, with the sums that the till's daily report has. */
export default function Printed() {
  const [params, setParams] = useSearchParams()
  const day = params.get('dzien') ?? readWarsawClock(new Date()).day
  const query = dayQuery(day)
  const reopen = useReopen(useTillChange(query))
  return (
    <>
      <TillHead current="Wydrukowane" />
      <TextField
        label="Dzień"
        type="date"
        className="mb-4 w-48"
        value={day}
        onChange={({ target }) => target.value !== '' && setParams({ dzien: target.value }, { replace: true })}
      />
      <QueryView
        query={query}
        failed="Nie udało się wczytać paragonów."
        loading={<LoadingList of="paragonów" rows={4} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={`${formatCalendarDay(day)}: żaden paragon`} />
          ) : (
            <>
              <div className="card mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-4 text-sm">
                <p className="text-base font-semibold">
                  {`Paragony: ${items.length}, razem `}
                  <Price grosze={items.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0)} />
                </p>
                <RateSums sums={sumsOf(items)} />
                <p className="basis-full text-xs text-oud">
                  Porównaj z raportem dobowym kasy. Paragony, które nabijasz poza sklepem, nie są tu policzone.
                </p>
              </div>
              <RowList items={items} keyOf={({ checkout_id }) => checkout_id}>
                {(receipt) => (
                  <PrintedRow
                    receipt={receipt}
                    busy={reopen.isPending && reopen.variables === receipt.checkout_id}
                    onUndo={() => reopen.mutate(receipt.checkout_id)}
                  />
                )}
              </RowList>
            </>
          )
        }
      </QueryView>
    </>
  )
}

type PrintedRowProps = { receipt: PrintedReceipt; busy: boolean; onUndo: () => void }

function PrintedRow({ receipt, busy, onUndo }: PrintedRowProps) {
  const { number, order_numbers, printed_at, payment, gross_grosze, by_agent } = receipt
  const orders = order_numbers.join(', ')
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">{number === '' ? 'Bez numeru' : `Nr ${number}`}</p>
        <p className="text-xs text-oud">
          {`${formatTime(printed_at)}, zamówienie ${orders}, ${TILL_PAYMENTS[payment]}, ${by_agent ? 'drukarka' : 'ręcznie'}`}
        </p>
      </div>
      <Price grosze={gross_grosze} className="font-semibold" />
      {!by_agent && (
        <Button variant="quiet" size="tight" busy={busy} aria-label={`Cofnij: ${orders}`} onClick={onUndo}>
          <Undo2 aria-hidden="true" className="size-4" />
          Cofnij
        </Button>
      )}
    </div>
  )
}
