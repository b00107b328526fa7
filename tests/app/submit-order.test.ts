import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CheckoutBody, PrepaidOrderBody } from '#app/checkout/order-body.ts'

/** The storage of this tab, which survives a reload and a sign-out. */
const remembered = new Map<string, string>()
/** The storage that all tabs share. */
const shared = new Map<string, string>()
let answers: (() => Response | Promise<Response>)[] = []
const keys: string[] = []

const recipient = {
  firstName: 'Anna',
  lastName: 'Kowalska',
  phone: '600 100 200',
  street: 'Prosta',
  houseNumber: '1',
  city: 'Łódź',
  postalCode: '90-001',
}
const body = {
  items: [{ id: 'p', name: 'Perfumy', price: 119.9, quantity: 1 }],
  shippingCost: 19.99,
  customerData: { email: 'anna@example.test', shippingMethod: 'cash_on_delivery_courier', ...recipient },
} satisfies CheckoutBody
const otherBody: CheckoutBody = { ...body, shippingCost: 16.99 }
const receipt = { orderId: 'o', orderIds: ['o'], checkoutId: 'c', total: 139.89, totalGrosze: 13_989 }

const area = (map: Map<string, string>) => ({
  getItem: (key: string) => map.get(key) ?? null,
  setItem: (key: string, value: string) => void map.set(key, value),
  removeItem: (key: string) => void map.delete(key),
})

