export const SHIPMENT_STATUSES = ['created', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** What a customer reads (spec 2 §4): before a parcel is on its way it waits; the owner's archive is none of their business. */
export function customerShipmentLabel(status: ShipmentStatus | null): string {
  switch (status) {
    case null:
      return 'Oczekuje'
    case 'created':
      return 'Utworzona'
    case 'processing':
      return 'W realizacji'
    case 'shipped':
      return 'Wysłana'
    case 'delivered':
      return 'Dostarczona'
    case 'cancelled':
      return 'Anulowana'
  }
}
