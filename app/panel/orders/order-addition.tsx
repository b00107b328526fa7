import { type ApiFailure, callApi } from '#app/api-client.ts'
import { PayAgain } from '#app/checkout/unpaid/pay-again-button.tsx'
import type { BegunPayment } from '#app/checkout/unpaid/unpaid-order-store.ts'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { Result } from '#domain/kernel/result.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { OpenAddition } from '#domain/orders/changes/addition.ts'

type OrderAdditionProps = {
  addition: OpenAddition
  /** Asks the shop for its payment page. */
  start: () => Promise<Result<BegunPayment, ApiFailure>>
  giveUp: (body: { addition_id: string }) => Promise<Result<unknown, ApiFailure>>
  /** It was paid or is over: the screen is outdated. */
  onOver(): void
}

/** A change that the shop makes once its difference is paid: what changes, until when, 'Dopłać 45,00 zł'. */
export function OrderAddition({ addition, start, giveUp, onOver }: OrderAdditionProps) {
  const { id, amount_grosze: amountGrosze, total_grosze: totalGrosze, until, lines } = addition
  const [busy, press] = useAct(async () => {
    const answer = await giveUp({ addition_id: id })
    if (answer.ok) toast({ title: 'Zamówienie zostaje bez zmian', tone: 'success' })
    else {
      const { failure } = answer
      const description = failure.reason === 'refused' ? failure.message : 'Brak połączenia ze sklepem.'
      toast({ title: 'Nie udało się', description, tone: 'error' })
    }
    onOver()
  })
  return (
    <section aria-labelledby={`doplata-${id}`} className="grid gap-3 rounded-xl bg-sand px-4 py-4">
      <h3 id={`doplata-${id}`} className="font-display text-lg">
        Dopłata do zmiany zamówienia
      </h3>
      <ul className="grid gap-1 text-sm">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <p className="text-sm">
        {`Po dopłacie zamówienie kosztuje razem ${formatGrosze(totalGrosze)}. Produkty są odłożone do `}
        <span className="whitespace-nowrap">{formatDateTime(new Date(until))}</span>. Bez dopłaty zamówienie zostaje bez
        zmian.
      </p>
      <div className="flex flex-wrap items-start gap-2">
        <PayAgain start={start} label={`Dopłać ${formatGrosze(amountGrosze)}`} isAddition onOver={onOver} />
        <Button variant="secondary" size="lg" className="w-full sm:w-auto" busy={busy} onClick={() => void press()}>
          Nie dopłacam
        </Button>
      </div>
    </section>
  )
}

/** The same for an own order in the panel. */
export function OwnOrderAddition({
  orderId,
  addition,
  onOver,
}: Pick<OrderAdditionProps, 'addition' | 'onOver'> & { orderId: string }) {
  const param = { id: orderId }
  return (
    <OrderAddition
      addition={addition}
      start={() => callApi('post', '/api/orders/:id/pay', { param })}
      giveUp={(json) => callApi('post', '/api/me/orders/:id/addition/give-up', { param, json })}
      onOver={onOver}
    />
  )
}
