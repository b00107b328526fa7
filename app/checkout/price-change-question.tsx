import { Button } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import type { Change, PriceChange } from '#domain/checkout/checkout.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { parseShippingMethod, type ShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { ObligationButton } from './order-summary.tsx'

type QuestionProps = {
  change: PriceChange
  method: ShippingMethod | null
  /** The surcharge of paying on delivery, included in the new delivery cost. */
  surchargeGrosze: Grosze
  busy: boolean
  onAccept: () => void
  onBack: () => void
}

/** The legal effect of the order button, by payment. */
const OBLIGATIONS = {
  prepaid: 'Zamówienie oznacza obowiązek zapłaty online. Po jego złożeniu przejdziesz na stronę płatności.',
  cash_on_delivery: 'Zamówienie oznacza obowiązek zapłaty przy odbiorze.',
} as const

/** Compares the sum that the buyer saw with the present one. The buyer accepts it or goes back. */
export function PriceChangeQuestion({ change, method, surchargeGrosze, busy, onAccept, onBack }: QuestionProps) {
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  return (
    <section aria-labelledby="price-change" className="mx-auto grid max-w-xl gap-5 px-5 py-7 sm:px-7">
      <div>
        <h3 id="price-change" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
          Cena się zmieniła
        </h3>
        <p className="mt-1 text-sm">Nic jeszcze nie zostało zamówione. Sprawdź nowe kwoty i zdecyduj, czy zamawiasz.</p>
      </div>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-night/30 text-left text-xs">
            <td />
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Było
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Jest teraz
            </th>
          </tr>
        </thead>
        <tbody>
          {change.items.map((item) => (
            <ChangeRow
              key={item.id}
              label={item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name}
              note={item.facts}
              change={{
                oldGrosze: item.oldPriceGrosze * item.quantity,
                newGrosze: item.newPriceGrosze * item.quantity,
              }}
            />
          ))}
          {change.discount.oldGrosze + change.discount.newGrosze > 0 && (
            <ChangeRow
              label="Kod rabatowy"
              change={{ oldGrosze: -change.discount.oldGrosze, newGrosze: -change.discount.newGrosze }}
            />
          )}
          <ChangeRow
            label="Dostawa"
            note={surchargeGrosze > 0 ? `w tym pobranie ${formatGrosze(surchargeGrosze)}` : undefined}
            change={change.shipping}
          />
          <ChangeRow label="Razem" change={change.total} strong />
        </tbody>
      </table>
      {method !== null && <p className="text-xs text-oud">{OBLIGATIONS[parseShippingMethod(method).payment]}</p>}
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">
        <ObligationButton busy={busy} onClick={onAccept}>
          {change.total.newGrosze}
        </ObligationButton>
        <Button variant="secondary" size="lg" disabled={busy} onClick={onBack}>
          Wróć
        </Button>
      </div>
    </section>
  )
}

type ChangeRowProps = { label: string; note?: string; change: Change; strong?: boolean }

function ChangeRow({ label, note, change, strong = false }: ChangeRowProps) {
  // A struck price with a lower one would announce a reduction without the lowest price that the law requires.
  const isDearer = change.oldGrosze < change.newGrosze
  return (
    <tr className={strong ? 'text-base font-semibold' : 'border-b border-night/15'}>
      <th scope="row" className={strong ? 'py-2.5 text-left' : 'py-2.5 text-left font-normal'}>
        <span>{label}</span>
        {note && <span className="block text-xs text-oud">{note}</span>}
      </th>
      <td className="price py-2.5 pl-3 text-right">
        {isDearer ? <s className="font-normal">{formatGrosze(change.oldGrosze)}</s> : formatGrosze(change.oldGrosze)}
      </td>
      <td className="price py-2.5 pl-3 text-right font-semibold">{formatGrosze(change.newGrosze)}</td>
    </tr>
  )
}
