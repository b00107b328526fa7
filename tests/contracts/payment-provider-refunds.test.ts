import { randomUUID } from 'node:crypto'
import { describe } from 'vitest'
import { type Contract, expect, inSandbox, reasonOf, succeed, test } from './provider-setup.ts'

let provider: Contract['provider']
let direct: Contract['direct']
let stripe: Contract['stripe']
let plan: Contract['plan']
let openPaid: Contract['openPaid']
test.beforeAll(({ contract }) => {
  ;({ provider, direct, stripe, plan, openPaid } = contract)
})

describe('a refund', () => {
  test('of unknown money is refused', async () => {
    const request = { idempotencyKey: randomUUID(), providerPaymentId: 'pi_unknown', amountGrosze: 100 }
    expect(await reasonOf(provider.refund(request))).toBe('provider_unknown_id')
    expect(await reasonOf(provider.findRefunds('pi_unknown'))).not.toBe('ok')
  })

  inSandbox('is made once under one key', async () => {
    const { sessionId, providerPaymentId } = await openPaid()
    const request = { idempotencyKey: `refund:${randomUUID()}`, providerPaymentId, amountGrosze: 5_000 }
    const refund = await succeed(provider.refund(request))
    expect(refund).toEqual({
      id: expect.stringMatching(/^re_/),
      providerPaymentId,
      amountGrosze: 5_000,
      status: 'succeeded',
    })
    expect(await succeed(provider.refund(request))).toEqual(refund)
    expect(await succeed(provider.findRefunds(providerPaymentId))).toEqual([refund])
    expect((await succeed(provider.findSession(sessionId))).refundedGrosze).toBe(5_000)
    expect(await reasonOf(provider.refund({ ...request, amountGrosze: 6_000 }))).toBe('provider_refused')
  })

  inSandbox('never exceeds the paid sum', async () => {
    const { sessionId, providerPaymentId } = await openPaid()
    const { amountGrosze } = await succeed(provider.findSession(sessionId))
    const giveBack = (grosze: number) =>
      provider.refund({ idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: grosze })
    expect(await reasonOf(giveBack(amountGrosze + 1))).toBe('provider_refused')
    await succeed(giveBack(amountGrosze - 1))
    expect(await reasonOf(giveBack(2))).toBe('provider_refused')
    await succeed(giveBack(1))
    expect((await succeed(provider.findSession(sessionId))).refundedGrosze).toBe(amountGrosze)
  })

  inSandbox('may stay pending, succeed later, or fail; a failed one counts no more', async () => {
    const { sessionId, providerPaymentId } = await openPaid()
    await plan({ service: 'stripe-refunds', mode: 'pending', times: 2 })
    const giveBack = () => provider.refund({ idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: 1_000 })
    const [first, second] = [await succeed(giveBack()), await succeed(giveBack())]
    expect([first.status, second.status]).toEqual(['pending', 'pending'])
    await stripe.endRefund(first.id, true)
    await stripe.endRefund(second.id, false)
    const statuses = Object.fromEntries(
      (await succeed(provider.findRefunds(providerPaymentId))).map(({ id, status }) => [id, status]),
    )
    expect(statuses).toEqual({ [first.id]: 'succeeded', [second.id]: 'failed' })
    expect((await succeed(provider.findSession(sessionId))).refundedGrosze).toBe(1_000)
  })

  inSandbox('is found among more than one page of them', async () => {
    const { providerPaymentId } = await openPaid()
    const made: string[] = []
    for (let number = 0; number < 101; number += 1) {
      const request = { idempotencyKey: randomUUID(), providerPaymentId, amountGrosze: 1 }
      made.push((await succeed(provider.refund(request))).id)
    }
    const found = await succeed(provider.findRefunds(providerPaymentId))
    expect(found.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
  })
})

describe('a product', () => {
  const aProduct = () => ({
    idempotencyKey: randomUUID(),
    productId: randomUUID(),
    name: 'Nocny Ogród',
    description: 'Jaśmin i piżmo',
    unitGrosze: 12_999,
  })

  test('is created with its price, once under one key', async () => {
    const product = aProduct()
    const synced = await succeed(provider.createProduct(product))
    expect(synced).toEqual({
      providerProductId: expect.stringMatching(/^prod_/),
      providerPriceId: expect.stringMatching(/^price_/),
    })
    expect(await succeed(provider.createProduct(product))).toEqual(synced)
    expect(await direct.products.retrieve(synced.providerProductId)).toMatchObject({
      active: true,
      name: 'Nocny Ogród',
      description: 'Jaśmin i piżmo',
      default_price: synced.providerPriceId,
      metadata: { product_id: product.productId },
    })
    expect(await direct.prices.retrieve(synced.providerPriceId)).toMatchObject({
      currency: 'pln',
      unit_amount: 12_999,
    })
  })

  test('gets a new price only for another amount', async () => {
    const product = aProduct()
    const synced = await succeed(provider.createProduct(product))
    const renamed = { ...product, ...synced, idempotencyKey: randomUUID(), name: 'Nocny Ogród II', description: null }
    expect(await succeed(provider.updateProduct(renamed))).toEqual(synced)
    const dearer = { ...renamed, idempotencyKey: randomUUID(), unitGrosze: 13_999 }
    const repriced = await succeed(provider.updateProduct(dearer))
    expect(repriced.providerProductId).toBe(synced.providerProductId)
    expect(repriced.providerPriceId).not.toBe(synced.providerPriceId)
    expect(await direct.products.retrieve(synced.providerProductId)).toMatchObject({
      name: 'Nocny Ogród II',
      description: null,
      default_price: repriced.providerPriceId,
    })
    const prices = [synced, repriced].map(({ providerPriceId }) => direct.prices.retrieve(providerPriceId))
    expect(await Promise.all(prices)).toMatchObject([
      { active: false, unit_amount: 12_999 },
      { active: true, unit_amount: 13_999 },
    ])
    // Retried after a broken connection, with the price known before.
    expect(await succeed(provider.updateProduct(dearer))).toEqual(repriced)
  })

  test('is taken off sale, also twice, and is on sale again after an update', async () => {
    const product = aProduct()
    const synced = await succeed(provider.createProduct(product))
    await succeed(provider.deactivateProduct(synced))
    await succeed(provider.deactivateProduct(synced))
    const isActive = async () => (await direct.products.retrieve(synced.providerProductId)).active
    expect(await isActive()).toBe(false)
    const again = { ...product, ...synced, idempotencyKey: randomUUID() }
    expect(await succeed(provider.updateProduct(again))).toEqual(synced)
    expect(await isActive()).toBe(true)
  })

  test('that the provider does not know has its own reason', async () => {
    const unknown = { providerProductId: 'prod_unknown', providerPriceId: 'price_unknown' }
    expect(await reasonOf(provider.deactivateProduct(unknown))).toBe('provider_unknown_id')
    expect(await reasonOf(provider.updateProduct({ ...aProduct(), ...unknown }))).toBe('provider_unknown_id')
  })
})
