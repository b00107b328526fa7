import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import PaymentCancel from '#app/payment-result/cancel.tsx'
import { queryClient } from '#app/query-client.ts'

const ORDER_ID = '12442231-0000-4000-8000-000012442231'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

type Order = { orderId: string | null; heldUntil: string | null; state?: 'paid' | 'refunded' }

async function open(order: Order, title = 'Płatność anulowana') {
  vi.stubGlobal('fetch', async () => Response.json({ user: null, expires_at: null }))
  const loader = () => ({ state: 'checking', orderNumber: '12442231', totalGrosze: 13_199, ...order })
  const Page = createRoutesStub([
    { path: '/payment-cancel', Component: PaymentCancel, loader, HydrateFallback: () => null },
  ])
  render(<Page initialEntries={['/payment-cancel']} />)
  await screen.findByRole('heading', { name: title })
}

test('after giving up a payment the page says until when the products are held', async () => {
  await open({ orderId: ORDER_ID, heldUntil: '15:13' })
  screen.getByText('Twoja płatność została anulowana. Żadne środki nie zostały pobrane.')
  screen.getByText('Produkty z zamówienia są odłożone do 15:13.')
  screen.getByRole('button', { name: 'Zapłać jeszcze raz' })
  expect(screen.queryByText('Spróbuj ponownie')).toBeNull()
})

test('without an order nothing is held, and both buttons lead to the shop', async () => {
  await open({ orderId: null, heldUntil: null })
  expect(screen.queryByText(/odłożone do/)).toBeNull()
  screen.getByRole('link', { name: 'Spróbuj ponownie' })
  screen.getByRole('link', { name: 'Strona główna' })
})

test.for([
  ['paid', 'Zamówienie jest opłacone'],
  ['refunded', 'Zwracamy płatność'],
] as const)('for an order that is %s the page says so, and offers no payment', async ([state, title]) => {
  await open({ orderId: ORDER_ID, heldUntil: null, state }, title)
  expect(screen.queryByText(/anulowana/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Zapłać jeszcze raz' })).toBeNull()
})
