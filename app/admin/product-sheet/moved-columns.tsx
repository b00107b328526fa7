import { useState } from 'react'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import { FORMER_SHOPS, MOVED_COLUMNS, type MovedColumn, type MovingIn } from '#domain/catalog/moving-in/moving-in.ts'
import type { MovingInReport } from '#domain/flows/moving-in/move-in.server.ts'
import { type MissingBrand, MissingBrands } from './missing-brands.tsx'

type MovedColumnsProps = {
  report: MovingInReport
  brandId: string | null
  busy: boolean
  onChange: (changed: Partial<Pick<MovingIn, 'columns' | 'brand_id'>>) => void
  onAddBrands: (brands: readonly MissingBrand[]) => void
}

/** What the file is, what each of its columns becomes, and the brands that it needs. Every answer can be corrected. */
export function MovedColumns({ report, brandId, busy, onChange, onAddBrands }: MovedColumnsProps) {
  const { shop, columns, brands, missing_brands: missing } = report
  const listed = columns.flatMap((column, index) => (column.examples.length > 0 ? [{ ...column, index }] : []))
  // The columns of a known shop are rarely wrong, and long on a phone.
  const [isOpen] = useState(shop === 'list' || report.report === null)
  const others = listed.filter(({ is }) => is === null)
  const choose = (index: number, chosen: MovedColumn | null) =>
    onChange({ columns: columns.map(({ is }, at) => (at === index ? chosen : is)) })
  return (
    <section aria-labelledby="kolumny" aria-busy={busy} className="card space-y-3 px-5 py-4">
      <h2 id="kolumny" className="font-semibold">
        2. Co jest w kolumnach
      </h2>
      <p className="text-sm">
        Rozpoznaliśmy plik: <strong>{FORMER_SHOPS[shop]}</strong>. Popraw, co się nie zgadza.
      </p>
      <details open={isOpen} className="text-sm">
        <summary className="min-h-11 cursor-pointer py-3 font-medium">
          {`Kolumny, które przenosimy: ${listed.length - others.length}`}
        </summary>
        <ColumnList of={listed.filter(({ is }) => is !== null)} busy={busy} onChoose={choose} />
      </details>
      {others.length > 0 && (
        <details open={report.report === null} className="text-sm">
          <summary className="min-h-11 cursor-pointer py-3 font-medium">
            {`Kolumny, których nie przenosimy: ${others.length}`}
          </summary>
          <ColumnList of={others} busy={busy} onChoose={choose} />
        </details>
      )}
      <SelectField
        label="Marka, gdy plik jej nie podaje"
        value={brandId ?? ''}
        disabled={busy}
        onChange={({ target }) => onChange({ brand_id: target.value || null })}
        className="max-w-sm"
      >
        <option value="">Wybierz markę</option>
        <Options of={brands.map(({ id, name }) => [id, name])} />
      </SelectField>
      {missing.length > 0 && <MissingBrands key={missing.join('|')} names={missing} busy={busy} onAdd={onAddBrands} />}
    </section>
  )
}

type ColumnListProps = {
  of: readonly (MovingInReport['columns'][number] & { index: number })[]
  busy: boolean
  onChoose: (index: number, chosen: MovedColumn | null) => void
}

function ColumnList({ of: columns, busy, onChoose }: ColumnListProps) {
  return (
    <ul className="divide-y divide-night/10">
      {columns.map(({ head, examples, is, index }) => (
        <li key={index} className="grid gap-x-6 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-center">
          <div className="min-w-0 text-sm wrap-anywhere">
            <p className="font-semibold">{head || `Kolumna ${index + 1}`}</p>
            <p className="text-night/80">{examples.join(' · ')}</p>
          </div>
          <select
            aria-label={`Co to jest: ${head || `kolumna ${index + 1}`}`}
            value={is ?? ''}
            disabled={busy}
            onChange={({ target }) => {
              const known = Object.keys(MOVED_COLUMNS) as MovedColumn[]
              onChoose(index, known.find((column) => column === target.value) ?? null)
            }}
            className="min-h-11 w-full rounded-lg border border-night/45 bg-white px-3 text-base sm:text-sm"
          >
            <option value="">nie przenosimy</option>
            <Options of={Object.entries(MOVED_COLUMNS)} />
          </select>
        </li>
      ))}
    </ul>
  )
}
