import type { Connected } from '#domain/baselinker/admit-caller.server.ts'
import { listNumbered, listOrdersOfParcels, readProductCodes } from '#domain/baselinker/baselinker-queries.server.ts'
import { numberParcels } from '#domain/baselinker/baselinker-store.server.ts'
import { describeOrders } from '#domain/baselinker/order-answer.server.ts'
import type { OrdersAsked } from '#domain/baselinker/read-fields.ts'
import { toOrderView } from '#domain/orders/order-view.server.ts'
import type { Services } from '#domain/services.ts'

/**
 * A page of the shop's parcels under their numbers, the first ones first: those that were placed since BaseLinker is on
 * and are sold, which those paid ahead are once they are paid. What BaseLinker added itself is only given by its number.
 */
export async function readShopOrders({ db }: Pick<Services, 'db'>, { since }: Connected, asked: OrdersAsked) {
  await numberParcels(db, since)
  const { rows, pages } = await listNumbered(db, asked)
  const ids = rows.map(({ checkout_id }) => checkout_id)
  const orders = await listOrdersOfParcels(db, ids)
  const views = Map.groupBy(orders.map(toOrderView), ({ checkout_id }) => checkout_id)
  const codes = await readProductCodes(db, [
    ...new Set(orders.flatMap(({ items }) => items.map(({ product_id }) => product_id))),
  ])
  const answers = rows.flatMap(({ number, checkout_id }) => {
    const described = describeOrders(views.get(checkout_id) ?? [], codes)
    return described ? [[number, described] as const] : []
  })
  return { ...Object.fromEntries(answers), pages }
}
