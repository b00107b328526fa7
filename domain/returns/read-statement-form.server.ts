import type { Services } from '#domain/services.ts'
import { findParcelPlace } from '#domain/shipping/shipment.ts'
import { listPieces } from './bought-pieces-queries.server.ts'
import { findWorth } from './return-amount.ts'
import type { Dispatch } from './return-case.ts'

import { findBuyerOfCase } from './return-case-queries.server.ts'
import { countReturned, listOrdersOfCase, type OrderOfCase, readBeside } from './return-money-queries.server.ts'

import { maskEmail, maskName, type StatementForm } from './statement.ts'

/** What a form shows of the order behind a link. Null when the checkout no longer exists. */
export async function readStatementForm(
  { db }: Pick<Services, 'db'>,
  checkoutId: string,
): Promise<StatementForm | null> {
  const buyer = await findBuyerOfCase(db, checkoutId)
  if (!buyer) return null
  const [pieces, orders, beside] = await Promise.all([
    listPieces(db, checkoutId),
    listOrdersOfCase(db, checkoutId),
    readBeside(db, checkoutId, null),
  ])
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  return {
    order_number: buyer.number,
    name: maskName(buyer),
    email: maskEmail(buyer.email),
    dispatch: findDispatch(orders),
    is_paid: orders.some(isPaid),
    items: pieces
      .filter(({ is_cancelled, ordered, withdrawn }) => !is_cancelled && ordered > withdrawn)
      .map((piece) => ({
        product_id: piece.product_id,
        order_number: numbers.get(piece.order_id) ?? buyer.number,
        name: piece.product_name,
        brand: piece.brand_name,
        facts: piece.facts,
        quantity: piece.ordered - piece.withdrawn,
        paid_grosze: findWorth(
          countReturned(piece, piece.ordered - piece.withdrawn, beside.sumLowered(piece.order_item_id)),
        ),
      })),
  }
}

/** The parcel of the orders that are not cancelled. */
function findDispatch(orders: readonly OrderOfCase[]): Dispatch {
  const places = orders
    .filter(({ status }) => status !== 'cancelled')
    .map(({ shipment_status, carrier_status }) => findParcelPlace(shipment_status, carrier_status))
  if (places.every((place) => place === 'shop')) return 'not_sent'
  return places.every((place) => place === 'delivered') ? 'delivered' : 'sent'
}

function isPaid({ status, payment, shipment_status }: OrderOfCase): boolean {
  if (status === 'cancelled') return false
  return status !== 'pending' || (payment === 'cash_on_delivery' && shipment_status === 'delivered')
}
