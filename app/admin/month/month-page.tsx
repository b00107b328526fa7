import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Month, nameMonth, shiftMonth } from '#domain/month/month.ts'
import { MonthPapers } from './month-papers.tsx'
import { YearPackaging } from './packaging.tsx'
import { Payouts } from './payouts.tsx'

/** 'Miesiąc': what the accountant asks for. */
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
        {nameMonth(month)}
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
