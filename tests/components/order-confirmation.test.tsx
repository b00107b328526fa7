import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OrderConfirmation } from '#app/checkout/order-placed.tsx'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { KNOWN_COSTS, LOCKER } from './shop-answers.ts'

/** Time until an unread confirmation closes, ms. */
const CLOSES_AFTER_MS = 2500

const ORDER_ID = '12442231-0000-4000-8000-000012442231'
const ORDER = {
  orderId: ORDER_ID,
  orderIds: [ORDER_ID],
  checkoutId: 'c',
  total: 135.99,
  totalGrosze: 13_599,
  discount: { code: 'LATO10', grosze: 1_230 },
  samples: ['Próbka w prezencie: Bakhur Mirzan'],
  gift: { name: 'Mini flakon', pieces: 2 },
  orderLink: 'https://perfumy.example.test/zamowienie#t',
}

beforeEach(() => {
  // Tuesday, 10:00 in Warsaw.
  vi.useFakeTimers({ now: new Date('2026-11-24T09:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  queryClient.setQueryData(shippingCostsQuery.queryKey, KNOWN_COSTS)
  vi.stubGlobal('fetch', async () => Response.json(KNOWN_COSTS))
})
afterEach(() => {
  // First, because mounted components would call the shop again.
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** An order button, clicked or pressed by keyboard, and the confirmation that replaces it. */
function Ordering({ onClose }: { onClose: () => void }) {
  const [isPlaced, setPlaced] = useState(false)
  if (!isPlaced) {
    return (
      <button type="button" onClick={() => setPlaced(true)}>
        Zamawiam
      </button>
    )
  }
  return (
    <OrderConfirmation
      order={ORDER}
      email="anna@example.test"
      hasAccount
      path="/panel-klienta"
      delivery="locker"
      locker={LOCKER}
      onClose={onClose}
    />
  )
}

function order(by: 'pointer' | 'keyboard') {
  const onClose = vi.fn()
  render(
    <MemoryRouter>
      <Ordering onClose={onClose} />
    </MemoryRouter>,
  )
  const button = screen.getByRole('button', { name: 'Zamawiam' })
  // jsdom has no heuristics for focus rings, so this imitates browsers after a key press.
  const matches = Element.prototype.matches
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible'
      ? by === 'keyboard' && this === document.activeElement
      : matches.call(this, selector)
  })
  act(() => button.click())
  return onClose
}

const sum = () => screen.getByText('Do zapłaty przy odbiorze')
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('confirmation: shows number, sum, free gift, locker, day, and the address of the confirmation mail', () => {
  order('pointer')
  const shown = screen.getByRole('region', { name: 'Dziękujemy za zamówienie' })
  const facts = [...shown.querySelectorAll('dt')].map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(Object.fromEntries(facts)).toEqual({
    'Numer zamówienia': '12442231',
    'Do zapłaty przy odbiorze': '135,99\u00a0zł',
    'Kod LATO10': '−12,30\u00a0zł',
    Paczkomat: 'DEMO-KRK-006ul. Miodowa 6, 31-009 Kraków',
    '+GRATIS: Mini flakon': '2 × 0,00\u00a0zł',
    'Próbka w prezencie: Bakhur Mirzan': '1 × 0,00\u00a0zł',
  })
  expect(shown.textContent).toContain('Potwierdzenie wysyłamy e-mailem na adres anna@example.test.')
  expect(shown.textContent).toMatch(/Nadamy\swe\swtorek\s24\.11, w\spaczkomacie zwykle\sw\sśrodę\s25\.11\./)
  screen.getByRole('link', { name: 'Zobacz zamówienie' })
})

test('confirmation unread: closes after 2.5 s', () => {
  const onClose = order('pointer')
  expect(document.activeElement?.textContent).toBe('Dziękujemy za zamówienie')
  wait(CLOSES_AFTER_MS - 1)
  expect(onClose).not.toHaveBeenCalled()
  wait(1)
  expect(onClose).toHaveBeenCalledOnce()
})

test('confirmation under a moving pointer: stays, and closes once the pointer has left', () => {
  const onClose = order('pointer')
  fireEvent.pointerMove(sum())
  wait(CLOSES_AFTER_MS * 10)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerLeave(screen.getByRole('region'))
  wait(CLOSES_AFTER_MS)
  expect(onClose).toHaveBeenCalledOnce()
})

test('confirmation of an order by the keyboard: stays, because the focus on its heading counts as reading', () => {
  const onClose = order('keyboard')
  wait(CLOSES_AFTER_MS * 10)
  expect(onClose).not.toHaveBeenCalled()
})

test('confirmation reached by the keyboard: stays', () => {
  const onClose = order('pointer')
  act(() => screen.getByRole('link', { name: 'Zobacz zamówienie' }).focus())
  wait(CLOSES_AFTER_MS * 10)
  expect(onClose).not.toHaveBeenCalled()
})

test('confirmation touched: stays until it is closed', () => {
  const onClose = order('pointer')
  fireEvent.pointerDown(sum(), { pointerType: 'touch' })
  wait(CLOSES_AFTER_MS * 10)
  expect(onClose).not.toHaveBeenCalled()
})

test('confirmation after “Zostań na tej stronie”: stays until it is closed, with the focus on its heading', () => {
  const onClose = order('pointer')
  fireEvent.click(screen.getByRole('button', { name: 'Zostań na tej stronie' }))
  expect(document.activeElement?.textContent).toBe('Dziękujemy za zamówienie')
  wait(CLOSES_AFTER_MS * 10)
  expect(onClose).not.toHaveBeenCalled()
})
