import { use, useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { IsOwner } from '#app/admin/is-owner.ts'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { OrderLink } from '#app/admin/orders/order-state.tsx'
import { pagedQuery, refresh, tellFailure, useProvenDownload, useWrite } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { toast } from '#app/ui/toast.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { inflectOrders } from '#domain/kernel/order-words/order-names.ts'
import { labelMonth, type Month } from '#domain/month/month.ts'
import { DOCUMENT_NAMES, PROBLEM_NAMES } from '#domain/month/month-files.ts'
import type { MonthReport } from '#domain/month/month-report.ts'
import { labelRate, type VatSum } from '#domain/papers/vat.ts'

const monthQuery = (month: Month) =>
  pagedQuery(['admin-month', month], (signal) => callApi('get', '/api/admin/month', { query: { month }, signal }))

/** The papers of a month by kind and rate, the sales without the right paper, and the files for the accountant. */
export function MonthPapers({ month }: { month: Month }) {
  const isOwners = use(IsOwner)
  return (
    <QueryCard title="Sprzedaż i VAT" query={monthQuery(month)} failed="Nie udało się wczytać miesiąca" rows={6}>
      {(report) => (
        <div className="space-y-5 text-sm">
          <p>{describeState(report)}</p>
          <Sums report={report} />
          {report.elsewhere.orders > 0 && (
            <p>
              Poza tym przez BaseLinkera, z paragonem albo fakturą tam: {report.elsewhere.orders}{' '}
              {inflectOrders(report.elsewhere.orders)} na <Price grosze={report.elsewhere.grosze} />.
            </p>
          )}
          <Changes report={report} />
          <Problems month={report.month} problems={report.problems} />
          <div className="flex flex-wrap gap-2">
            <Files month={report.month} />
            {isOwners && report.may_close && <CloseMonth report={report} />}
          </div>
        </div>
      )}
    </QueryCard>
  )
}

function describeState({ closed_at, may_close }: MonthReport): string {
  if (closed_at !== null) return `Zamknięty ${formatShortMoment(closed_at)}. Późniejsze zmiany są w następnym miesiącu.`
  return may_close ? 'Miesiąc się skończył, można go zamknąć.' : 'Miesiąc jest otwarty.'
}

const NUMBER = 'py-2 pl-3 text-right tabular-nums whitespace-nowrap'

function Sums({ report: { groups, sums } }: { report: MonthReport }) {
  const shown = groups.filter(({ count }) => count > 0)
  if (shown.length === 0) return <p className="text-oud">W tym miesiącu nie ma faktur ani paragonów.</p>
  const vat = sums.reduce((total, { vat_grosze }) => total + vat_grosze, 0)
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <thead>
          <tr className="border-b border-night/15 text-xs">
            {['Dokumenty', 'Netto', 'VAT', 'Brutto'].map((head) => (
              <th key={head} scope="col" className="py-2 pl-3 text-right font-semibold first:pl-0 first:text-left">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ kind, count, sums: ofKind }) => (
            <SumGroup key={kind} name={`${DOCUMENT_NAMES[kind].many}: ${count}`} sums={ofKind} />
          ))}
          <SumGroup name="Razem" sums={sums} />
        </tbody>
      </table>
      <p className="mt-3 text-base">
        <span>VAT należny: </span>
        <strong>
          <Price grosze={vat} />
        </strong>
      </p>
    </div>
  )
}

function SumGroup({ name, sums }: { name: string; sums: readonly VatSum[] }) {
  return (
    <>
      <tr>
        <th scope="rowgroup" colSpan={4} className="pt-3 text-left font-semibold">
          {name}
        </th>
      </tr>
      {sums.map((sum) => (
        <SumRow key={sum.rate} name={labelRate(sum.rate)} sum={sum} />
      ))}
    </>
  )
}

function SumRow({ name, sum }: { name: string; sum: VatSum }) {
  return (
    <tr className="border-b border-night/10">
      <th scope="row" className="py-2 text-left font-normal">
        {name}
      </th>
      {(['net', 'vat', 'gross'] as const).map((part) => (
        <td key={part} className={NUMBER}>
          <Price grosze={sum[`${part}_grosze`]} />
        </td>
      ))}
    </tr>
  )
}

