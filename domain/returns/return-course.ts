import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'
import type { ParcelPlace, ShipmentStatus } from '#domain/shipping/shipment.ts'

/** Whether the money of an order paid on delivery has been received: the carrier collects it at delivery. */
export function isCollected({
  status,
  shipment_status,
}: {
  status: OrderStatus
  shipment_status: ShipmentStatus | null
}): boolean {
  return shipment_status === 'delivered' || status === 'paid' || status === 'completed'
}

type ReturnFacts = {
  payment: PaymentWay
  /** Where the parcels of the statement's orders are. */
  places: readonly ParcelPlace[]
  /** The money received for these orders, and the part of it that went back or is on its way back. */
  paidGrosze: Grosze
  returnedGrosze: Grosze
}

export type ReturnCourse = {
  /** `none`: the goods never left the shop, or are back; `on_the_way`: the buyer can still refuse the parcel. */
  goods: 'none' | 'on_the_way' | 'send_back'
  /**
   * `none`: no money was taken; `back`: all went back; `as_paid`: by the means of payment; `transfer`: to an account.
   */
  money: 'none' | 'back' | 'as_paid' | 'transfer'
}

/** What a buyer who withdraws has to do with the goods, and how money goes back. */
export function findReturnCourse({ payment, places, paidGrosze, returnedGrosze }: ReturnFacts): ReturnCourse {
  const goods = places.includes('delivered') ? 'send_back' : places.includes('on_the_way') ? 'on_the_way' : 'none'
  if (paidGrosze === 0) return { goods, money: 'none' }
  if (returnedGrosze >= paidGrosze) return { goods, money: 'back' }
  return { goods, money: payment === 'cash_on_delivery' ? 'transfer' : 'as_paid' }
}
