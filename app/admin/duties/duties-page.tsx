import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { ViewSwitch } from '#app/admin/ui/list-parts.tsx'
import { servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Gap, WHOLE_SHOP } from '#domain/kernel/checks/check.ts'
import { type DutyState, readDuties } from '#domain/kernel/checks/read-duties.server.ts'
import { formatDay, type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { Route } from './+types/duties-page'

export async function loader({ context }: Route.LoaderArgs) {
  return { duties: await readDuties(context.get(servicesContext)) }
}

/** The view in the address: grouped by duty, or by the product that lacks something. */
const VIEWS = [
  { name: 'Obowiązki', query: '' },
  { name: 'Produkty', query: '?widok=produkty' },
] as const

/** 'Zgodność': the shop's duties under the law, and what is missing for each. */
export default function Duties({ loaderData: { duties } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const shown = params.get('widok') === 'produkty' ? VIEWS[1] : VIEWS[0]
  const missing = duties.filter(({ gaps }) => gaps.length > 0).length
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Zgodność z prawem</h1>
        <div className="flex flex-wrap items-center gap-2">
          <ViewSwitch label="Widok" views={VIEWS.map((view) => ({ ...view, isShown: view === shown }))} />
          <a href="/api/admin/exports/duties" download className={buttonClass('secondary', 'tight')}>
            Pobierz CSV
          </a>
        </div>
      </div>
      <p className="mb-4 max-w-prose text-sm text-night/85">
        <strong className="font-semibold tabular-nums">{summarize(missing, duties.length)}</strong> Przy każdym
        obowiązku stoi, skąd się bierze i co jeszcze zrobić.
      </p>
      {shown === VIEWS[0] ? <ByDuty duties={duties} /> : <ByProduct duties={duties} />}
    </>
  )
}

const UNFULFILLED: PolishForms = {
  one: 'obowiązek niespełniony',
  few: 'obowiązki niespełnione',
  many: 'obowiązków niespełnionych',
}

function summarize(missing: number, all: number): string {
  return missing === 0 ? `Wszystko spełnione (${all}).` : `${missing} ${pluralize(missing, UNFULFILLED)} z ${all}.`
}

function ByDuty({ duties }: { duties: DutyState[] }) {
  return (
    <ul className="grid items-start gap-3 xl:grid-cols-2">
      {duties.map((duty) => (
        <li key={duty.key} className="card min-w-0 px-5 py-4">
          <Duty duty={duty} />
        </li>
      ))}
    </ul>
  )
}

function Duty({ duty: { title, why, act, since, grave, gaps } }: { duty: DutyState }) {
  const isFulfilled = gaps.length === 0
  const StateIcon = isFulfilled ? CircleCheck : CircleAlert
  return (
    <article className="text-sm">
      <header className="flex items-start gap-3">
        <StateIcon
          aria-hidden="true"
          className={classNames('mt-0.5 size-5 shrink-0', isFulfilled ? 'text-leaf' : 'text-wine')}
        />
        <h2 className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">{title}</h2>
        <p className={classNames('shrink-0 text-xs leading-6 font-semibold', isFulfilled ? 'text-leaf' : 'text-wine')}>
          {isFulfilled ? 'Spełniony' : `Brakuje: ${gaps.length}`}
        </p>
      </header>
      <div className="mt-1 pl-8">
        <p>{why}</p>
        <p className="mt-1 text-xs text-oud">
          {act}; obowiązuje od {formatDay(new Date(since))}
        </p>
        {!isFulfilled && grave && (
          <p className="mt-2 text-xs font-semibold text-wine">
            Ważne: kupujący widzą tu nieprawdę. Z adresem https sklep jej nie pokaże.
          </p>
        )}
        <Gaps gaps={gaps.map((gap) => ({ ...gap, name: gap.about === WHOLE_SHOP ? null : gap.about }))} />
      </div>
    </article>
  )
}

type NamedGap = Pick<Gap, 'todo' | 'path'> & { name: string | null }

/** How many gaps a card shows at first; a press shows the others. */
const SHOWN = 5

function Gaps({ gaps }: { gaps: NamedGap[] }) {
  const more = gaps.slice(SHOWN)
  return (
    <>
      <GapList gaps={gaps.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details className="mt-1">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
            Pozostałe: {more.length}
          </summary>
          <GapList gaps={more} />
        </details>
      )}
    </>
  )
}

function GapList({ gaps }: { gaps: NamedGap[] }) {
  return (
    <ul className="mt-2 divide-y divide-night/10 empty:hidden">
      {gaps.map(({ name, todo, path }) => (
        <li key={`${name} ${todo}`}>
          <Link to={path} className="flex min-h-11 items-center py-1 underline underline-offset-4 lg:min-h-9">
            <span className="min-w-0 wrap-anywhere">
              {name !== null && <strong className="font-semibold">{name}: </strong>}
              <span>{todo}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What is missing for each product, and for the shop as a whole. */
function ByProduct({ duties }: { duties: DutyState[] }) {
  const gaps = duties.flatMap((duty) => duty.gaps.map((gap) => ({ ...gap, name: duty.title })))
  const groups = [...Map.groupBy(gaps, ({ about }) => about)]
    .filter(([about]) => about !== WHOLE_SHOP)
    .toSorted(([a], [b]) => collator.compare(a, b))
  if (groups.length === 0) return <EmptyState title="Żadnemu produktowi niczego nie brakuje." />
  return (
    <ul className="grid items-start gap-3 xl:grid-cols-2">
      {groups.map(([about, missing]) => (
        <li key={about} className="card min-w-0 px-5 py-4 text-sm">
          <article>
            <header className="flex items-baseline gap-3">
              <h2 className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">{about}</h2>
              <p className="shrink-0 text-xs font-semibold text-wine">Brakuje: {missing.length}</p>
            </header>
            <Gaps gaps={missing} />
          </article>
        </li>
      ))}
    </ul>
  )
}
const collator = new Intl.Collator('pl-PL')
