import { type FormEvent, useState } from 'react'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
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
  toBulkCsv,
} from '#domain/catalog/admin/bulk-change.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { ProductChoice } from './product-choice.tsx'

type BulkChangeProps = { busy: boolean; onCsv: (csv: string, leftOut: readonly LeftOut[]) => void }

/** One change to chosen products. The selection is kept across searches. */
export function BulkChangeForm({ busy, onCsv }: BulkChangeProps) {
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
        onCsv={onCsv}
        onNone={chosen.size === 0 ? undefined : () => setChosen(new Map())}
      />
      <ProductChoice chosen={chosen} onChoose={choose} />
    </section>
  )
}

type ChangeFormProps = BulkChangeProps & { products: readonly AdminProduct[]; onNone?: () => void }

function ChangeForm({ busy, products, onCsv, onNone }: ChangeFormProps) {
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
    if (split.fit.length > 0) onCsv(toBulkCsv(split.fit, read.value), split.leftOut)
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
        <TextField
          label="O ile lub na ile"
          value={value}
          error={problem}
          hint={hint}
          autoComplete="off"
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
