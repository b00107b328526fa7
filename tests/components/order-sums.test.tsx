import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderSumLines } from '#app/panel/orders/order-sums.tsx'

const SUMS = { itemsGrosze: 11_900, shippingGrosze: 1_299, totalGrosze: 13_199 }

test('refunds are shown under the sum', () => {
  render(<OrderSumLines {...SUMS} refundedGrosze={1_000} />)
  expect(screen.getByText('Zwrócono').parentElement?.textContent).toMatch(/^Zwrócono[-−]10,00\szł$/)
})

test('without refunds nothing is shown under the sum', () => {
  render(<OrderSumLines {...SUMS} />)
  expect(screen.queryByText('Zwrócono')).toBeNull()
})

test('a refund that did not arrive is told under the sums', () => {
  render(<OrderSumLines {...SUMS} unmadeRefundGrosze={1_000} />)
  const told = screen.getByText(/nie doszedł/).textContent?.replaceAll(/\s/g, ' ')
  expect(told).toBe('Zwrot 10,00 zł nie doszedł: bank go nie przyjął. Oddamy te pieniądze jeszcze raz.')
})
