import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { writeStored } from '#app/browser-storage.ts'
import { applyToCart, useCart } from '#app/cart/cart-store.ts'
import { PicturedLine } from '#app/catalog/ordered-lines.tsx'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { SECRET_ADDRESS_HEADERS } from '#app/page-access.ts'
import { orThrow, queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { SmallPage } from '#app/ui/small-page.tsx'
import { countItems, toCartItem } from '#domain/cart/cart.ts'
import { describeFacts } from '#domain/catalog/product.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { DELIVERY_NAMES, OFFERED, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { PreparedOrder } from '#domain/prepared-orders/prepared-order.ts'
import { fillDraft } from './use-checkout-form.ts'

export const headers = () => SECRET_ADDRESS_HEADERS

/** An order that the owner prepared on the phone: fills cart and form, from where its buyer orders it. */
export default function PreparedOrderPage() {
  return (
    <>
      <title>Zamówienie przygotowane dla Ciebie</title>
      <meta name="robots" content="noindex" />
      <SmallPage title="Zamówienie przygotowane dla Ciebie">
        <OrderOfAddress />
        <noscript>Włącz JavaScript, aby zobaczyć zamówienie, albo zadzwoń do nas.</noscript>
      </SmallPage>
    </>
  )
}

/** Rendered by the browser alone, because the server never sees the fragment. */
function OrderOfAddress() {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => setToken(hash.slice(1)), [hash])
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['prepared-order', token],
      queryFn: async ({ signal }) =>
        orThrow(await callApi('post', '/api/prepared-order', { json: { token: token ?? '' }, signal })),
      enabled: token !== null,
      gcTime: 0,
    },
    queryClient,
  )
  if (error) {
    return (
      <div className="space-y-5">
        <Alert title="Nie udało się otworzyć zamówienia" onRetry={() => void refetch()}>
          {error.message}
        </Alert>
        <Link to={href('/sklep')} className={buttonClass('secondary', 'lg')}>
          Przejdź do sklepu
        </Link>
      </div>
    )
  }
  return data ? <Prepared order={data} readAgain={refetch} /> : <Skeleton className="h-80 rounded-2xl" />
}

function Prepared({
  order,
  readAgain,
}: {
  order: PreparedOrder
  readAgain(): Promise<{ data?: PreparedOrder | undefined; isSuccess: boolean }>
}) {
  const { open } = useDialogs()
  const others = countItems(useCart().filter(({ id }) => order.items.every(({ product }) => product.id !== id)))
  const { items, missing, code, place } = order
  // Read again, because it may have been ordered since, here or in another window.
  const [busy, begin] = useAct(async () => {
    const { data, isSuccess } = await readAgain()
    if (!data || !isSuccess) return
    fill(data)
    open({ name: 'cart' })
  })
  return (
    <div className="space-y-5">
      <p>
        {`Odłożyliśmy te produkty do ${formatDateTime(new Date(order.expires_at))}. Nic nie jest jeszcze zamówione ani do zapłaty: dane i sposób płatności sprawdzisz w koszyku.`}
      </p>
      <ul className="divide-y divide-night/10 border-y border-night/10">
        {items.map(({ product, quantity }) => (
          <li key={product.id}>
            <PicturedLine
              className="py-4"
              item={{
                product_name: product.name,
                brand_name: product.brand.name,
                facts: describeFacts(product),
                image_key: product.image_key,
                kind: product.kind,
                unit_price_grosze: product.current_price_cents,
                quantity,
              }}
            />
          </li>
        ))}
      </ul>
      {missing > 0 && (
        <Alert title="Nie wszystko jest jeszcze w sprzedaży">
          Części produktów nie sprzedajemy już w tej chwili. Zadzwoń, jeśli na nich zależy.
        </Alert>
      )}
      {(place || code) && (
        <ul className="text-sm">
          {place && <li>{`Dostawa: ${DELIVERY_NAMES[place.delivery]}, ${place.firstName} ${place.lastName}`}</li>}
          {code && <li>{`Kod rabatowy: ${code}`}</li>}
        </ul>
      )}
      {others > 0 && <p className="text-sm">{`W koszyku są też inne produkty (${others} szt.). Zostaną w nim.`}</p>}
      <Button size="lg" className="w-full" busy={busy} disabled={items.length === 0} onClick={() => void begin()}>
        Przejdź do zamówienia
      </Button>
    </div>
  )
}

/** Puts the products into the cart, and what is known of buyer and delivery into its form. */
function fill({ items, email, code, place, locker }: PreparedOrder): void {
  for (const { product, together: quantity } of items) {
    applyToCart({ type: 'add', item: toCartItem(product) })
    applyToCart({ type: 'set-quantity', id: product.id, quantity })
  }
  if (code !== null) writeStored('discount_code', code)
  const known = email ?? (place?.delivery === 'locker' ? place.receiverEmail : null)
  fillDraft({ ...(known !== null && { email: known, receiverEmail: known }), ...(place && toDraft(place, locker)) })
  void queryClient.invalidateQueries({ queryKey: ['cart'] })
}

function toDraft(place: NonNullable<PreparedOrder['place']>, locker: PreparedOrder['locker']) {
  const { delivery, phone, firstName, lastName } = place
  const method = OFFERED.find((choice) => choice.delivery === delivery)
  const person = {
    firstName,
    lastName,
    phone: formatPhone(phone),
    shippingMethod: method ? toShippingMethod(method) : null,
  }
  if (place.delivery === 'locker') {
    return { ...person, receiverEmail: place.receiverEmail, receiverEmailEdited: true, selectedLocker: locker }
  }
  const { street, houseNumber, city, postalCode } = place
  return { ...person, street, houseNumber, city, postalCode }
}
