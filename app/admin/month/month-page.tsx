import { ChevronLeft, ChevronRight } from 'lucide-react'
import { use } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { IsOwner } from '#app/admin/is-owner.ts'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { labelMonth, type Month, shiftMonth } from '#domain/month/month.ts'
import { MonthPapers } from './month-papers.tsx'
import { Payouts } from './payouts.tsx'

/** 'Miesiąc': the papers that the accountant needs. */
export default function MonthPage() {
  const [params] = useSearchParams()
  const present = readWarsawClock(new Date()).day.slice(0, 7)
  const asked = params.get('m') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) && asked <= present ? asked : present
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Miesiąc</h1>
        <MonthSwitch month={month} present={present} />
      </div>
      <div className="space-y-6">
        <MonthPapers month={month} />
        <Payouts month={month} />
        <YearPackaging year={month.slice(0, 4)} />
      </div>
    </>
  )
}

function MonthSwitch({ month, present }: { month: Month; present: Month }) {
  const arrow = buttonClass('quiet', 'tight')
  return (
    <nav aria-label="Miesiąc" className="flex items-center gap-1">
      <Link to={`?m=${shiftMonth(month, -1)}`} aria-label="Poprzedni miesiąc" preventScrollReset className={arrow}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Link>
      <p aria-live="polite" className="min-w-36 text-center font-semibold">
        {labelMonth(month)}
      </p>
      {month < present ? (
        <Link to={`?m=${shiftMonth(month, 1)}`} aria-label="Następny miesiąc" preventScrollReset className={arrow}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </Link>
      ) : (
        <span className="size-11" />
      )}
    </nav>
  )
}

const packagingQuery = (year: string) =>
  apiQuery(['admin-packaging', year], (signal) => callApi('get', '/api/admin/packaging', { query: { year }, signal }))

const kilograms = new Intl.NumberFormat('pl-PL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** What the packaging of the year's parcels weighs, for the report to BDO. */
function YearPackaging({ year }: { year: string }) {
  const isOwners = use(IsOwner)
  return (
    <QueryCard
      title={`Opakowania w ${year} roku`}
      under="Do sprawozdania BDO; składasz je do 15 marca za rok poprzedni."
      query={packagingQuery(year)}
      failed="Nie udało się policzyć opakowań"
      rows={1}
    >
      {({ parcels, paper_grams, plastic_grams }) => (
        <p className="text-sm">
          <span>Wysłane paczki: {parcels}. </span>
          {paper_grams === null || plastic_grams === null ? (
            isOwners && (
              <Link
                to={`${href('/admin/ustawienia/sprzedawca')}#parcel_paper_grams`}
                className="py-1 underline underline-offset-4"
              >
                Podaj, ile waży opakowanie jednej
              </Link>
            )
          ) : (
            <span>
              Papier i tektura: <strong>{kilograms.format(paper_grams / 1000)} kg</strong>, tworzywa:{' '}
              <strong>{kilograms.format(plastic_grams / 1000)} kg</strong>.
            </span>
          )}
        </p>
      )}
    </QueryCard>
  )
}
