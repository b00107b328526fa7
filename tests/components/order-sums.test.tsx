import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderSumLines } from '#app/panel/orders/order-sums.tsx'

const SUMS = { itemsGrosze: 11_900, shippingGrosze: 1_299, totalGrosze: 13_199 }

test('a code is a line of its own, between the products and the paid sum', () => {
  const discount = { code: 'LATO10', grosze: 1_230 }
  const { container, rerender } = render(<OrderSumLines {...SUMS} discount={discount} />)
  const lines = () =>
    [...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(lines()).toEqual(['Produkty131,30 zł', 'Kod LATO10-12,30 zł', 'Dostawa12,99 zł', 'Razem131,99 zł'])
  rerender(<OrderSumLines {...SUMS} discount={{ code: 'DOSTAWA', grosze: 0 }} />)
  expect(lines()[1]).toBe('Kod DOSTAWA: darmowa dostawa0,00 zł')
})

test('refunds are shown under the sum', () => {
  render(<OrderSumLines discount={null} {...SUMS} refundedGrosze={1_000} />)
  expect(screen.getByText('Zwrócono').parentElement?.textContent).toMatch(/^Zwrócono[-−]10,00\szł$/)
})

test('without refunds nothing is shown under the sum', () => {
  render(<OrderSumLines discount={null} {...SUMS} />)
  expect(screen.queryByText('Zwrócono')).toBeNull()
})

test('a refund that did not arrive is shown under the sums', () => {
  render(<OrderSumLines discount={null} {...SUMS} unmadeRefundGrosze={1_000} />)
  const told = screen.getByText(/nie doszedł/).textContent?.replaceAll(/\s/g, ' ')
  expect(told).toBe('Zwrot 10,00 zł nie doszedł: bank go nie przyjął. Oddamy te pieniądze jeszcze raz.')
})