beforeEach(() => {
  remembered.clear()
  shared.clear()
  keys.length = 0
  vi.resetModules()
  vi.stubGlobal('window', {
    localStorage: area(shared),
    sessionStorage: area(remembered),
  })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key') ?? '')
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const openTab = () => import('#app/checkout/submit-order.ts')
const refused = (status: number, code: string, message: string) => () =>
  Response.json({ error: { code, message } }, { status })

test('order attempt: nothing that a person typed is stored in the tab', async () => {
  answers = []
  vi.spyOn(console, 'warn').mockReturnValue()
  const { submitOrder } = await openTab()
  expect(await submitOrder(body)).toEqual({ kind: 'unreachable' })
  expect([...remembered.values()].join()).toMatch(/^[\da-f]{32}$/)
})

test('after too many attempts the shop’s sentence is shown, and the next press keeps the same key', async () => {
  const sentence = 'Zbyt wiele prób. Spróbuj ponownie za 3 min.'
  answers = [refused(429, 'too_many_attempts', sentence), () => Response.json(receipt)]
  const { submitOrder } = await openTab()
  expect(await submitOrder(body)).toEqual({ kind: 'failed', message: sentence })
  expect(await submitOrder(otherBody)).toEqual({ kind: 'placed', order: receipt })
  expect(keys[0]).toBe(keys[1])
  expect(remembered.size).toBe(0)
})

test('order attempt: its key survives a reload, and ends with the answer of the shop', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  answers = []
  const { submitOrder } = await openTab()
  await submitOrder(body)
  vi.resetModules()
  const reloaded = await openTab()
  answers = [refused(409, 'idempotency_conflict', 'x'), () => Response.json(receipt)]
  expect(await reloaded.submitOrder(otherBody)).toMatchObject({ kind: 'failed', message: /już przyjęte/ })
  await reloaded.submitOrder(otherBody)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

/** A tab of its own: its storage and its modules, next to the shared storage. */
async function openOtherTab() {
  const ofTab = new Map<string, string>()
  vi.stubGlobal('window', { localStorage: area(shared), sessionStorage: area(ofTab) })
  vi.resetModules()
  return openTab()
}

test('the same cart ordered in two tabs at once is one order; ordered again later it is another one', async () => {
  const { applyToCart } = await import('#app/cart/cart-store.ts')
  const item = { id: 'p', name: 'Perfumy', brand_name: 'Marka', image_url: null, price: 119.9, quantity: 1 }
  applyToCart({ type: 'add', item })
  const [one, other] = [await openOtherTab(), await openOtherTab()]
  answers = Array.from({ length: 4 }, () => () => Response.json(receipt))
  await Promise.all([one.submitOrder(body), other.submitOrder(body)])
  expect(keys[1]).toBe(keys[0])
  await other.submitOrder(body)
  expect(keys[2]).not.toBe(keys[0])
  // A product ordered in its dialog is another order, whatever the cart contains.
  const { items: _, ...recipientAndCost } = body
  const product = { name: 'Perfumy', price: 119.9, brand_name: 'Marka', quantity: 1 }
  await one.submitOrder({ ...recipientAndCost, productId: 'p', productData: product })
  expect(new Set(keys).size).toBe(3)
})

const prepaid: PrepaidOrderBody = {
  items: [{ id: 'p', name: 'Perfumy', brand_name: 'Marka', image_url: null, price: 11_990, quantity: 1 }],
  email: 'anna@example.test',
  shippingMethod: 'prepaid_courier',
  shippingCost: 15.99,
  customerData: { ...recipient },
}
const started = { url: 'https://pay.example.test/1', orderId: 'o', sessionId: 's', checkoutId: 'c' }
const toPay = { kind: 'to_pay', payment: { url: started.url, orderId: 'o', sessionId: 's' } }

test.each([1, 2])('different prepaid products in two tabs at once are two orders; with %i pieces', async (quantity) => {
  const { promise: isSecondSent, resolve } = Promise.withResolvers<void>()
  answers = [() => isSecondSent.then(() => Response.json(started)), () => Response.json(started)]
  const one = (await openOtherTab()).submitPrepaidOrder(prepaid)
  await vi.waitFor(() => expect(keys).toHaveLength(1))
  const id = quantity === 1 ? 'q' : 'p'
  const ofOther = { ...prepaid, items: prepaid.items.map((item) => ({ ...item, id, quantity })) }
  const other = (await openOtherTab()).submitPrepaidOrder(ofOther)
  await vi.waitFor(() => expect(keys).toHaveLength(2))
  resolve()
  await Promise.all([one, other])
  expect(keys[1]).not.toBe(keys[0])
})

test('prepaid: repeating the order keeps its key until it is paid, a changed order has a new one', async () => {
  const { submitPrepaidOrder } = await openTab()
  answers = [() => Response.json(started), () => Response.json(started)]
  expect(await submitPrepaidOrder(prepaid)).toEqual(toPay)
  expect(await submitPrepaidOrder(prepaid)).toEqual(toPay)
  expect(keys[1]).toBe(keys[0])

  answers = [refused(409, 'idempotency_conflict', 'x'), () => Response.json(started)]
  expect(await submitPrepaidOrder({ ...prepaid, shippingCost: 12.99 })).toEqual(toPay)
  expect(keys[2]).toBe(keys[0])
  expect(keys[3]).not.toBe(keys[0])

  answers = [refused(409, 'order_already_paid', 'To zamówienie jest już opłacone.'), () => Response.json(started)]
  expect(await submitPrepaidOrder(prepaid)).toMatchObject({ kind: 'payment_failed', message: /opłacone/ })
  await submitPrepaidOrder(prepaid)
  expect(keys[4]).toBe(keys[3])
  expect(keys[5]).not.toBe(keys[4])
})

test('prepaid: a retry after a lost answer has the same key, and never makes two orders', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const failed = vi.spyOn(console, 'error').mockReturnValue()
  answers = []
  const { submitPrepaidOrder, submitOrder } = await openTab()
  expect(await submitPrepaidOrder(prepaid)).toEqual({ kind: 'unreachable' })
  expect(failed).toHaveBeenCalledWith('Failed to create checkout session')
  answers = [refused(409, 'idempotency_conflict', 'x')]
  expect(await submitOrder(body)).toMatchObject({ kind: 'failed', message: /już przyjęte/ })
  expect(keys[1]).toBe(keys[0])
})

test('prepaid: after a failed provider the next press continues the order; paying on delivery is a new one', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { submitPrepaidOrder, submitOrder } = await openTab()
  answers = [refused(503, 'payment_session_failed', 'Spróbuj ponownie.'), () => Response.json(started)]
  expect(await submitPrepaidOrder(prepaid)).toEqual({ kind: 'payment_failed', message: 'Spróbuj ponownie.' })
  expect(await submitPrepaidOrder(prepaid)).toEqual(toPay)
  expect(keys[1]).toBe(keys[0])
  answers = [() => Response.json(receipt)]
  expect(await submitOrder(body)).toMatchObject({ kind: 'placed' })
  expect(keys[2]).not.toBe(keys[0])
})

test.each([undefined, '', 'javascript:alert(1)'])('paid ahead: %j is no page to go to', async (url) => {
  const failed = vi.spyOn(console, 'error').mockReturnValue()
  const { submitPrepaidOrder } = await openTab()
  answers = [() => Response.json({ ...started, url })]
  expect(await submitPrepaidOrder(prepaid)).toEqual({ kind: 'payment_failed', message: '' })
  expect(failed).toHaveBeenCalledWith('No checkout URL received')
})
