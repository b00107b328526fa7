import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '#sandbox/collection.ts'
import { noSuch, parameters, readParameters, refuse } from './api-errors.ts'
import type { StripeEnv } from './idempotency.ts'
import { showPrice, showProduct } from './objects.ts'
import { createId, type PriceRecord, type ProductRecord } from './stripe-records.ts'

const { whole, flag, text, erasable, metadata, currency } = parameters
const images = z.array(z.url()).max(8)

const createProductSchema = z.strictObject({
  name: text,
  description: text.optional(),
  images: images.default([]),
  metadata: metadata.default({}),
  default_price_data: z.strictObject({ currency, unit_amount: whole }).optional(),
})
const updateProductSchema = z.strictObject({
  name: text.optional(),
  description: erasable.optional(),
  images: z.union([images, z.literal('').transform(() => [])]).optional(),
  metadata: metadata.optional(),
  active: flag.optional(),
  default_price: text.optional(),
})
const createPriceSchema = z.strictObject({ product: text, currency, unit_amount: whole, metadata: metadata.optional() })
const updatePriceSchema = z.strictObject({ active: flag.optional(), metadata: metadata.optional() })

/** Products and prices, under `/v1`. */
export function createProductsApi(
  { products, prices }: { products: Collection<ProductRecord>; prices: Collection<PriceRecord> },
  now: () => Date,
): Hono<StripeEnv> {
  const api = new Hono<StripeEnv>()

  function findProduct(id: string, livemode: boolean, param = 'id'): ProductRecord {
    const product = products.get(id)
    if (product?.livemode !== livemode) throw noSuch('product', id, param)
    return product
  }
  function findPrice(id: string, livemode: boolean, param = 'id'): PriceRecord {
    const price = prices.get(id)
    if (price?.livemode !== livemode) throw noSuch('price', id, param)
    return price
  }
  async function addPrice(of: { product: string; livemode: boolean; unitAmount: number }): Promise<PriceRecord> {
    const price = { ...of, id: createId('price_'), created: now().getTime(), metadata: {}, active: true }
    await prices.put(price.id, price)
    return price
  }

  api.post('/products', async (c) => {
    const given = readParameters(await c.req.text(), createProductSchema)
    const livemode = c.get('livemode')
    const id = createId('prod_', 14)
    const unitAmount = given.default_price_data?.unit_amount
    const price = unitAmount === undefined ? null : await addPrice({ product: id, livemode, unitAmount })
    const product: ProductRecord = {
      id,
      livemode,
      created: now().getTime(),
      name: given.name,
      description: given.description ?? null,
      images: given.images,
      metadata: given.metadata,
      active: true,
      defaultPrice: price?.id ?? null,
    }
    await products.put(id, product)
    return c.json(showProduct(product))
  })

  api.get('/products/:id', (c) => c.json(showProduct(findProduct(c.req.param('id'), c.get('livemode')))))

  api.post('/products/:id', async (c) => {
    const given = readParameters(await c.req.text(), updateProductSchema)
    const product = findProduct(c.req.param('id'), c.get('livemode'))
    if (given.default_price !== undefined) {
      const price = findPrice(given.default_price, product.livemode, 'default_price')
      if (price.product !== product.id || !price.active)
        throw refuse("The price is not active, or another product's", { param: 'default_price' })
    }
    const changed: ProductRecord = {
      ...product,
      name: given.name ?? product.name,
      description: given.description === undefined ? product.description : given.description,
      images: given.images ?? product.images,
      metadata: { ...product.metadata, ...given.metadata },
      active: given.active ?? product.active,
      defaultPrice: given.default_price ?? product.defaultPrice,
    }
    await products.put(product.id, changed)
    return c.json(showProduct(changed))
  })

  api.post('/prices', async (c) => {
    const given = readParameters(await c.req.text(), createPriceSchema)
    const product = findProduct(given.product, c.get('livemode'), 'product')
    const price = await addPrice({ product: product.id, livemode: product.livemode, unitAmount: given.unit_amount })
    return c.json(showPrice(price))
  })

  api.get('/prices/:id', (c) => c.json(showPrice(findPrice(c.req.param('id'), c.get('livemode')))))

  api.post('/prices/:id', async (c) => {
    const given = readParameters(await c.req.text(), updatePriceSchema)
    const price = findPrice(c.req.param('id'), c.get('livemode'))
    if (given.active === false && products.get(price.product)?.defaultPrice === price.id) {
      throw refuse('This price cannot be archived because it is the default price of its product.')
    }
    const metadata = { ...price.metadata, ...given.metadata }
    const changed = { ...price, active: given.active ?? price.active, metadata }
    await prices.put(price.id, changed)
    return c.json(showPrice(changed))
  })

  return api
}
