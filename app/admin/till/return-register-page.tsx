import { type LinksFunction, useSearchParams } from 'react-router'
import { formatMomentDay } from '#app/admin/orders/moments.ts'
import printStyles from '#app/admin/packing/print.css?url'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { FilterLink } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Price } from '#app/ui/price.tsx'
import { isMonth, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { labelMonth, shiftMonth } from '#domain/month/month.ts'
import type { RegisterRow, ReturnRegister } from '#domain/till/read-till.server.ts'
import { RateSums, TillHead } from './till-data.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: printStyles }]

const registerQuery = (month: string) =>
  apiQuery(['admin-till-returns', month], (signal) =>
    callApi('get', '/api/admin/till/returns', { query: { month }, signal }),
  )

/** 'Ewidencja zwrotów': the returns and accepted complaints of a month, of sales with a receipt; prints them. */
export default function Register() {
  const [params] = useSearchParams()
  const present = readWarsawClock(new Date()).day.slice(0, 7)
  const asked = params.get('miesiac') ?? ''
  const month = isMonth(asked) ? asked : present
  const months = [shiftMonth(month, -1), month, shiftMonth(month, 1)].filter((each) => each <= present)
  return (
    <>
      <TillHead current="Zwroty" />
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <nav aria-label="Miesiąc" className="mr-auto flex flex-wrap gap-2">
          {months.map((each) => (
            <FilterLink key={each} to={`?miesiac=${each}`} replace preventScrollReset current={each === month}>
              {labelMonth(each)}
            </FilterLink>
          ))}
        </nav>
        <a
          href={`/api/admin/exports/till-returns?month=${month}`}
          download
          className={buttonClass('secondary', 'tight')}
        >
          Pobierz CSV
        </a>
        <Button variant="secondary" size="tight" onClick={() => window.print()}>
          Drukuj
        </Button>
      </div>
      <h2 className="mb-3 font-display text-xl">Ewidencja zwrotów i uznanych reklamacji, {labelMonth(month)}</h2>
      <QueryView
        query={registerQuery(month)}
        failed="Nie udało się wczytać ewidencji."
        loading={<LoadingList of="ewidencji" rows={4} />}
      >
        {(register) => <RegisterTable register={register} />}
      </QueryView>
    </>
  )
}

function RegisterTable({ register: { items, sums } }: { register: ReturnRegister }) {
  if (items.length === 0) return <EmptyState title="W tym miesiącu nic nie wróciło" />
  return (
    <div className="card overflow-hidden print:rounded-none print:border-0 print:shadow-none">
      <ul className="divide-y divide-night/10">
        {items.map((row) => (
          <li
            key={`${row.checkout_id} ${row.moment} ${row.gross_grosze}`}
            className="break-inside-avoid px-5 py-3 print:px-0"
          >
            <Row row={row} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-x-6 border-t border-night/30 px-5 py-3 text-sm font-semibold print:px-0">
        <p>
          {'Razem w miesiącu: '}
          <Price grosze={items.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0)} />
        </p>
        <RateSums sums={sums} className="sm:text-right" />
      </div>
    </div>
  )
}

function Row({
  row: { moment, reason, number, printed_at, order_numbers, names, gross_grosze, sums },
}: {
  row: RegisterRow
}) {
  const receipt = number === '' ? 'Paragon bez numeru' : `Paragon ${number}`
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <p className="font-semibold">{`${formatMomentDay(moment)}: ${reason.toLowerCase()}`}</p>
        <p className="text-xs text-oud">
          {`${receipt} z ${formatMomentDay(printed_at)}, zamówienie ${order_numbers.join(', ')}`}
        </p>
        <p className="text-xs text-oud">{names}</p>
      </div>
      <div className="text-right max-sm:w-full">
        <Price grosze={gross_grosze} className="font-semibold" />
        <RateSums sums={sums} className="text-xs text-oud" />
      </div>
    </div>
  )
}
