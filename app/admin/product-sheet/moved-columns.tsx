import { Options } from '#app/admin/ui/form-parts.tsx'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import {
  FORMER_SHOPS,
  MOVED_COLUMNS,
  type MovedColumn,
  type MovingIn,
  type MovingInReport,
} from '#domain/catalog/moving-in/moving-in.ts'
import { pluralize } from '#domain/kernel/text.ts'

type MovedColumnsProps = {
  report: MovingInReport
  brandId: string | null
  busy: boolean
  onChange: (changed: Partial<Pick<MovingIn, 'columns' | 'brand_id'>>) => void
  onAddBrands: () => void
}

/** What the file is, what each of its columns becomes, and the brands that it needs. Every answer can be corrected. */
export function MovedColumns({ report, brandId, busy, onChange, onAddBrands }: MovedColumnsProps) {
  const { shop, columns, brands, missing_brands: missing } = report
  const listed = columns.flatMap((column, index) => (column.examples.length > 0 ? [{ ...column, index }] : []))
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
      <ColumnList of={listed.filter(({ is }) => is !== null)} busy={busy} onChoose={choose} />
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
      {missing.length > 0 && (
        <div className="space-y-2 rounded-xl bg-ivory px-4 py-3 text-sm">
          <p className="wrap-anywhere">
            {'W sklepie nie ma jeszcze: '}
            <span className="font-semibold">{missing.join(', ')}</span>.
          </p>
          <Button variant="secondary" size="tight" busy={busy} onClick={onAddBrands}>
            {`Dodaj ${missing.length} ${pluralize(missing.length, { one: 'markę', few: 'marki', many: 'marek' })}`}
          </Button>
        </div>
      )}
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
