import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Paid } from '#app/payment-result/paid.tsx'

const USER = { id: 'b0000000-0000-4000-8000-000000000000', email: 'inna@example.test', role: 'customer' }
const STATUS = {
  state: 'paid',
  orderNumber: '12345678',
  totalGrosze: 11_900,
  shippingMethod: 'prepaid_locker',
  signedIn: false,
} as const

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page of an order that its buyer paid for, in front of the panel. */
function openPaid(sessionId: string) {
  vi.stubGlobal('fetch', async () => Response.json({ user: USER, expires_at: null }))
  vi.useFakeTimers()
  render(
    <MemoryRouter initialEntries={['/payment-success']}>
      <Routes>
        <Route
          path="/payment-success"
          element={<Paid sessionId={sessionId} status={{ ...STATUS, signedIn: true }} />}
        />
        <Route path="/panel-klienta" element={<p>Panel</p>} />
      </Routes>
    </MemoryRouter>,
  )
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('leads on to the panel after ten seconds', async () => {
  openPaid('cs_test_2')
  await pass(9_000)
  expect(screen.queryByText('Panel')).toBeNull()
  await pass(2_000)
  screen.getByText('Panel')
})

test('stays for a visitor who touches a key', async () => {
  openPaid('cs_test_3')
  await pass(5_000)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  await pass(20_000)
  expect(screen.queryByText('Panel')).toBeNull()
  expect(screen.getAllByText('Zostajesz na tej stronie.')).not.toHaveLength(0)
})

test('signed in with another account than the buyer’s: leads to its panel, and says that the order is not there', async () => {
  const posted: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') posted.push(path)
    return Response.json({ user: USER, expires_at: null })
  })
  render(
    <MemoryRouter>
      <Paid sessionId="cs_test_1" status={STATUS} />
    </MemoryRouter>,
  )
  await screen.findByText(/^To zamówienie należy do innego konta/)
  expect(screen.getByRole('link', { name: 'Przejdź do panelu klienta' }).getAttribute('href')).toBe('/panel-klienta')
  expect(screen.getAllByText(/otworzymy panel klienta/)).not.toHaveLength(0)
  expect(screen.queryByText(/znajdziesz je też w panelu klienta/)).toBeNull()
  expect(posted).toEqual([])
})
