import type { ShipmentStatus } from '#domain/shipping/shipment.ts'

type CarrierStatusMeaning = { label: string; means?: 'shipped' | 'delivered'; alarm?: true }

/**
 * The carrier's statuses (https://api-shipx-pl.easypack24.net/v1/statuses) in Polish, and the status of a shipment that
 * follows from each.
 */
const CARRIER_STATUS_MEANINGS: Partial<Record<string, CarrierStatusMeaning>> = {
  created: { label: 'Utworzona' },
  offers_prepared: { label: 'Przygotowana oferta' },
  offer_selected: { label: 'Czeka na opłacenie' },
  confirmed: { label: 'Gotowa do nadania' },
  dispatched_by_sender: { label: 'Nadana w paczkomacie', means: 'shipped' },
  dispatched_by_sender_to_pok: { label: 'Nadana w punkcie', means: 'shipped' },
  collected_from_sender: { label: 'Odebrana od nadawcy', means: 'shipped' },
  taken_by_courier: { label: 'Odebrana przez kuriera', means: 'shipped' },
  taken_by_courier_from_pok: { label: 'Odebrana z punktu przez kuriera', means: 'shipped' },
  adopted_at_source_branch: { label: 'Przyjęta w oddziale', means: 'shipped' },
  sent_from_source_branch: { label: 'W drodze', means: 'shipped' },
  adopted_at_sorting_center: { label: 'W sortowni', means: 'shipped' },
  sent_from_sorting_center: { label: 'W drodze z sortowni', means: 'shipped' },
  adopted_at_target_branch: { label: 'W oddziale docelowym', means: 'shipped' },
  out_for_delivery: { label: 'Wydana do doręczenia', means: 'shipped' },
  out_for_delivery_to_address: { label: 'Wydana do doręczenia pod adres', means: 'shipped' },
  ready_to_pickup: { label: 'Czeka w paczkomacie', means: 'shipped' },
  ready_to_pickup_from_pok: { label: 'Czeka w punkcie', means: 'shipped' },
  ready_to_pickup_from_pok_registered: { label: 'Czeka w punkcie', means: 'shipped' },
  ready_to_pickup_from_branch: { label: 'Czeka w oddziale', means: 'shipped' },
  pickup_reminder_sent: { label: 'Czeka na odbiór, wysłano przypomnienie', means: 'shipped' },
  pickup_reminder_sent_address: { label: 'Czeka na odbiór, wysłano przypomnienie', means: 'shipped' },
  avizo: { label: 'Awizowana', means: 'shipped' },
  courier_avizo_in_customer_service_point: { label: 'Awizowana w punkcie', means: 'shipped' },
  redirect_to_box: { label: 'Przekierowana do paczkomatu', means: 'shipped' },
  canceled_redirect_to_box: { label: 'Przekierowanie anulowane', means: 'shipped' },
  readdressed: { label: 'Przekierowana', means: 'shipped' },
  stack_in_box_machine: { label: 'W paczkomacie tymczasowym', means: 'shipped' },
  stack_in_customer_service_point: { label: 'W punkcie tymczasowym', means: 'shipped' },
  unstack_from_box_machine: { label: 'W drodze z paczkomatu tymczasowego', means: 'shipped' },
  unstack_from_customer_service_point: { label: 'W drodze z punktu tymczasowego', means: 'shipped' },
  return_pickup_confirmation_to_sender: { label: 'Wracają dokumenty zwrotne', means: 'shipped' },
  delay_in_delivery: { label: 'Opóźniona', means: 'shipped', alarm: true },
  oversized: { label: 'Za duża na tę skrytkę', means: 'shipped', alarm: true },
  pickup_time_expired: { label: 'Nieodebrana w terminie, wraca do nadawcy', means: 'shipped', alarm: true },
  stack_parcel_pickup_time_expired: { label: 'Nieodebrana w terminie', means: 'shipped', alarm: true },
  stack_parcel_in_box_machine_pickup_time_expired: { label: 'Nieodebrana w terminie', means: 'shipped', alarm: true },
  taken_by_courier_from_customer_service_point: {
    label: 'Nieodebrana z punktu, wraca do nadawcy',
    means: 'shipped',
    alarm: true,
  },
  rejected_by_receiver: { label: 'Odbiorca odmówił przyjęcia', means: 'shipped', alarm: true },
  undelivered: { label: 'Niedoręczona', means: 'shipped', alarm: true },
  undelivered_wrong_address: { label: 'Niedoręczona: zły adres', means: 'shipped', alarm: true },
  undelivered_incomplete_address: { label: 'Niedoręczona: niepełny adres', means: 'shipped', alarm: true },
  undelivered_not_live_address: { label: 'Niedoręczona: odbiorca tam nie mieszka', means: 'shipped', alarm: true },
  undelivered_unknown_receiver: { label: 'Niedoręczona: odbiorca nieznany', means: 'shipped', alarm: true },
  undelivered_no_mailbox: { label: 'Niedoręczona: brak skrzynki', means: 'shipped', alarm: true },
  undelivered_lack_of_access_letterbox: {
    label: 'Niedoręczona: brak dostępu do skrzynki',
    means: 'shipped',
    alarm: true,
  },
  undelivered_cod_cash_receiver: { label: 'Niedoręczona: odbiorca nie zapłacił', means: 'shipped', alarm: true },
  missing: { label: 'Zaginęła', means: 'shipped', alarm: true },
  claimed: { label: 'Zgłoszono reklamację', alarm: true },
  returned_to_sender: { label: 'Zwrócona do nadawcy', means: 'shipped', alarm: true },
  delivered: { label: 'Doręczona', means: 'delivered' },
  canceled: { label: 'Anulowana' },
}

/** A readable status of the carrier. An unknown status stays as it is. `alarm`: a person has to act. */
export function describeCarrierStatus(status: string): { label: string; alarm: boolean } {
  const { label = status, alarm = false } = CARRIER_STATUS_MEANINGS[status] ?? {}
  return { label, alarm }
}

/** Statuses before the carrier has accepted the parcel. */
export const UNCONFIRMED_CARRIER_STATUSES: readonly string[] = ['created', 'offers_prepared', 'offer_selected']
/** Final statuses. */
export const LAST_CARRIER_STATUSES: readonly string[] = ['delivered', 'returned_to_sender', 'canceled']

/** Statuses after which the same parcel, and its label, cannot be used again. */
export const ENDED_CARRIER_STATUSES: readonly string[] = ['delivered', 'returned_to_sender', 'missing']

/** Statuses of a parcel that left the shop, so that its label is in use or used. */
export const HANDED_OVER_STATUSES: readonly string[] = Object.entries(CARRIER_STATUS_MEANINGS).flatMap(
  ([status, meaning]) => (meaning?.means === undefined ? [] : [status]),
)

const PROGRESS: Record<Exclude<ShipmentStatus, 'cancelled'>, number> = {
  created: 0,
  processing: 1,
  shipped: 2,
  delivered: 3,
}

/**
 * The status of a shipment that follows from the carrier's. Only forwards, and never for a cancelled one. Null: it
 * stays.
 */
export function moveByCarrier(current: ShipmentStatus, carrierStatus: string): 'shipped' | 'delivered' | null {
  const { means } = CARRIER_STATUS_MEANINGS[carrierStatus] ?? {}
  if (means === undefined || current === 'cancelled') return null
  return PROGRESS[means] > PROGRESS[current] ? means : null
}
