import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { LinksFunction } from 'react-router'
import { IsOwner } from '#app/admin/is-owner.ts'
import { labelParcelNumbers } from '#app/admin/shipments/carrier-strip.tsx'
import { AnswerView } from '#app/admin/ui/query-view.tsx'
import { queryClient } from '#app/query-client.ts'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { labelGift } from '#domain/gifts/gift.ts'
import { describeOrdered, listOrdered } from '#domain/kernel/order-words/order-names.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { listParcelItems, type PackingParcel } from '#domain/shipping/admin/admin-parcel.ts'
import type { PackingDesk } from '#domain/shipping/admin/packing-desk.ts'
import { sumGifts, sumItems } from '#domain/shipping/admin/packing-desk.ts'
import { packingDeskQuery } from './packing-data.ts'
import printStyles from './print.css?url'
import { PrintSheet } from './print-sheet.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: printStyles }]

/** The products to collect for all waiting parcels, and the parcels. */
export default function PickingList() {
  return (
    <PrintSheet title="Lista do zebrania">
      <AnswerView of={useQuery(packingDeskQuery, queryClient)} loading={<Skeleton className="h-64 w-full" />}>
        {(data) => <List desk={data} />}
      </AnswerView>
    </PrintSheet>
  )
}

function List({ desk: { items: parcels, total } }: { desk: PackingDesk }) {
  if (parcels.length === 0) return <p>Nie ma nic do spakowania.</p>
  const sums = sumItems(parcels)
  return (
    <>
      <header className="mb-2 border-b border-black pb-2">
        <p className="text-lg font-bold">Lista do zebrania</p>
        <p>
          <span>{`${formatDateTime(new Date())}, paczek: ${parcels.length}`}</span>
          {total > parcels.length && <span>{` (najstarsze z ${total})`}</span>}
        </p>
      </header>
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-black">
            <th className="w-6 py-1">
              <span className="sr-only">Zebrane</span>
            </th>
            <th className="w-14 py-1">Sztuk</th>
            <th className="py-1">Produkt</th>
            <th className="w-16 py-1 text-right">Paczek</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((item) => (
            <tr key={item.product_id} className="break-inside-avoid border-b border-black/30 align-top">
              <td className="py-1">☐</td>
              <td className="py-1 font-bold tabular-nums">{item.quantity} ×</td>
              <td className="py-1 wrap-anywhere">
                {item.product_name}, {describeOrdered(item)}
              </td>
              <td className="py-1 text-right tabular-nums">{item.parcels}</td>
            </tr>
          ))}
          {sumGifts(parcels).map((gift) => (
            <tr key={gift.name} className="break-inside-avoid font-bold">
              <td className="py-1">☐</td>
              <td className="py-1 tabular-nums">{gift.pieces} ×</td>
              <td className="py-1 wrap-anywhere">{labelGift(gift)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className="mt-4 mb-1 font-bold">Paczki</h2>
      <ul>
        {parcels.map((parcel) => (
          <li key={parcel.checkout_id} className="break-inside-avoid border-t border-black/30 py-1">
            <ParcelLine parcel={parcel} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ParcelLine({ parcel }: { parcel: PackingParcel }) {
  const [first] = parcel.shipments
  const isOwners = use(IsOwner)
  return (
    <>
      <p className="flex justify-between gap-4 font-bold">
        <span className="min-w-0 wrap-anywhere">{`☐ ${labelParcelNumbers(parcel)} ${first?.receiver_name ?? ''}`}</span>
        {isOwners && parcel.due_grosze !== null && <Price grosze={parcel.due_grosze} />}
      </p>
      <p className="wrap-anywhere">{listOrdered(listParcelItems(parcel))}</p>
      {parcel.warnings.map(({ id, sentence }) => (
        <p key={id} className="font-bold wrap-anywhere">
          {sentence}
        </p>
      ))}
    </>
  )
}
