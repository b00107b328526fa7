import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LinkedOrder, OrderedProducts } from '#app/order-links/linked-order.tsx'
import type { LinkedCheckout } from '#domain/orders/order-links/linked-checkout.ts'

const ITEM = {
  product_name: 'Misk Fajri',
  brand_name: 'Perfumy Arabskie',
  facts: '50\u00a0ml',
  image_key: null,
  kind: 'bottle' as const,
  unit_price_grosze: 11_900,
  lowest_price_cents: null,
  quantity: 1,
}

/** An order of yesterday that is paid once more. */
const CHECKOUT: LinkedCheckout = {
  placed_at: '2026-11-30T08:00:00.000Z',
  orders: [{ number: '12345678', status: 'pending', items: [ITEM], gift: null }],
  items_grosze: 11_900,
  discount: null,
  shipping_grosze: 1_299,
  total_grosze: 13_199,
  refunded_grosze: 0,
  unmade_refund_grosze: 0,
  payment: { method: 'prepaid', state: 'open', due_grosze: null, payable: true, paused: false },
  delivery: { method: 'locker', place: 'DEMO-WAW-003' },
  expected: null,
  terms: null,
  facts: [],
  company_invoice: false,
  invoices: [],
  may_ask_invoice: false,
  contract: false,
  parcels: [],
  change: {
    version: 'v1',
    too_late: null,
    delivery: 'locker',
    numbers: ['12345678'],
    refund_grosze: 0,
    addition: null,
    receiver: null,
  },
  cases: [],
}

test('an order that is paid again holds its products from the beginning of this payment, not of the order', () => {
  render(<LinkedOrder checkout={CHECKOUT}>{null}</LinkedOrder>)
  expect(screen.getByText(/Produkty są odłożone przez 30 minut od rozpoczęcia płatności\./)).toBeDefined()
})

test('two sizes of one scent in an order are two lines', () => {
  const complain = vi.spyOn(console, 'error').mockReturnValue()
  const [order] = CHECKOUT.orders
  const items = [ITEM, { ...ITEM, facts: '100\u00a0ml' }]
  render(<OrderedProducts checkout={{ ...CHECKOUT, orders: order ? [{ ...order, items }] : [] }} />)
  expect(screen.getByText(/50\sml/)).toBeDefined()
  expect(screen.getByText(/100\sml/)).toBeDefined()
  expect(complain).not.toHaveBeenCalled()
})
