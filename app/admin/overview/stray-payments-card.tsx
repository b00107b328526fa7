import { useRevalidator } from 'react-router'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { OrderLink } from '#app/admin/orders/order-state.tsx'
import { useWrite } from '#app/admin/panel-calls.ts'
import { callApi } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { Route } from './+types/overview'

type StrayPayment = Route.ComponentProps['loaderData']['strays'][number]

/** Money at the provider that matches no payment of the shop, until the owner resolves it. */
export function StrayPayments({ strays }: { strays: readonly StrayPayment[] }) {
  if (strays.length === 0) return null
  return (
    <section id="wplaty-bez-zamowienia" aria-labelledby="wplaty-bez-zamowienia-tytul" className="card px-5 py-4">
      <h2 id="wplaty-bez-zamowienia-tytul" className="font-display text-xl">
        Wpłaty bez zamówienia
      </h2>
      <p className="mt-1 max-w-prose text-sm text-oud">
        Te pieniądze są u operatora płatności, a sklep nie zna takiej płatności albo inna była jej kwota. Sprawdź je
        tam: oddaj je albo przypisz w notatce zamówienia, potem usuń z listy.
      </p>
      <ul className="mt-2 divide-y divide-night/10">
        {strays.map((stray) => (
          <li key={stray.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <span className="font-semibold tabular-nums">{labelAmount(stray)}</span>
            <span className="text-oud">
              {`${formatShortMoment(stray.created_at)}${stray.mode === 'test' ? ' · tryb testowy' : ''}`}
            </span>
            {/* The order whose payment differs from this money. */}
            {stray.order_id !== null && <OrderLink id={stray.order_id}>Zamówienie {stray.order_number}</OrderLink>}
            {stray.dashboardUrl !== null && (
              <NewTabLink
                href={stray.dashboardUrl}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                U operatora płatności
              </NewTabLink>
            )}
            <span className="ml-auto">
              <ClearButton {...stray} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const labelAmount = ({ amount_grosze, currency }: Pick<StrayPayment, 'amount_grosze' | 'currency'>) =>
  currency.toLowerCase() === 'pln' ? formatGrosze(amount_grosze) : `${amount_grosze / 100} ${currency.toUpperCase()}`

/** Reads the page again: its loader lists the payments. */
function ClearButton(stray: StrayPayment) {
  const { revalidate } = useRevalidator()
  const clear = useWrite({
    call: () => callApi('post', '/api/admin/stray-payments/:id/clear', { param: { id: stray.id } }),
    failed: 'Nie udało się',
    onSuccess: () => toast({ title: 'Wpłata wyjaśniona', tone: 'success' }),
    onSettled: () => revalidate(),
  })
  return (
    <Button
      variant="secondary"
      size="tight"
      busy={clear.isPending}
      aria-label={`Wyjaśnione: wpłata ${labelAmount(stray)}`}
      onClick={() => clear.mutate()}
    >
      Wyjaśnione
    </Button>
  )
}
