import type { Transaction } from 'kysely'
import { insertGuest } from '#domain/accounts/identity-store.server.ts'
import type { Connected } from '#domain/baselinker/admit-caller.server.ts'
import { fromProductId } from '#domain/baselinker/baselinker.ts'
import { findAdded } from '#domain/baselinker/baselinker-queries.server.ts'
import { lockAdding, numberAdded } from '#domain/baselinker/baselinker-store.server.ts'
import { type Addressee, readAddressee } from '#domain/baselinker/read-destination.ts'
import {
  type AddedOrder,
  addedOrderSchema,
  type Fields,
  type FieldWrong,
  readFields,
} from '#domain/baselinker/read-fields.ts'
import { MAX_QUANTITY } from '#domain/cart/cart.ts'
import { countPiecesLeft } from '#domain/catalog/product.ts'
import type { Shortage } from '#domain/catalog/product-schema.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import type { PricedItem } from '#domain/checkout/pricing.ts'
import type { Database } from '#domain/database.ts'
import { insertCheckout } from '#domain/flows/ordering/checkout-store.server.ts'
import { composeCheckout } from '#domain/flows/ordering/compose-checkout.server.ts'
import { retryOnNumberClash } from '#domain/flows/ordering/place-order.server.ts'
import { lockProductsInOrder } from '#domain/flows/orders/stock-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { insertNote } from '#domain/orders/order-store.server.ts'
import type { Services } from '#domain/services.ts'

type AddFailure =
  | FieldWrong
  | ({ reason: 'out_of_stock' } & Shortage)
  | { reason: 'baselinker_product_unknown'; name: string }
  | { reason: 'baselinker_abroad' | 'baselinker_currency' }

/**
 * Adds an order that a marketplace sold, as one order under one checkout of a buyer without an account, with the same
 * numbers, lock, stock and events as any other. Its prices are those that the marketplace took. It is paid elsewhere: as
 * soon as it is added or, where it is not paid yet, when BaseLinker says so. Its buyer gets no mail of the shop.
 *
 * Guarantees: the same order of BaseLinker is added once, and a repeat returns its number, whatever else it says. The last
 * piece goes to one buyer. A refusal stores nothing.
 */
export async function addOrder(
  services: Pick<Services, 'db' | 'now' | 'profile'>,
  settings: Connected,
  fields: Fields,
): Promise<Result<{ order_id: number }, AddFailure | Busy>> {
  const read = readFields(addedOrderSchema, fields)
  if (!read.ok) return read
  const order = read.value
  const known = await findAdded(services.db, order.baselinker_id)
  if (known !== undefined) return ok({ order_id: known })
  if (!['', 'PL'].includes(order.delivery_country_code.toUpperCase())) return fail({ reason: 'baselinker_abroad' })
  if (!['', 'PLN'].includes(order.currency.toUpperCase())) return fail({ reason: 'baselinker_currency' })
  const addressee = readAddressee(order, { papersHere: settings.papers_here })
  if (!addressee.ok) return addressee
  const lines = readLines(order)
  if (!lines.ok) return lines
  return retryOnNumberClash(() =>
    transact<{ order_id: number }, AddFailure>(services.db, async (trx) => {
      await lockAdding(trx, order.baselinker_id)
      const added = await findAdded(trx, order.baselinker_id)
      if (added !== undefined) return ok({ order_id: added })
      const priced = await claimPieces(trx, lines.value, order)
      if (!priced.ok) return priced
      return ok({
        order_id: await insertOrder(services, trx, settings, { order, addressee: addressee.value, ...priced }),
      })
    }),
  )
}

type Line = { productId: string; name: string; quantity: number; unitGrosze: number; totalGrosze: number }

