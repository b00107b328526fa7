import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderBody } from '#app/checkout/submit-order.ts'

/** What this tab remembers; it outlives a reload and a sign-out. */
const remembered = new Map<string, string>()
let answers: (() => Response)[] = []
const keys: string[] = []

const body: OrderBody = {
  items: [{ id: 'p', name: 'Perfumy', price: 119.9, quantity: 1 }],
  shippingCost: 19.99,
  customerData: {
    email: 'anna@example.test',
    shippingMethod: 'cash_on_delivery_courier',
    firstName: 'Anna',
    lastName: 'Kowalska',
    phone: '600 100 200',
    street: 'Prosta',
    houseNumber: '1',
    city: 'Łódź',
    postalCode: '90-001',
  },
}
const otherBody: OrderBody = { ...body, shippingCost: 16.99 }
const receipt = { orderId: 'o', orderIds: ['o'], checkoutId: 'c', total: 139.89, totalGrosze: 13_989 }

beforeEach(() => {
  remembered.clear()
  keys.length = 0
  vi.resetModules()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => remembered.get(key) ?? null,
      setItem: (key: string, value: string) => void remembered.set(key, value),
      removeItem: (key: string) => void remembered.delete(key),
    },
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

test('nothing a person typed stays behind in the tab', async () => {
  answers = []
  vi.spyOn(console, 'warn').mockReturnValue()
  const { submitOrder } = await openTab()
  expect(await submitOrder(body)).toEqual({ kind: 'failed', message: '' })
  expect([...remembered.values()].join()).toMatch(/^[\da-f]{32}$/)
})

test('after too many attempts the shop’s sentence is shown, and the next press is still the same attempt', async () => {
  const sentence = 'Zbyt wiele prób. Spróbuj ponownie za 3 min.'
  answers = [refused(429, 'too_many_attempts', sentence), () => Response.json(receipt)]
  const { submitOrder } = await openTab()
  expect(await submitOrder(body)).toEqual({ kind: 'failed', message: sentence })
  expect(await submitOrder(otherBody)).toEqual({ kind: 'placed', order: receipt })
  expect(keys[0]).toBe(keys[1])
  expect(remembered.size).toBe(0)
})

test('order attempt: survives a reload, and ends with the answer of the shop', async () => {
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
