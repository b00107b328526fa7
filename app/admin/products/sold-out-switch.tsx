import { type FormEvent, useRef, useState } from 'react'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { type AdminProduct, parseStock, STOCK_MAX } from '#domain/catalog/admin/admin-product.ts'
import { useStock } from './use-stock.ts'

/** Whether the product is marked as sold out; taking the mark away where nothing is left asks how many pieces there are. */
export function SoldOutSwitch({ product }: { product: AdminProduct }) {
  const question = useHistoryDialog('pieces')
  const [busy, setBusy] = useState(false)
  const { setSoldOut } = useStock()
  const { out_of_stock: soldOut, stock_quantity: stock } = product

  async function toggle() {
    if (busy) return
    if (soldOut && stock === 0) {
      question.open(product.id)
      return
    }
    setBusy(true)
    await setSoldOut(product, !soldOut)
    setBusy(false)
  }

  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={soldOut}
        aria-label={`Wyprzedany: ${product.name}`}
        aria-busy={busy || undefined}
        onClick={() => void toggle()}
        className="inline-flex min-h-11 items-center gap-2 text-sm xl:min-h-9"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'flex h-6 w-10 shrink-0 items-center rounded-full border p-0.5 transition-colors',
            soldOut ? 'justify-end border-wine bg-wine' : 'border-night/60 bg-white',
          )}
        >
          <span className={classNames('size-4 rounded-full', soldOut ? 'bg-ivory' : 'bg-night/70')} />
        </span>
        <span aria-hidden="true" className="xl:sr-only">
          Wyprzedany
        </span>
      </button>
      {question.subject === product.id && <PiecesDialog product={product} onClose={question.close} />}
    </>
  )
}

function PiecesDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { setStock } = useStock()
  const form = `sztuki-${product.id}`

  async function submit(event: FormEvent) {
    event.preventDefault()
    const pieces = parseStock(typed)
    if (pieces === null || pieces < 1 || pieces > STOCK_MAX) {
      setProblem('Podaj, ile sztuk jest w magazynie: co najmniej 1.')
      input.current?.focus()
      return
    }
    setBusy(true)
    const saved = await setStock(product, pieces)
    setBusy(false)
    if (saved) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Ile sztuk jest w magazynie?"
      size="sm"
      initialFocus={input}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Anuluj
          </Button>
          <Button type="submit" form={form} busy={busy}>
            Wróć do sprzedaży
          </Button>
        </div>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="space-y-4 px-5 py-4 sm:px-7">
        <p className="text-sm">
          Stan produktu „{product.name}” wynosi 0. Zanim wróci do sprzedaży, podaj, ile jest sztuk.
        </p>
        <TextField
          ref={input}
          label="Liczba sztuk"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          value={typed}
          error={problem}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
