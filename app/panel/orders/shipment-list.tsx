import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { buildTrackingUrl, labelShipmentForCustomer } from '#domain/shipping/shipment.ts'
import type { CustomerShipment } from '#domain/shipping/shipment-queries.server.ts'

export function ShipmentList({ parcels }: { parcels: PanelParcel[] }) {
  if (parcels.length === 0) return <EmptyState title="Brak przesyłek" />
  return (
    <ul className="space-y-5">
      {parcels.map((parcel) => (
        <li key={parcel.id} className="card px-5 py-4">
          <ParcelEntry parcel={parcel} />
        </li>
      ))}
    </ul>
  )
}

function ParcelEntry({ parcel }: { parcel: PanelParcel }) {
  const { orderNumbers, trackingNumber, receiver } = parcel
  return (
    <article>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          {orderNumbers.length === 1 ? 'Zamówienie' : 'Jedna paczka, zamówienia'}{' '}
          <span className="tabular-nums">{orderNumbers.map((number) => `#${number}`).join(', ')}</span>
        </h2>
        <span className="rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">{parcel.statusLabel}</span>
      </header>
      <dl className="mt-3 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        {(parcel.trackingNumber !== null || !parcel.isCancelled) && (
          <Fact term="Numer śledzenia">
            {parcel.trackingUrl ? (
              <NewTabLink href={parcel.trackingUrl} className="underline underline-offset-4">
                {trackingNumber}
              </NewTabLink>
            ) : (
              (trackingNumber ?? 'Numer podamy, gdy paczka wyruszy')
            )}
          </Fact>
        )}
        <Fact term="Data utworzenia">{parcel.createdAt}</Fact>
        {parcel.lockerName !== null && <Fact term="Paczkomat">{parcel.lockerName}</Fact>}
        <Fact term="Odbiorca">{receiver.name}</Fact>
        <Fact term="Telefon">{formatPhone(receiver.phone)}</Fact>
        <Fact term="E-mail">{receiver.email}</Fact>
      </dl>
      {parcel.labelUrl !== null && (
        <NewTabLink href={parcel.labelUrl} className={buttonClass('secondary', 'md', 'mt-4')}>
          Pobierz etykietę
        </NewTabLink>
      )}
    </article>
  )
}

/** One parcel as its receiver sees it, with all of its orders. */
type PanelParcel = ReturnType<typeof toPanelParcel>

/** Shipments of one checkout are one parcel, unless their numbers, states or labels differ. */
export function toPanelParcels(shipments: readonly CustomerShipment[]) {
  const parcels = Map.groupBy(shipments, ({ order, status, tracking_number, label_url }) =>
    JSON.stringify([order.checkout_id, status, tracking_number, label_url]),
  )
  return [...parcels.values()].flatMap((together) => {
    const [shipment] = together
    const orderNumbers = together.map(({ order_id }) => formatOrderNumber(order_id))
    return shipment ? [toPanelParcel(shipment, orderNumbers)] : []
  })
}

function toPanelParcel(shipment: CustomerShipment, orderNumbers: string[]) {
  return {
    id: shipment.id,
    orderNumbers,
    statusLabel: labelShipmentForCustomer(shipment.status),
    isCancelled: shipment.status === 'cancelled',
    trackingNumber: shipment.tracking_number,
    trackingUrl: buildTrackingUrl(shipment),
    lockerName: shipment.parcel_locker_name,
    createdAt: formatDateTime(shipment.created_at),
    receiver: { name: shipment.receiver_name, phone: shipment.receiver_phone, email: shipment.receiver_email },
    labelUrl: shipment.label_url !== null && /^https?:\/\//i.test(shipment.label_url) ? shipment.label_url : null,
  }
}
