import { render, screen } from '@testing-library/react'
import type { ComponentProps, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { OrderActionsBar } from '#app/admin/orders/order-actions-bar.tsx'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'

type Order = ComponentProps<typeof OrderActionsBar>['order']

const order = (shipment: ShipmentStatus, actions: Order['actions'], isPacked = false): Order => ({
  id: 'a0000000-0000-4000-8000-000000000000',
  checkout_id: 'b0000000-0000-4000-8000-000000000000',
  number: '12345678',
  status: 'pending',
  version: '1.1',
  actions,
  shipment: {
    id: '',
    status: shipment,
    label: '',
    is_archived: false,
    is_packed: isPacked,
    tracking_number: null,
    tracking_url: null,
  },
})

function show(element: ReactNode) {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

/** The labels of the primary buttons and links. */
const filled = () =>
  [...document.querySelectorAll('button, a')]
    .filter(({ classList }) => classList.contains('bg-night') || classList.contains('bg-wine'))
    .map(({ textContent }) => textContent)

test.each([
  ['created', false, 'Spakuj'],
  ['processing', true, 'Wyślij'],
  ['delivered', true, 'Oznacz jako opłacone'],
] as const)(
  'the filled button of an order whose shipment is %s, packed: %s, is its next step: %s',
  (status, isPacked, label) => {
    show(<OrderActionsBar order={order(status, { cancel: true, mark_paid: true, complete: true }, isPacked)} />)
    expect(filled()).toEqual([label])
    expect(screen.queryByRole('button', { name: 'Anuluj zamówienie' })).toBeNull()
  },
)

test.each([
  ['created', false, 'Spakuj', '/admin/pakowanie?parcel=b0000000-0000-4000-8000-000000000000'],
  ['processing', true, 'Wyślij', '/admin/pakowanie#paczka-b0000000-0000-4000-8000-000000000000'],
] as const)(
  'for an order whose shipment is %s, packed: %s, %s leads to its own parcel',
  (status, isPacked, label, to) => {
    show(<OrderActionsBar order={order(status, { cancel: true, mark_paid: false, complete: false }, isPacked)} />)
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
  },
)

test('the primary action of a paid order is to complete it', () => {
  show(<OrderActionsBar order={order('delivered', { cancel: true, mark_paid: false, complete: true })} />)
  expect(filled()).toEqual(['Zakończ'])
})
