import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderSums } from '#app/account/orders/order-sums.tsx'

const SUMS = { itemsGrosze: 11_900, shippingGrosze: 1_299, totalGrosze: 13_199 }

test('refunds are shown under the sum', () => {
  render(<OrderSums {...SUMS} refundedGrosze={1_000} />)
  expect(screen.getByText('Zwrócono').parentElement?.textContent).toMatch(/^Zwrócono[-−]10,00\szł$/)
})

test('without refunds nothing is shown under the sum', () => {
  render(<OrderSums {...SUMS} />)
  expect(screen.queryByText('Zwrócono')).toBeNull()
})