/** The lines by their products: an order has each product once. */
function readLines({ products }: AddedOrder): Result<Line[], AddFailure> {
  const lines = new Map<string, Line>()
  for (const [index, { id, name, price, quantity }] of products.entries()) {
    const productId = fromProductId(id)
    if (productId === null) return fail({ reason: 'baselinker_product_unknown', name: name || id })
    const before = lines.get(productId)
    const line = {
      productId,
      name,
      quantity: quantity + (before?.quantity ?? 0),
      unitGrosze: Math.max(price, before?.unitGrosze ?? 0),
      totalGrosze: quantity * price + (before?.totalGrosze ?? 0),
    }
    if (quantity < 1 || line.quantity > MAX_QUANTITY)
      return wrong(`products.${index}.quantity`, `od 1 do ${MAX_QUANTITY} sztuk`)
    lines.set(productId, line)
  }
  const isFree = [...lines.values()].every(({ totalGrosze }) => totalGrosze === 0)
  return isFree ? wrong('products', 'produkty zamówienia nic nie kosztują') : ok([...lines.values()])
}

const wrong = (field: string, problem: string) => fail({ reason: 'baselinker_field_wrong' as const, field, problem })

/** The products of the lines, locked, at the prices of the marketplace. */
async function claimPieces(
  trx: Transaction<Database>,
  lines: readonly Line[],
  { change_products_quantity: takes }: AddedOrder,
): Promise<Result<PricedItem[], AddFailure>> {
  const locked = await lockProductsInOrder(
    trx,
    lines.map(({ productId }) => productId),
  )
  const priced: PricedItem[] = []
  const short: Shortage['products'][number][] = []
  for (const { productId, name, quantity, unitGrosze, totalGrosze } of lines) {
    const product = locked.find(({ id }) => id === productId)
    if (!product?.active) return fail({ reason: 'baselinker_product_unknown', name })
    const left = takes === '0' ? null : countPiecesLeft(product)
    if (left !== null && left < quantity) short.push({ id: productId, name: nameSized(product), left })
    priced.push({
      product: {
        ...product,
        price_grosze: unitGrosze,
        // Pieces that were taken before are not taken, and not returned.
        ...(takes === '0' && { stock_quantity: null }),
      },
      quantity,
      discountGrosze: quantity * unitGrosze - totalGrosze,
    })
  }
  return short.length > 0 ? fail({ reason: 'out_of_stock', products: short }) : ok(priced)
}

async function insertOrder(
  services: Pick<Services, 'now' | 'profile'>,
  trx: Transaction<Database>,
  { papers_here }: Connected,
  { order, addressee, value: priced }: { order: AddedOrder; addressee: Addressee; value: PricedItem[] },
): Promise<number> {
  const { email, recipient, locker } = addressee
  const buyer = { id: await insertGuest(trx, { email, terms: null }), email }
  const { rows } = composeCheckout(services, buyer, {
    payment: 'elsewhere',
    provider: null,
    isPaid: order.paid,
    papersElsewhere: !papers_here,
    delivery: recipient.delivery.kind,
    destination: { recipient, locker },
    priced,
    shippingGrosze: order.delivery_price,
    waivedGrosze: 0,
    clientNetwork: null,
    gifts: null,
    samples: new Map(),
    discountCode: null,
    termsVersion: null,
  })
  await insertCheckout(trx, rows)
  const [first] = rows.orders
  if (!first?.id || !rows.checkout.id) throw new Error('an order of a marketplace without rows')
  await insertNote(trx, first.id, describeOrigin(order))
  return numberAdded(trx, rows.checkout.id, order.baselinker_id)
}

/** 'BaseLinker nr 1234, allegro, kupujący jan_k, płatność Allegro Pay, dostawa Kurier DPD. Komentarz: ...' */
function describeOrigin(order: AddedOrder): string {
  const { baselinker_id, service, client_login, payment_method, delivery_method, user_comments } = order
  const origin = [
    `BaseLinker nr ${baselinker_id}`,
    service,
    client_login && `kupujący ${client_login}`,
    payment_method && `płatność ${payment_method}`,
    delivery_method && `dostawa ${delivery_method}`,
  ].filter(Boolean)
  return `${origin.join(', ')}.${user_comments && `\nKomentarz kupującego: ${user_comments}`}`.slice(0, 2000)
}
