import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readPath, tellPlaced } from '#app/checkout/placed-order-news.ts'
import { OrderedProducts } from '#app/order-links/linked-order.tsx'
import { linkedCheckoutQuery, queryClient } from '#app/query-client.ts'
import { AddressText } from '#app/ui/address-text.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { DELIVERY_NAMES } from '#domain/kernel/order-words/shipping-method.ts'
import { describeArrivalDay } from '#domain/shipping/delivery-date/delivery-date.ts'

type PaidOrderProps = {
  orderLink: string
  email: string
  /** A buyer without an account has no panel: the bar of later pages leads to the order. */
  isGuest: boolean
}

/** The paid products, their destination and the delivery time. For the session that ordered. */
export function PaidOrder({ orderLink, email, isGuest }: PaidOrderProps) {
  const path = readPath(orderLink)
  const { data: checkout } = useQuery(linkedCheckoutQuery(path.split('#')[1] ?? null), queryClient)
  useEffect(() => {
    if (!checkout || !isGuest) return
    const { orders, delivery, total_grosze: totalGrosze, expected } = checkout
    tellPlaced({
      numbers: orders.map(({ number }) => number),
      delivery: delivery.method,
      totalGrosze,
      isPaid: true,
      path,
      arrival: expected?.arrival ?? null,
    })
  }, [checkout, isGuest, path])
  if (!checkout) return null
  const { delivery, expected } = checkout
  return (
    <div className="grid w-full gap-4 text-left">
      <dl className="grid gap-3 rounded-2xl bg-white px-5 py-4 text-sm">
        <Fact term={DELIVERY_NAMES[delivery.method]}>
          <AddressText>{delivery.place ?? 'Adres z zamówienia'}</AddressText>
        </Fact>
        {expected && <Fact term="Kiedy">{describeArrivalDay(expected, delivery.method)}</Fact>}
        <Fact term="Potwierdzenie">{email}</Fact>
      </dl>
      <OrderedProducts checkout={checkout} />
    </div>
  )
}
