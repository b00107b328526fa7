import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderSums } from '#app/account/orders/order-sums.tsx'

const SUMS = { itemsGrosze: 11_900, shippingGrosze: 1_299, totalGrosze: 13_199 }

test('what went back stands under the sum', () => {
  render(<OrderSums {...SUMS} refundedGrosze={1_000} />)
  expect(screen.getByText('Zwrócono').parentElement?.textContent).toMatch(/^Zwrócono[-−]10,00\szł$/)
})

test('where nothing went back nothing is said of it', () => {
  render(<OrderSums {...SUMS} />)
  expect(screen.queryByText('Zwrócono')).toBeNull()
})
