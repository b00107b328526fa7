import { beforeEach, describe } from 'vitest'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import { type Api, type Customer, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  COURIER,
  cart,
  errorOf,
  LOCKER,
  productsOnSale,
  refusal,
  storedByOrders,
  toCourier,
  toLocker,
} from '#tests/support/orders.ts'

let api: Api
let buyer: Customer
let product: CartItem
let other: CartItem
test.beforeAll(async ({ api: started }) => {
  api = started
  buyer = await api.customer()
})

beforeEach(async () => {
  const [first, second] = await productsOnSale(api, 2, 5)
  if (!first || !second) throw new Error('the demo catalogue is too small')
  product = first
  other = second
})

/** A price in zł, changed by some grosze without floating-point errors. */
const shifted = (zl: number, grosze: number) => (Math.round(zl * 100) + grosze) / 100

const refused = (body: unknown) => refusal(api, buyer, body)

const change = (changes: object) => api.db.updateTable('products').set(changes).where('id', '=', product.id).execute()

describe('POST order: refuses', () => {
  test.each([0, -1, 1e9, 1.5, null, '2', 100, true])('a quantity of %j', async (quantity) => {
    const error = await refused(cart([{ ...product, quantity: quantity as number }]))
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' })
    const sentence = 'Jednego produktu można zamówić od 1 do 99 sztuk.'
    expect(error.fields).toEqual({ 'items.0.quantity': sentence })
    const alone = await refused({
      productId: product.id,
      productData: { name: product.name, price: product.price, brand_name: 'x', quantity },
      customerData: toCourier,
      shippingCost: COURIER,
    })
    expect(alone.fields).toEqual({ 'productData.quantity': sentence })
  })

  test('more than 99 pieces on two lines, or one product at two prices', async () => {
    await change({ stock_quantity: null })
    const many = { ...product, quantity: 60 }
    expect(await refused(cart([many, many]))).toMatchObject({ status: 400, code: 'invalid_request' })
    const cheaper = { ...product, price: 1 }
    expect(await refused(cart([product, cheaper]))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test.each([0, -1, -5, 1e300, 10.001, '10', null])('a price of %j', async (price) => {
    const error = await refused(cart([{ ...product, price: price as number }]))
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(error.fields).toEqual({
      'items.0.price': 'Podaj cenę większą od zera, z najwyżej dwoma miejscami po przecinku.',
    })
  })

  test.each([-0.01, 1e300, 0.001, '10', null, undefined])('a shipping cost of %j', async (shippingCost) => {
    expect(await refused(cart([product], { shippingCost }))).toMatchObject({
      status: 400,
      fields: { shippingCost: 'Podaj koszt dostawy: zero lub więcej, z najwyżej dwoma miejscami po przecinku.' },
    })
  })

  test('a price or shipping cost that differs from the shop’s', async () => {
    const grosze = Math.round(product.price * 100)
    expect(await refused(cart([{ ...product, price: 0.01 }]))).toMatchObject({
      status: 409,
      code: 'price_changed',
      details: {
        items: [{ id: product.id, name: product.name, quantity: 1, oldPriceGrosze: 1, newPriceGrosze: grosze }],
        shipping: { oldGrosze: 1999, newGrosze: 1999 },
        total: { oldGrosze: 2000, newGrosze: grosze + 1999 },
      },
    })
    expect(await refused(cart([product], { shippingCost: 0 }))).toMatchObject({
      status: 409,
      code: 'price_changed',
      details: { shipping: { oldGrosze: 0, newGrosze: 1999 } },
    })
    // The cost of the cheaper method is wrong for the dearer one.
    expect(await refused(cart([product], { shippingCost: LOCKER }))).toMatchObject({ code: 'price_changed' })
  })

  test('a total that is right, made of wrong prices', async () => {
    const items = [
      { ...product, price: shifted(product.price, -100) },
      { ...other, price: shifted(other.price, 100) },
    ]
    expect(await refused(cart(items))).toMatchObject({ status: 409, code: 'price_changed' })
  })

  test('a product that is sold out, scarce, withdrawn, unknown or hidden', async () => {
    const { volume_ml } = await api.db
      .selectFrom('products')
      .select('volume_ml')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    const sized = nameWithVolume({ name: product.name, volume_ml })
    expect(sized).toMatch(/, \d+\sml$/)
    await change({ stock_quantity: null, out_of_stock: true })
    expect(await refused(cart([other, product]))).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: `Produkt „${sized}” jest wyprzedany.`,
      details: { products: [{ id: product.id, name: sized, left: 0 }] },
    })
    await change({ stock_quantity: 2, out_of_stock: false })
    expect(await refused(cart([other, { ...product, quantity: 3 }]))).toMatchObject({
      code: 'out_of_stock',
      details: { products: [{ id: product.id, left: 2 }] },
    })
    await change({ active: false })
    const gone = { status: 409, code: 'product_unavailable', details: { products: [{ id: product.id }] } }
    expect(await refused(cart([other, product]))).toMatchObject(gone)
    await change({ active: true })

    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', "'; drop table orders; --", '0'.repeat(100)]) {
      expect(await refused(cart([product, { ...product, id }]))).toMatchObject({
        status: 409,
        code: 'product_unavailable',
        details: { products: [{ id }] },
      })
    }
  })

  test('a substitute while substitutes are hidden, or a product of a withdrawn brand', async () => {
    const substitute = await api.db
      .selectFrom('products')
      .innerJoin('brands', 'brands.id', 'products.brand_id')
      .select(['products.id', 'products.price_grosze', 'products.name', 'brands.id as brand_id'])
      .where('brands.name', '!=', 'Perfumy Arabskie')
      .where('out_of_stock', '=', false)
      .executeTakeFirstOrThrow()
    const body = cart([{ id: substitute.id, name: substitute.name, price: substitute.price_grosze / 100, quantity: 1 }])
    await api.db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
    expect(await refused(body)).toMatchObject({ status: 409, code: 'product_unavailable' })
    await api.db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
    await api.db.updateTable('brands').set({ active: false }).where('id', '=', substitute.brand_id).execute()
    expect(await refused(body)).toMatchObject({ status: 409, code: 'product_unavailable' })
    await api.db.updateTable('brands').set({ active: true }).where('id', '=', substitute.brand_id).execute()
    expect((await buyer.order(body)).status).toBe(200)
  })

  test('nobody for typing their own e-mail with Polish letters in its domain', async () => {
    const email = 'jan@żółw.pl'
    const answer = await api.post('/api/guest-sign-in', { email, password: 'sekret1', acceptedTerms: true })
    expect(answer.status).toBe(200)
    const own = cart([product], { customerData: { ...toCourier, email } })
    const Cookie = cookieOf(answer)
    expect((await api.post('/api/create-cash-on-delivery-order', own, { Cookie })).status).toBe(200)
  })

  test('payment in advance, or somebody else’s e-mail', async () => {
    const prepaid = { ...toCourier, shippingMethod: 'prepaid_courier' }
    expect(await refused(cart([product], { customerData: prepaid }))).toMatchObject({
      status: 400,
      code: 'shipping_method_not_offered',
    })
    const foreign = { ...toCourier, email: 'somebody@example.test' }
    expect(await refused(cart([product], { customerData: foreign }))).toMatchObject({
      status: 409,
      code: 'other_account',
    })
  })

  test('a malformed body', async () => {
    for (const body of [
      {},
      [],
      { ...cart([product]), total: 1 },
      { ...cart([product]), productId: product.id },
      { customerData: toCourier, shippingCost: COURIER, productId: product.id },
      cart([]),
      cart(Array.from({ length: 51 }, () => product)),
      cart([product], { customerData: { ...toCourier, role: 'admin' } }),
      cart([product], { customerData: { ...toCourier, firstName: { $ne: '' } } }),
      cart([product], { shippingCost: -0.01 }),
    ]) {
      expect(await refused(body)).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })

  test('a recipient without the data that delivery needs, with a sentence per field', async () => {
    const nobody = { ...toCourier, firstName: ' ', phone: '12', postalCode: '1', city: 'Łódź\u0000' }
    expect(await refused(cart([product], { customerData: nobody }))).toMatchObject({
      status: 400,
      fields: {
        firstName: 'Podaj imię',
        phone: 'Podaj prawidłowy numer telefonu, np. 600 100 200',
        postalCode: 'Podaj kod pocztowy w formacie 00-000',
        city: 'Usuń niedozwolone znaki',
      },
    })
    const nowhere = { ...toLocker, selectedLocker: null, receiverEmail: 'a@b\r\nBcc: x@y.pl' }
    expect(await refused(cart([product], { customerData: nowhere, shippingCost: LOCKER }))).toMatchObject({
      fields: { selectedLocker: 'Wybierz paczkomat', receiverEmail: 'Usuń niedozwolone znaki' },
    })
  })
})

test.each([
  ['half a surrogate pair', '\ud800'],
  ['a right-to-left override', '\u202e'],
  ['a line separator', '\u2028'],
  ['an invisible space', '\u200b'],
  ['a control character', '\u0085'],
])('POST order: refuses %s in names, addresses and locker ids', async (_, character) => {
  const typed = `Jan${character}ek`
  const courier = { ...toCourier, firstName: typed, lastName: typed, street: typed, houseNumber: typed, city: typed }
  const told = 'Usuń niedozwolone znaki'
  expect(await refused(cart([product], { customerData: courier }))).toMatchObject({
    status: 400,
    fields: { firstName: told, lastName: told, street: told, houseNumber: told, city: told },
  })
  const locker = { ...toLocker, selectedLocker: typed, receiverEmail: `${typed}@example.test` }
  expect(await refused(cart([product], { customerData: locker, shippingCost: LOCKER }))).toMatchObject({
    status: 400,
    fields: { selectedLocker: told, receiverEmail: told },
  })
})

test('POST order: answers old and new price when it changed, and takes the order at the new one', async () => {
  await change({ price_grosze: 12_345 })
  expect(await refused(cart([product]))).toMatchObject({
    code: 'price_changed',
    details: {
      items: [{ oldPriceGrosze: Math.round(product.price * 100), newPriceGrosze: 12_345 }],
      total: { newGrosze: 12_345 + 1999 },
    },
  })
  expect((await buyer.order(cart([{ ...product, price: 123.45 }]))).status).toBe(200)
})

test('POST order: leaves the key free after a refusal', async () => {
  const key = crypto.randomUUID()
  expect((await buyer.order(cart([product], { shippingCost: 1 }), key)).status).toBe(409)
  expect((await buyer.order(cart([product]), key)).status).toBe(200)
})

test('POST order: refuses a caller without a session', async () => {
  const before = await storedByOrders(api)
  const answer = await api.post('/api/create-cash-on-delivery-order', cart([product]), {
    'Idempotency-Key': 'x'.repeat(8),
  })
  expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'sign_in_required' })
  expect(await storedByOrders(api)).toEqual(before)
})

test.each(['short', 'x'.repeat(201), 'with a space'])('POST order: refuses the idempotency key %j', async (key) => {
  expect(await errorOf(await buyer.order(cart([product]), key))).toMatchObject({ status: 400, code: 'invalid_request' })
})
