import { type FormEvent, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx'
import { useHistoryDialog } from '#app/admin/history-dialog.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { type AdminProduct, gradeStock, NEGATIVE_STOCK, parseStock } from '#domain/catalog/admin/admin-product.ts'
import { describePieces, saveStock } from './save-stock.ts'

const BADGES = {
  none: 'bg-wine text-ivory',
  few: 'bg-night text-ivory',
  enough: 'border border-night/40',
} as const

/** The stock of a product: a number, or empty for 'not counted', which asks first. */
export function StockField({ product }: { product: AdminProduct }) {
  const { stock_quantity: stock } = product
  const shown = stock === null ? '' : String(stock)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const question = useHistoryDialog('stock-uncounted')
  const input = useRef<HTMLInputElement>(null)
  const byKey = useRef(false)
  const id = useId()
  const value = typed ?? shown

  function type(next: string | null) {
    setTyped(next)
    setProblem(null)
  }

  const [busy, save] = useAct(async (next: number | null) => {
    question.close()
    const saved = await saveStock(product, next)
    if (!saved) return
    setTyped(null)
    // The button disappears: without this the keyboard's focus would be lost.
    if (byKey.current) input.current?.focus()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    // The browser reports the value of a field that holds no number as ''.
    if (input.current?.validity.badInput) {
      type('0')
      setProblem('To nie była liczba, więc liczymy ją jako 0. Zapisz, jeśli się zgadza.')
      return
    }
    const next = parseStock(value)
    if (next !== null && next < 0) {
      setProblem(NEGATIVE_STOCK)
      toast({ title: 'Błąd aktualizacji', description: NEGATIVE_STOCK, tone: 'error' })
      input.current?.focus()
    } else if (next === null && stock !== null) question.open(product.id)
    else void save(next)
  }

  return (
    <form noValidate onSubmit={submit} className="min-w-0">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-sm xl:sr-only">
          Stan<span className="sr-only"> magazynowy: {product.name}</span>
        </label>
        <input
          ref={input}
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={value}
          placeholder="∞"
          autoComplete="off"
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          // Not onChange, because React reports no change from '' to a text that is no number.
          onInput={({ currentTarget: { value, validity } }) =>
            type(value === shown && !validity.badInput ? null : value)
          }
          onChange={() => undefined}
          // A turn of the wheel over the focused field would change the number.
          onWheel={(event) => event.currentTarget.blur()}
          className={classNames(
            'min-h-11 w-20 rounded-lg border bg-white px-2.5 text-base tabular-nums xl:min-h-9 xl:text-sm',
            problem === null ? 'border-night/45 hover:border-night/70' : 'border-2 border-wine',
          )}
        />
        {/* The width is reserved, so that nothing moves while somebody types. */}
        <span className="min-w-18">
          {typed !== null && (
            <Button
              type="submit"
              busy={busy}
              size="tight"
              aria-label={`Zapisz stan: ${product.name}`}
              onClick={({ detail }) => {
                byKey.current = detail === 0
              }}
              className="xl:min-h-9 xl:py-1"
            >
              Zapisz
            </Button>
          )}
        </span>
        <span
          className={classNames(
            'rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap tabular-nums',
            BADGES[gradeStock(stock)],
          )}
        >
          {describePieces(stock)}
        </span>
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-xs font-medium text-wine">
          {problem}
        </p>
      )}
      <ConfirmDialog
        open={question.subject === product.id}
        title="Sprzedawać bez limitu?"
        confirm="Sprzedawaj bez limitu"
        onConfirm={() => void save(null)}
        onClose={() => {
          question.close()
          setTyped(null)
        }}
      >
        <p>
          Puste pole oznacza, że sztuk produktu „{product.name}” nie liczymy: klienci będą mogli zamówić dowolną liczbę.
          Teraz stan wynosi {describePieces(stock)}
        </p>
      </ConfirmDialog>
    </form>
  )
}
