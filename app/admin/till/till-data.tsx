import { use } from 'react'
import { href, useRevalidator } from 'react-router'
import { IsOwner } from '#app/admin/is-owner.ts'
import { apiQuery, refresh } from '#app/admin/panel-calls.ts'
import { FilterLink } from '#app/admin/ui/list-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { Price } from '#app/ui/price.tsx'
import { formatTypedZl } from '#domain/kernel/amounts/money.ts'
import { labelRate, sumByRate, type VatSum } from '#domain/papers/vat.ts'
import type { ReceiptLine } from '#domain/till/receipt.ts'

/** Pause between two readings, ms: the agent may print meanwhile. */
const REFRESH_MS = 10_000

export const tillQuery = (older: boolean) => ({
  ...apiQuery(['admin-till', older], (signal) =>
    callApi('get', '/api/admin/till', { query: older ? { older: 'true' } : {}, signal }),
  ),
  refetchInterval: REFRESH_MS,
})

/** Reads a list of the till again, and the counts in the panel's rail. */
export function useTillChange(query: Parameters<typeof refresh>[0]) {
  const { revalidate } = useRevalidator()
  return () => Promise.all([refresh(query), revalidate()])
}

const PAGES = [
  ['Do ufiskalizowania', href('/admin/kasa')],
  ['Wydrukowane', href('/admin/kasa/wydrukowane')],
  ['Zwroty', href('/admin/kasa/zwroty')],
] as const

export function TillHead({ current }: { current: (typeof PAGES)[number][0] }) {
  const isOwners = use(IsOwner)
  return (
    <div className="mb-4 space-y-3 print:hidden">
      <h1 className="font-display text-2xl">{isOwners ? 'Kasa' : 'Ewidencja zwrotów'}</h1>
      {isOwners && (
        <nav aria-label="Kasa" className="flex flex-wrap gap-2">
          {PAGES.map(([name, to]) => (
            <FilterLink key={to} to={to} current={name === current}>
              {name}
            </FilterLink>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The lines to type into the till: price times pieces, rate and sum. */
export function ReceiptLines({ lines }: { lines: readonly ReceiptLine[] }) {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Pozycje paragonu</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.name} ${line.unit_grosze} ${line.rate}`} className="break-inside-avoid align-top">
            <td className="py-1 pr-3 wrap-anywhere">{line.name}</td>
            <td className="py-1 pr-3 text-right whitespace-nowrap tabular-nums">
              {`${line.quantity} × ${formatTypedZl(line.unit_grosze)}`}
            </td>
            <td className="py-1 pr-3 text-right tabular-nums">{labelRate(line.rate)}</td>
            <td className="py-1 text-right">
              <Price grosze={line.gross_grosze} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 'VAT 23%: 120,98 zł, w tym podatek 22,62 zł' */
export function RateSums({ sums, className }: { sums: readonly VatSum[]; className?: string }) {
  return (
    <ul className={className}>
      {sums.map(({ rate, gross_grosze, vat_grosze }) => (
        <li key={rate}>
          VAT {labelRate(rate)}: <Price grosze={gross_grosze} />, w tym podatek <Price grosze={vat_grosze} />
        </li>
      ))}
    </ul>
  )
}

export const sumsOf = (receipts: readonly { lines: readonly ReceiptLine[] }[]) =>
  sumByRate(receipts.flatMap(({ lines }) => lines))
