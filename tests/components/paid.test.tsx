import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Paid } from '#app/payment-result/paid.tsx'

const USER = { id: 'b0000000-0000-4000-8000-000000000000', email: 'inna@example.test', role: 'customer' }
const STATUS = {
  state: 'paid',
  orderNumber: '12345678',
  totalGrosze: 11_900,
  shippingMethod: 'prepaid_locker',
  signedIn: false,
  orderLink: null,
} as const

afterEach(() => vi.unstubAllGlobals())

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
