import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ToastOptions } from '#app/ui/toast.ts'
import type { CartItem } from '#domain/cart/cart.ts'
import type { PaymentState } from '#domain/payments/payment-status.ts'

/** The storage of the browser, shared by its tabs. */
const stored = new Map<string, string>()
const ofTab = new Map<string, string>()
const toasts: ToastOptions[] = []
/** The shop's answer about each payment session; null: the shop is unreachable. */
const states = new Map<string, PaymentState | null>()
const asked: string[] = []
const givenUp: string[] = []

const area = (map: Map<string, string>) => ({
  getItem: (key: string) => map.get(key) ?? null,
  setItem: (key: string, value: string) => void map.set(key, value),
  removeItem: (key: string) => void map.delete(key),
})

beforeEach(() => {
  for (const map of [stored, ofTab, states]) map.clear()
  toasts.length = 0
  asked.length = 0
  givenUp.length = 0
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('window', { localStorage: area(stored), sessionStorage: area(ofTab) })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/give-up')) {
      givenUp.push(address)
      const paid = { error: { code: 'order_already_paid', message: 'To zamówienie jest już opłacone.' } }
      return states.get('s') === 'paid' ? Response.json(paid, { status: 409 }) : Response.json({ ok: true })
    }
    const session = new URL(address, 'http://localhost').searchParams.get('session_id') ?? ''
    asked.push(session)
    const state = states.get(session) ?? 'checking'
    if (states.get(session) === null) throw new TypeError('Failed to fetch')
    return Response.json({ state, orderNumber: '12345678', totalGrosze: 1, signedIn: false })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens a tab of the shop with its own module instances. */
async function openTab() {
  vi.resetModules()
  const tab = await import('#app/checkout/unpaid/unpaid-orders.ts')
  const { attachToaster } = await import('#app/ui/toast.ts')
  attachToaster((command) => {
    if (command.do === 'show') toasts.push(command.options)
  })
  return tab
}

const item = (id: string, quantity = 1): CartItem => ({
  id,
  name: `Perfumy ${id}`,
  price: 99,
  quantity,
  image_url: null,
  brand_name: 'Marka',
})
const fillCart = (...items: CartItem[]) => stored.set('cart_items', JSON.stringify(items))
const cart = () =>
  JSON.parse(stored.get('cart_items') ?? '[]').map(({ id, quantity }: CartItem) => `${id} × ${quantity}`)
const payment = (name: string) => ({ url: 'https://pay.example.test', orderId: `order-${name}`, sessionId: name })

const held = (cart: CartItem[]) => ({ cart, products: cart.map(({ id }) => id), totalGrosze: 12_900 })

async function leaveWith(...items: CartItem[]) {
  fillCart(...items)
  const tab = await openTab()
  tab.holdCart(payment('s'), held(items))
  expect(cart()).toEqual([])
  expect(toasts).toEqual([])
}

test('leaving to pay empties the cart silently, and returning without a payment restores it', async () => {
  await leaveWith(item('a', 2), item('b'))
  const back = await openTab()
  await back.checkUnpaidOrders()
  expect(cart()).toEqual(['a × 2', 'b × 1'])
  expect(toasts).toMatchObject([
    { title: 'Zamówienie czeka na płatność', description: 'Produkty są znów w koszyku.', action: { label: /Dokończ/ } },
  ])
  await back.checkUnpaidOrders()
  expect(toasts).toHaveLength(1)
  expect(back.findWaitingOrder(Date.now())).toMatchObject({ orderId: 'order-s', totalGrosze: 1 })
})

test('a restored cart is emptied when its order is paid after all, except items added since', async () => {
  await leaveWith(item('a', 2), item('b'))
  const back = await openTab()
  await back.checkUnpaidOrders()
  fillCart(item('a', 3), item('b'), item('c'))
  back.notePayment('s', 'paid')
  expect(cart()).toEqual(['a × 1', 'c × 1'])
  expect(stored.has('unpaid_orders')).toBe(false)
})

test('once the order is paid the copy is deleted, with the typed data, its code and the key of the attempt', async () => {
  await leaveWith(item('a'))
  ofTab.set('checkout_form', '{}').set('unpaid_attempt', 'f'.repeat(32)).set('discount_code', 'LATO10')
  states.set('s', 'paid')
  const back = await openTab()
  back.notePayment('s', 'paid')
  await back.checkUnpaidOrders()
  expect(cart()).toEqual([])
  expect([...ofTab.keys()]).toEqual([])
  expect(asked).toEqual([])
})

test('when another tab notices the payment first, nothing is restored and no toast is shown', async () => {
  await leaveWith(item('a'))
  states.set('s', 'paid')
  await (await openTab()).checkUnpaidOrders()
  expect(cart()).toEqual([])
  expect(toasts).toEqual([])
  expect(stored.has('unpaid_orders')).toBe(false)
})

test('while a payment waits for its confirmation the cart stays empty, and is restored when it failed', async () => {
  await leaveWith(item('a'))
  const back = await openTab()
  expect(back.notePayment('s', 'checking')).toBe(false)
  await back.checkUnpaidOrders()
  expect(cart()).toEqual([])
  states.set('s', 'not_paid')
  await (await openTab()).checkUnpaidOrders()
  expect(cart()).toEqual(['a × 1'])
})

test('without an answer of the shop the cart is restored as well', async () => {
  await leaveWith(item('a'))
  states.set('s', null)
  await (await openTab()).checkUnpaidOrders()
  expect(cart()).toEqual(['a × 1'])
})

test('a product that is in the cart again stays as it is', async () => {
  await leaveWith(item('a', 2), item('b'))
  fillCart(item('b', 5))
  const back = await openTab()
  expect(back.returnCart('order-s')).toBe(true)
  expect(cart()).toEqual(['a × 2', 'b × 5'])
  back.notePayment('s', 'paid')
  expect(cart()).toEqual(['b × 5'])
})

test('an order of the product dialog never changes the cart', async () => {
  fillCart(item('a'))
  const tab = await openTab()
  tab.holdCart(payment('s'), { ...held([]), products: ['b'] })
  expect(cart()).toEqual(['a × 1'])
  states.set('s', 'not_paid')
  await tab.checkUnpaidOrders()
  expect(cart()).toEqual(['a × 1'])
  expect(toasts).toMatchObject([{ title: 'Zamówienie czeka na płatność', description: undefined }])
})

test('an order that failed and was paid by another attempt takes its products out of the cart', async () => {
  await leaveWith(item('a'))
  const back = await openTab()
  expect(back.notePayment('s', 'not_paid')).toBe(true)
  expect(cart()).toEqual(['a × 1'])
  back.holdAgain({ ...payment('t'), orderId: 'order-s' }, null)
  expect(back.findUnpaid({ orderId: 'order-s' })?.sessionId).toBe('t')
  back.notePayment('t', 'paid')
  expect(cart()).toEqual([])
})

test('a browser that cannot store the copy keeps its cart', async () => {
  fillCart(item('a'))
  const tab = await openTab()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('window', {
    sessionStorage: area(ofTab),
    localStorage: {
      ...area(stored),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    },
  })
  tab.holdCart(payment('s'), held([item('a')]))
  expect(cart()).toEqual(['a × 1'])
})

test('an order that was paid by its link is paid by its link again, without a session', async () => {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    sent.push([address, body && JSON.parse(body)])
    return Response.json(payment('t'))
  })
  const tab = await openTab()
  tab.holdAgain(payment('s'), 'SECRET')
  await tab.beginPayment('order-s')
  tab.holdAgain({ ...payment('t'), orderId: 'order-s' }, null)
  await tab.beginPayment('order-s')
  await tab.beginPayment('order-u')
  const byLink = ['/api/order-link/pay', { token: 'SECRET' }]
  expect(sent).toEqual([byLink, byLink, ['/api/orders/order-u/pay', undefined]])
})

