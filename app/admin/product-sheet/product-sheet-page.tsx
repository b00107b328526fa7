import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { href, Link } from 'react-router'
import { FileDrop, type FileDropProps } from '#app/admin/file-drop.tsx'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import {
  BULK_KINDS,
  type BulkKind,
  isSaleKind,
  type LeftOut,
  readBulkChange,
  splitForChange,
  toProductRows,
} from '#domain/catalog/admin/bulk-change.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import type { BulkRow, ExistingChoice, ImportReport } from '#domain/catalog/sheet/product-import.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { ImportReportView } from './import-report.tsx'
import { ProductChoice } from './product-choice.tsx'
import { useSheetImport } from './use-sheet-import.ts'

/** Changes many products by a CSV file or by one change to chosen ones, after a report line by line. */
export default function ProductSheet() {
  const { shown, problem, busy, check, apply, forget, refuse } = useSheetImport<Asked, ImportReport>(
    send,
    (report) => report,
  )
  const asked = shown?.asked
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Zmiany zbiorcze</h1>
        <Link to={href('/admin/produkty')} className={buttonClass('quiet', 'tight')}>
          Wróć do produktów
        </Link>
      </div>
      {problem !== null && <Alert title={problem.title}>{problem.sentence}</Alert>}
      {shown && asked ? (
        <ImportReportView
          report={shown.answer}
          busy={busy}
          onApply={() => void apply()}
          onForget={forget}
          {...('csv' in asked
            ? { of: 'file', onExisting: (existing) => void check({ ...asked, existing }) }
            : { of: 'products', leftOut: asked.leftOut })}
        />
      ) : (
        <>
          <SheetFile busy={busy} onText={(csv) => void check({ csv, existing: 'ask' })} onRefused={refuse} />
          <BulkChangeForm busy={busy} onRows={(rows, leftOut) => void check({ rows, leftOut })} />
        </>
      )}
    </div>
  )
}

type SheetFileProps = Pick<FileDropProps, 'busy' | 'onText' | 'onRefused'>

function SheetFile(props: SheetFileProps) {
  return (
    <section aria-labelledby="arkusz" className="card space-y-3 px-5 py-4">
      <h2 id="arkusz" className="font-semibold">
        Arkusz CSV
      </h2>
      <p className="max-w-prose text-sm">
        Pobierz wszystkie produkty, zmień je w Excelu lub innym arkuszu i wczytaj plik z powrotem. Wiersz bez ID to nowy
        produkt, pusta komórka „Stan” oznacza sprzedaż bez limitu, a pusta „Producent”: jak w marce. Apostrof przed
        kodem EAN chroni go przed Excelem, zostaw go. Zanim cokolwiek zapiszemy, zobaczysz każdą zmianę i każdy błąd.
      </p>
      <FileDrop name="Plik CSV z produktami" {...props} label="Wczytaj arkusz">
        <a href="/api/admin/products/export" download className={buttonClass('secondary', 'tight')}>
          <Download aria-hidden="true" className="size-4" />
          Pobierz arkusz
        </a>
      </FileDrop>
      <p className="text-sm">
        Masz plik z innego sklepu albo od dostawcy?{' '}
        <Link to={href('/admin/produkty/przeprowadzka')} className="py-1 underline underline-offset-4">
          Przenieś z niego produkty
        </Link>
      </p>
    </section>
  )
}

/** A file, or new values of chosen products with those that are left out. */
type Asked = { csv: string; existing: ExistingChoice } | { rows: BulkRow[]; leftOut: readonly LeftOut[] }

const send = ({ token, ...asked }: Asked & { token: string | null }) =>
  'csv' in asked
    ? callApi('post', '/api/admin/products/import', { json: { ...asked, token } })
    : callApi('post', '/api/admin/products/changes', { json: { rows: asked.rows, token } })

type BulkChangeProps = { busy: boolean; onRows: (rows: BulkRow[], leftOut: readonly LeftOut[]) => void }

/** One change to chosen products. The selection is kept across searches. */
function BulkChangeForm({ busy, onRows }: BulkChangeProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminProduct>>(new Map())

  function choose(products: readonly AdminProduct[], isChosen: boolean) {
    const next = new Map(chosen)
    for (const product of products) {
      if (isChosen) next.set(product.id, product)
      else next.delete(product.id)
    }
    setChosen(next)
  }

  return (
    <section aria-labelledby="zbiorczo" className="card space-y-4 px-5 py-4">
      <h2 id="zbiorczo" className="font-semibold">
        Cena, promocja lub stan wielu produktów
      </h2>
      <ChangeForm
        busy={busy}
        products={[...chosen.values()]}
        onRows={onRows}
        onNone={chosen.size === 0 ? undefined : () => setChosen(new Map())}
      />
      <ProductChoice chosen={chosen} onChoose={choose} />
    </section>
  )
}

type ChangeFormProps = BulkChangeProps & { products: readonly AdminProduct[]; onNone?: () => void }

function ChangeForm({ busy, products, onRows, onNone }: ChangeFormProps) {
  const [kind, setKind] = useState<BulkKind>('price-percent')
  const [value, setValue] = useState('')
  const [endIn99, setEndIn99] = useState(false)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string>()
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const { hint } = BULK_KINDS[kind]

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readBulkChange(kind, value, { endIn99, from, to })
    setProblem(read.ok ? undefined : read.failure.sentence)
    if (!read.ok) return
    const split = splitForChange(products, read.value, toWallClock(new Date()))
    setLeftOut(split.fit.length === 0 ? split.leftOut : [])
    if (split.fit.length > 0) onRows(toProductRows(split.fit, read.value), split.leftOut)
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-[16rem_12rem_1fr_auto] lg:items-start"
    >
      <label className="text-sm font-medium">
        Co zmienić
        <select
          value={kind}
          onChange={({ target }) => {
            const next = (Object.keys(BULK_KINDS) as BulkKind[]).find((known) => known === target.value)
            if (next) setKind(next)
            setProblem(undefined)
            setLeftOut([])
          }}
          className="mt-1 min-h-12 w-full rounded-lg border border-night/45 bg-white px-3 text-base"
        >
          <Options of={Object.entries(BULK_KINDS).map(([name, { label }]) => [name, label])} />
        </select>
      </label>
      {hint === null ? (
        <div />
      ) : (
        <PanelField
          label="O ile lub na ile"
          value={value}
          error={problem}
          hint={hint}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
      <div className="lg:pt-6">
        {(kind === 'price-percent' || kind === 'sale-percent') && (
          <CheckboxField
            label="Zaokrąglij do końcówki 0,99 zł"
            checked={endIn99}
            onChange={({ target }) => setEndIn99(target.checked)}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2 lg:pt-6">
        {onNone && (
          <Button variant="quiet" size="tight" onClick={onNone}>
            Odznacz
          </Button>
        )}
        <Button type="submit" size="tight" busy={busy} disabled={products.length === 0}>
          {products.length === 0
            ? 'Zaznacz produkty poniżej'
            : `Pokaż zmiany: ${products.length} ${inflectProducts(products.length)}`}
        </Button>
      </div>
      {isSaleKind(kind) && (
        <>
          <TextField
            label="Promocja od"
            type="datetime-local"
            value={from}
            hint="Czas polski"
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            label="Promocja do"
            type="datetime-local"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        </>
      )}
      {leftOut.length > 0 && (
        <Alert title="Tej zmiany nie da się zrobić na żadnym z zaznaczonych." className="sm:col-span-2 lg:col-span-4">
          {leftOut.map(({ name, why }) => `${name}: ${why}`).join('; ')}
        </Alert>
      )}
    </form>
  )
}
