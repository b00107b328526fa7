import type { ReactNode } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { orderNumber } from '#domain/orders/order.ts'
import { formatPhone } from '#domain/phone-number.ts'
import { customerShipmentLabel, trackingUrl } from '#domain/shipping/shipment.ts'
import type { CustomerShipment } from '#domain/shipping/shipment-queries.server.ts'
import { formatDateTime } from '#domain/text.ts'

export function ShipmentList({ shipments }: { shipments: PanelShipment[] }) {
  if (shipments.length === 0) return <EmptyState title="Brak przesyłek" />
  return (
    <ul className="space-y-5">
      {shipments.map((shipment) => (
        <li key={shipment.id} className="rounded-2xl border border-night/15 bg-white px-5 py-4">
          <ShipmentEntry shipment={shipment} />
        </li>
      ))}
    </ul>
  )
}

function ShipmentEntry({ shipment }: { shipment: PanelShipment }) {
  const { trackingNumber, trackingUrl, receiver } = shipment
  return (
    <article>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          Zamówienie <span className="tabular-nums">#{shipment.orderNumber}</span>
        </h2>
        <span className="rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">{shipment.statusLabel}</span>
      </header>
      <dl className="mt-3 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        <Fact term="Numer śledzenia">
          {trackingUrl ? (
            <a href={trackingUrl} target="_blank" rel="noopener" className="underline underline-offset-4">
              {trackingNumber}
              <span className="sr-only"> (nowa karta)</span>
            </a>
          ) : (
            (trackingNumber ?? 'Brak numeru śledzenia')
          )}
        </Fact>
        <Fact term="Data utworzenia">{shipment.createdAt}</Fact>
        {shipment.lockerName !== null && <Fact term="Paczkomat">{shipment.lockerName}</Fact>}
        <Fact term="Odbiorca">{receiver.name}</Fact>
        <Fact term="Telefon">{formatPhone(receiver.phone)}</Fact>
        <Fact term="Email">{receiver.email}</Fact>
      </dl>
      {shipment.labelUrl !== null && (
        <a href={shipment.labelUrl} target="_blank" rel="noopener" className={buttonClass('secondary', 'md', 'mt-4')}>
          Pobierz etykietę
        </a>
      )}
    </article>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-oud">{term}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  )
}

export type PanelShipment = {
  id: string
  orderNumber: string
  statusLabel: string
  trackingNumber: string | null
  trackingUrl: string | null
  lockerName: string | null
  createdAt: string
  receiver: { name: string; phone: string; email: string }
  labelUrl: string | null
}

export function panelShipment(shipment: CustomerShipment): PanelShipment {
  return {
    id: shipment.id,
    orderNumber: orderNumber(shipment.order_id),
    statusLabel: customerShipmentLabel(shipment.status),
    trackingNumber: shipment.tracking_number,
    trackingUrl: trackingUrl(shipment),
    lockerName: shipment.parcel_locker_name,
    createdAt: formatDateTime(shipment.created_at),
    receiver: { name: shipment.receiver_name, phone: shipment.receiver_phone, email: shipment.receiver_email },
    labelUrl: shipment.label_url !== null && /^https?:\/\//i.test(shipment.label_url) ? shipment.label_url : null,
  }
}
