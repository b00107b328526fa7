import { formatDateTime } from '#domain/dates.ts'
import { customerOrderNumber } from '#domain/orders/order.ts'
import { customerShipmentLabel } from '#domain/shipments/shipment.ts'
import type { CustomerShipment } from '#domain/shipments/shipment-queries.server.ts'

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
    orderNumber: customerOrderNumber(shipment.order_id),
    statusLabel: customerShipmentLabel(shipment.status),
    trackingNumber: shipment.tracking_number,
    trackingUrl: trackingUrl(shipment),
    lockerName: shipment.parcel_locker_name,
    createdAt: formatDateTime(shipment.created_at),
    receiver: { name: shipment.receiver_name, phone: shipment.receiver_phone, email: shipment.receiver_email },
    labelUrl: shipment.label_url !== null && /^https?:\/\//i.test(shipment.label_url) ? shipment.label_url : null,
  }
}

/** The locker operator's own page about the parcel; couriers differ, theirs is found by the number. */
function trackingUrl({ tracking_number, parcel_locker_id }: CustomerShipment): string | null {
  if (tracking_number === null || parcel_locker_id === null) return null
  return `https://inpost.pl/sledzenie-przesylek?number=${encodeURIComponent(tracking_number)}`
}
