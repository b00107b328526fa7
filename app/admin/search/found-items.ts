import { href } from 'react-router'
import { formatGrosze } from '#domain/kernel/money.ts'
import { formatPhone } from '#domain/kernel/phone-number.ts'
import { ORDER_STATUS_LABELS } from '#domain/orders/order.ts'
import type { AdminSearch } from '#domain/search/admin-search.ts'
import { formatShortMoment } from '../orders/moments.ts'

/** One thing that was found: what it is called, what tells it apart, and where it leads. */
export type FoundItem = { id: string; title: string; detail: string; to: string }
export type FoundGroup = { title: string; items: FoundItem[] }

/** What was found, by kind; kinds of which nothing was found are left out. */
export function toGroups({ orders, parcels, products, brands }: AdminSearch): FoundGroup[] {
  const order = (id: string) => href('/admin/zamowienia/:id', { id })
  const productsWith = (search: string) => `${href('/admin/produkty')}?${new URLSearchParams({ search })}`
  const groups: FoundGroup[] = [
    {
      title: 'Zamówienia',
      items: orders.map(({ id, number, name, email, phone, status, placedAt, totalGrosze }) => ({
        id: `order-${id}`,
        title: `${number} · ${name}`,
        detail: [
          formatShortMoment(placedAt),
          ORDER_STATUS_LABELS[status],
          formatGrosze(totalGrosze),
          email,
          formatPhone(phone),
        ].join(' · '),
        to: order(id),
      })),
    },
    {
      title: 'Przesyłki',
      items: parcels.map(({ orderId, number, trackingNumber, name }) => ({
        id: `parcel-${orderId}`,
        title: trackingNumber,
        detail: `zamówienie ${number} · ${name}`,
        to: order(orderId),
      })),
    },
    {
      title: 'Produkty',
      items: products.map(({ id, name, brand }) => ({
        id: `product-${id}`,
        title: name,
        detail: brand,
        to: productsWith(name),
      })),
    },
    {
      title: 'Marki',
      items: brands.map(({ id, name }) => ({
        id: `brand-${id}`,
        title: name,
        detail: 'marka',
        to: href('/admin/marki'),
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