/** While the month runs, a receipt that is still to be printed is work of the day. */
function Problems({ month, problems }: Pick<MonthReport, 'month' | 'problems'>) {
  if (problems.length === 0) return <p className="text-oud">Każda sprzedaż ma swój dokument.</p>
  const isOver = month < readWarsawClock(new Date()).day.slice(0, 7)
  const isWork = ({ problem }: MonthReport['problems'][number]) => !isOver && problem === 'no_receipt'
  const [work, wrong] = [problems.filter(isWork), problems.filter((each) => !isWork(each))]
  return (
    <>
      {wrong.length > 0 && <ProblemList title="Nie zgadza się" problems={wrong} isWrong />}
      {work.length > 0 && <ProblemList title="Paragony do wydrukowania" problems={work} />}
    </>
  )
}

type ProblemListProps = Pick<MonthReport, 'problems'> & { title: string; isWrong?: boolean }

function ProblemList({ title, problems, isWrong = false }: ProblemListProps) {
  return (
    <section aria-label={title}>
      <h3 className={classNames('font-semibold', isWrong && 'text-wine')}>{title}</h3>
      <ul className="divide-y divide-night/10">
        {problems.map(({ problem, order_id, order_number, grosze }) => (
          <li key={`${problem} ${order_id} ${grosze}`} className="flex flex-wrap items-center gap-x-3">
            <OrderLink id={order_id} className="font-semibold">
              {order_number}
            </OrderLink>
            <span>{PROBLEM_NAMES[problem]}</span>
            <Price grosze={grosze} className="ml-auto" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What changed of a closed month since it was declared, until the owner says that it was declared again. */
function Changes({ report: { month, changes } }: { report: MonthReport }) {
  const isOwners = use(IsOwner)
  const { rows, version } = changes
  const done = useWrite({
    call: () => callApi('post', '/api/admin/month/changes', { json: { month, version } }),
    failed: 'Nie udało się zapisać',
    onSuccess: () => toast({ title: `JPK poprawiony: ${labelMonth(month)}`, tone: 'success' }),
    onSettled: () => refresh(monthQuery(month)),
  })
  if (rows.length === 0) return null
  return (
    <section aria-label="Zmiany po zamknięciu" className="rounded-xl bg-wine-tint px-4 py-3">
      <h3 className="font-semibold text-wine">{`Popraw JPK za ${labelMonth(month)}`}</h3>
      <p>Po zamknięciu miesiąca zmieniło się to, co poszło do księgowej. Plik ZIP ma też wersję po zmianach.</p>
      <ul className="my-2 divide-y divide-night/10">
        {rows.map(({ change, name, order_number, what }) => (
          <li key={`${change} ${name} ${order_number} ${what}`} className="py-1 wrap-anywhere">
            <span className="font-semibold">{name}</span>
            <span>{`: ${what}${order_number === null ? '' : ` (zamówienie ${order_number})`}`}</span>
          </li>
        ))}
      </ul>
      {isOwners && (
        <Button variant="secondary" size="tight" busy={done.isPending} onClick={() => done.mutate()}>
          JPK jest poprawiony
        </Button>
      )}
    </section>
  )
}

function Files({ month }: { month: Month }) {
  const [busy, download] = useProvenDownload(`/api/admin/month/files?month=${month}`, (failure) =>
    tellFailure('Nie udało się pobrać plików', failure),
  )
  return (
    <Button variant="secondary" size="tight" busy={busy} onClick={() => void download()}>
      Pobierz dla księgowej (ZIP)
    </Button>
  )
}

function CloseMonth({ report: { month, problems } }: { report: MonthReport }) {
  const [asking, setAsking] = useState(false)
  const waiting = problems.filter(({ problem }) => problem === 'awaits_ksef').length
  const close = useWrite({
    call: () => callApi('post', '/api/admin/month', { json: { month } }),
    failed: 'Nie udało się zamknąć miesiąca',
    onSuccess: () => toast({ title: `Zamknięto: ${labelMonth(month)}`, tone: 'success' }),
    onSettled() {
      setAsking(false)
      return refresh(monthQuery(month))
    },
  })
  return (
    <>
      <Button size="tight" onClick={() => setAsking(true)}>
        Zamknij miesiąc
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Zamknąć ${labelMonth(month)}?`}
        confirm="Zamknij miesiąc"
        busy={close.isPending}
        onConfirm={() => close.mutate()}
        onClose={() => setAsking(false)}
      >
        {`${problems.length > 0 ? `Nie zgadza się: ${problems.length}. ` : ''}${
          waiting > 0 ? `Faktury bez numeru KSeF: ${waiting}. Gdy go dostaną, JPK trzeba będzie poprawić. ` : ''
        }Tego nie da się cofnąć. Korekty, zwroty i paragony zapisane później będą w następnym miesiącu.`}
      </ConfirmDialog>
    </>
  )
}
