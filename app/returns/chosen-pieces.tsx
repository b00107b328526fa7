import { Price } from '#app/ui/price.tsx'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import { type DeclaredItem, labelOrders, type StatementForm } from '#domain/returns/statement.ts'

/** How many pieces of each product are chosen. */
export type ChosenPieces = Readonly<Record<string, number>>

export const chooseAll = (items: StatementForm['items']): ChosenPieces =>
  Object.fromEntries(items.map(({ product_id, quantity }) => [product_id, quantity]))

export const chooseNone = (items: StatementForm['items']): ChosenPieces =>
  Object.fromEntries(items.map(({ product_id }) => [product_id, 0]))

export function toDeclaredItems(chosen: ChosenPieces): DeclaredItem[] {
  return Object.entries(chosen).flatMap(([product_id, quantity]) => (quantity > 0 ? [{ product_id, quantity }] : []))
}

/** '2 × Layali Zahran, Perfumy Arabskie · 100 ml · Woda perfumowana' of each chosen product. */
export function labelPieces(items: StatementForm['items'], chosen: ChosenPieces): string[] {
  return items.flatMap(({ product_id, name, brand, facts }) => {
    const quantity = chosen[product_id] ?? 0
    return quantity > 0 ? [`${quantity} × ${name}, ${describeOrdered({ brand_name: brand, facts })}`] : []
  })
}

/** The numbers of the orders of the chosen products. */
export const labelChosenOrders = ({ items, order_number }: StatementForm, chosen: ChosenPieces): string =>
  labelOrders(items.filter(({ product_id }) => chosen[product_id]).map((item) => item.order_number)) || order_number

type ChosenPiecesFieldProps = {
  legend: string
  items: StatementForm['items']
  chosen: ChosenPieces
  error?: string
  onChange: (chosen: ChosenPieces) => void
}

/** The products of an order with the number of pieces that a statement is about. */
export function ChosenPiecesField({ legend, items, chosen, error, onChange }: ChosenPiecesFieldProps) {
  const isOfMany = new Set(items.map(({ order_number }) => order_number)).size > 1
  return (
    <fieldset aria-describedby={error ? 'pieces-error' : undefined}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <ul className="divide-y divide-night/10 rounded-xl border border-night/30 bg-white">
        {items.map(({ product_id, order_number, name, brand, facts, quantity, paid_grosze: paidGrosze }) => {
          const count = chosen[product_id] ?? 0
          const set = (next: number) => onChange({ ...chosen, [product_id]: next })
          return (
            <li key={product_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <label className="flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-night"
                  checked={count > 0}
                  aria-invalid={error ? true : undefined}
                  onChange={(event) => set(event.target.checked ? quantity : 0)}
                />
                <span className="min-w-0 wrap-anywhere">
                  <span>{name}</span>{' '}
                  <span className="text-oud">· {describeOrdered({ brand_name: brand, facts })}</span>
                  {isOfMany && <span className="block text-xs text-oud tabular-nums">#{order_number}</span>}
                </span>
              </label>
              {quantity > 1 && (
                <label className="flex items-center gap-2 text-sm">
                  <span className="sr-only">{name}: </span>Sztuk
                  <select
                    className="min-h-11 rounded-lg border border-night/45 bg-white px-3 tabular-nums"
                    value={count}
                    onChange={(event) => set(Number(event.target.value))}
                  >
                    {Array.from({ length: quantity + 1 }, (_, number) => number).map((number) => (
                      <option key={number} value={number}>
                        {number} z {quantity}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <span className="text-sm">
                <Price grosze={paidGrosze} />
                {quantity > 1 && <span>{` za ${quantity} szt.`}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      {error && (
        <p id="pieces-error" className="mt-1 text-xs font-medium text-wine">
          {error}
        </p>
      )}
    </fieldset>
  )
}
