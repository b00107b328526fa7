import { useQuery } from '@tanstack/react-query'
import { type LinksFunction, useParams } from 'react-router'
import { labelParcelNumbers } from '#app/admin/shipments/carrier-strip.tsx'
import { AnswerView } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { labelGift } from '#domain/gifts/gift.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { describeOrdered, describeParcel } from '#domain/kernel/order-words/order-names.ts'
import { labelDelivery } from '#domain/kernel/order-words/shipping-method.ts'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { listPlaceLines } from '#domain/orders/delivery-place.ts'
import { labelPayment } from '#domain/orders/order.ts'
import {
  listParcelItems,
  type PackingParcel,
  type PackingShipment,
  travels,
} from '#domain/shipping/admin/admin-parcel.ts'
import { sumGifts } from '#domain/shipping/admin/packing-desk.ts'
import type { Route } from './+types/packing-slip'
import { parcelQuery } from './packing-data.ts'
import printStyles from './print.css?url'
import { PrintSheet } from './print-sheet.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: printStyles }]

export function loader({ context }: Route.LoaderArgs) {
  const { sellerName, sellerBdo } = context.get(servicesContext).profile
  return { sender: sellerBdo === '' ? sellerName : `${sellerName}, BDO ${sellerBdo}` }
}

export default function PackingSlip({ loaderData }: Route.ComponentProps) {
  const { id = '' } = useParams()
  return (
    <PrintSheet title="Karta paczki">
      <AnswerView of={useQuery(parcelQuery(id), queryClient)} loading={<Skeleton className="h-64 w-full" />}>
        {(data) => <Slip parcel={data} sender={loaderData.sender} />}
      </AnswerView>
    </PrintSheet>
  )
}

function Slip({ parcel, sender }: { parcel: PackingParcel; sender: string }) {
  const inside = parcel.shipments.filter(travels)
  const [first] = inside
  if (!first) return <p className="text-lg font-bold">Zamówienie anulowane: nie wysyłaj tej paczki.</p>
  return (
    <article aria-label="Karta paczki">
      <header className="border-b border-black pb-2">
        <p className="text-lg font-bold tabular-nums wrap-anywhere">{labelParcelNumbers({ shipments: inside })}</p>
        <p>
          {`${inside.length > 1 ? `${describeParcel(inside.length)}, ` : ''}${formatDay(new Date(parcel.created_at))}`}
        </p>
      </header>
      {parcel.warnings.map(({ id, sentence }) => (
        <p key={id} className="border-b border-black py-2 font-bold wrap-anywhere">
          {sentence} Nie wysyłaj bez sprawdzenia.
        </p>
      ))}
      <CancelledNumbers parcel={parcel} />
      <Receiver shipment={first} />
      <ItemTable parcel={{ ...parcel, shipments: inside }} />
      <Payment parcel={parcel} first={first} />
      {first.order.facts.map(({ label, text }) => (
        <p key={label} className="py-2 font-bold wrap-anywhere">{`${label}: ${text}`}</p>
      ))}
      <footer className="flex flex-wrap items-center gap-3 border-t border-black pt-2 break-inside-avoid">
        <LimitedQuantityMark />
        <div className="min-w-32 flex-1">
          <p className="font-bold">Ilości ograniczone (LQ), UN 1266</p>
          <p>Perfumy, materiał zapalny ciekły. Na paczce musi być ten znak, co najmniej 5 × 5 cm.</p>
          <p className="wrap-anywhere">{sender}</p>
        </div>
      </footer>
    </article>
  )
}

/** The cancelled orders of the checkout, which are not in the parcel. */
function CancelledNumbers({ parcel }: { parcel: PackingParcel }) {
  const shipments = parcel.shipments.filter((shipment) => !travels(shipment))
  if (shipments.length === 0) return null
  return <p className="border-b border-black py-2">Anulowane, nie pakuj: {labelParcelNumbers({ shipments })}</p>
}

/**
 * The mark of dangerous goods in limited quantities (ADR 3.4.7): a square on its corner, black above and below. On A4
 * it is 50 mm wide, the least that small parcels may have; on a label it is only a reminder.
 */
function LimitedQuantityMark() {
  return (
    <svg
      role="img"
      aria-label="Znak LQ: ilości ograniczone"
      viewBox="0 0 100 100"
      className="size-[50mm] shrink-0 [.print-label_&]:size-[25mm]"
    >
      <path d="M50 2 98 50 50 98 2 50Z" fill="white" stroke="black" strokeWidth="3" />
      <path d="M50 2 73 25H27ZM27 75H73L50 98Z" fill="black" />
    </svg>
  )
}

function Receiver({ shipment }: { shipment: PackingShipment }) {
  const { receiver_name, receiver_phone, order } = shipment
  const [first, second] = listPlaceLines({ ...shipment, ...order })
  return (
    <section className="border-b border-black py-2">
      <p className="text-lg font-bold wrap-anywhere">{receiver_name}</p>
      <p>{formatPhone(receiver_phone)}</p>
      <p className="mt-1">{labelDelivery(order.shipping_method)}</p>
      <p className="text-xl font-bold wrap-anywhere">{first}</p>
      <p className="wrap-anywhere">{second}</p>
    </section>
  )
}

function ItemTable({ parcel }: { parcel: PackingParcel }) {
  const items = listParcelItems(parcel)
  return (
    <table className="w-full border-b border-black text-left">
      <caption className="sr-only">Zawartość paczki</caption>
      <tbody>
        {items.map((item) => (
          <tr key={item.product_id} className="break-inside-avoid align-top">
            <td className="w-6 py-1">☐</td>
            <td className="w-10 py-1 font-bold tabular-nums">{item.quantity} ×</td>
            <td className="py-1 wrap-anywhere">
              {item.product_name}, {describeOrdered(item)}
            </td>
          </tr>
        ))}
        {sumGifts([parcel]).map((gift) => (
          <tr key={gift.name} className="break-inside-avoid align-top font-bold">
            <td className="py-1">☐</td>
            <td className="py-1 tabular-nums">{gift.pieces} ×</td>
            <td className="py-1 wrap-anywhere">
              {labelGift(gift)}, <Price grosze={0} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Payment({ parcel, first }: { parcel: PackingParcel; first: PackingShipment }) {
  if (parcel.due_grosze === null) return <p className="py-2 font-bold">{labelPayment(first.order)}</p>
  return (
    <p className="flex items-baseline justify-between gap-4 py-2 text-lg font-bold break-inside-avoid">
      Do pobrania <Price grosze={parcel.due_grosze} />
    </p>
  )
}
