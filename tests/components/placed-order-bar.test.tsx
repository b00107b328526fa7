import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { dismissPlaced, readPlaced, tellPlaced } from '#app/checkout/placed-order-news.ts'
import { writeOrders } from '#app/checkout/unpaid/unpaid-order-store.ts'
import { findWaitingOrder, holdAgain } from '#app/checkout/unpaid/unpaid-orders.ts'
import PlacedOrderBar from '#app/shell/placed-order-bar.tsx'

const ORDER_ID = '12442231-0000-4000-8000-000012442231'
const LEFT_AT = new Date('2026-11-24T13:43:00Z').getTime()

afterEach(() => {
  dismissPlaced()
  writeOrders([])
  vi.useRealTimers()
})

const show = (path = '/sklep') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <PlacedOrderBar version={1} />
    </MemoryRouter>,
  )

const placed = {
  numbers: ['12345678'],
  delivery: 'locker',
  totalGrosze: 11_599,
  isPaid: false,
  path: '/panel-klienta',
  arrival: '2026-11-26',
} as const
const tell = (more: { delivery?: 'courier'; isPaid?: boolean; path?: string; arrival?: null } = {}) =>
  tellPlaced({ ...placed, numbers: [...placed.numbers], ...more })

function leaveToPay(more: { wait?: 'ended'; returned?: null; totalGrosze?: null } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: LEFT_AT + 60_000 })
  const order = { orderId: ORDER_ID, sessionId: 'cs_test_1', cart: [], products: [], totalGrosze: 13_199 }
  writeOrders([{ ...order, at: LEFT_AT, link: null, returned: [], wait: 'open', ...more }])
}

/** The text of the bar with plain spaces. */
const said = () => screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ')

test('a just placed order is shown with number, sum and day until the bar is closed', async () => {
  tell()
  show()
  expect(said()).toBe('Zamówienie 12345678 przyjęte · 115,99 zł przy odbiorze · w paczkomacie zwykle w czwartek 26.11')
  expect(screen.getByRole('link', { name: 'Zobacz zamówienie' }).getAttribute('href')).toBe('/panel-klienta')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Zamknij pasek zamówienia' }))
  expect(readPlaced()).toBeNull()
})

test('an unpaid order says until when it waits, comes first and leads to paying', () => {
  tell({ delivery: 'courier' })
  leaveToPay()
  show()
  expect(said()).toBe('Zamówienie 12442231 czeka na zapłatę do 15:13 · 131,99 zł')
  expect(screen.getByRole('link', { name: 'Dokończ płatność' }).getAttribute('href')).toBe(
    `/payment-cancel?order=${ORDER_ID}`,
  )
  expect(findWaitingOrder(LEFT_AT + 31 * 60_000)).toBeNull()
})

test('an order paid by a buyer without an account leads to its link', () => {
  tell({ isPaid: true, path: '/zamowienie#TOKEN' })
  show()
  expect(said()).toContain('115,99 zł opłacone')
  expect(screen.getByRole('link', { name: 'Zobacz zamówienie' }).getAttribute('href')).toBe('/zamowienie#TOKEN')
})

test('opening the payment page again does not prolong the time that the order waits', () => {
  leaveToPay()
  holdAgain({ orderId: ORDER_ID, sessionId: 'cs_test_1' }, null)
  expect(findWaitingOrder(LEFT_AT)?.until).toEqual(new Date(LEFT_AT + 30 * 60_000))
})

test('unknown data of an order are left out', () => {
  tell({ arrival: null })
  const { unmount } = show()
  expect(said()).toBe('Zamówienie 12345678 przyjęte · 115,99 zł przy odbiorze')
  unmount()
  leaveToPay({ totalGrosze: null })
  show()
  expect(said()).toBe('Zamówienie 12442231 czeka na zapłatę do 15:13')
})

test.each([
  ['is on the payment page still', { returned: null }],
  ['was not paid and is over', { wait: 'ended' }],
] as const)('an order that %s is not mentioned', (_, more) => {
  leaveToPay(more)
  const { container } = show()
  expect(container.textContent).toBe('')
})

test('pages that show the order themselves have no bar', () => {
  tell()
  const { container } = show('/payment-cancel')
  expect(container.textContent).toBe('')
})