test('two unpaid orders are distinguished, and invalid stored entries are left out', async () => {
  stored.set('unpaid_orders', '[{"orderId":1},null,"x"]')
  await leaveWith(item('a'))
  fillCart(item('b'))
  const tab = await openTab()
  tab.holdCart(payment('t'), held([item('b')]))
  states.set('s', 'not_paid').set('t', 'paid')
  await tab.checkUnpaidOrders()
  expect(cart()).toEqual(['a × 1'])
})

test('an order that replaces an unpaid one gives that one up first, a different order does not', async () => {
  await leaveWith(item('a'), item('b'))
  const back = await openTab()
  await back.checkUnpaidOrders()
  expect(await back.giveUpReplaced(['a', 'c'])).toBeNull()
  expect(givenUp).toEqual([])
  expect(await back.giveUpReplaced(['c', 'b', 'a'])).toBeNull()
  expect(givenUp).toEqual(['/api/orders/order-s/give-up'])
  expect(stored.has('unpaid_orders')).toBe(false)
  expect(cart()).toEqual(['a × 1', 'b × 1'])
})

test('an unpaid order that turns out to be paid is not ordered again', async () => {
  await leaveWith(item('a'))
  const back = await openTab()
  await back.checkUnpaidOrders()
  states.set('s', 'paid')
  expect(await back.giveUpReplaced(['a'])).toBe('To zamówienie jest już opłacone.')
  expect(cart()).toEqual([])
})
