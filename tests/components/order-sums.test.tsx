import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderSumLines } from '#app/panel/orders/order-sums.tsx'

const SUMS = {
  items_grosze: 11_900,
  discount: null,
  shipping_grosze: 1_299,
  total_grosze: 13_199,
  refunded_grosze: 0,
  unmade_refund_grosze: 0,
}

test('a code is a line of its own, between the products and the paid sum', () => {
  const discount = { code: 'LATO10', grosze: 1_230 }
  const { container, rerender } = render(<OrderSumLines of={{ ...SUMS, discount }} />)
  const lines = () =>
    [...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(lines()).toEqual(['Produkty131,30 zł', 'Kod LATO10−12,30 zł', 'Dostawa12,99 zł', 'Razem131,99 zł'])
  rerender(<OrderSumLines of={{ ...SUMS, discount: { code: 'DOSTAWA', grosze: 0 } }} />)
  expect(lines()[1]).toBe('Kod DOSTAWA: darmowa dostawa0,00 zł')
})

test('refunds are shown under the sum', () => {
  render(<OrderSumLines of={{ ...SUMS, refunded_grosze: 1_000 }} />)
  expect(screen.getByText('Zwrócono').parentElement?.textContent).toMatch(/^Zwrócono[-−]10,00\szł$/)
})

test('without refunds nothing is shown under the sum', () => {
  render(<OrderSumLines of={SUMS} />)
  expect(screen.queryByText('Zwrócono')).toBeNull()
})

test('a refund that did not arrive is shown under the sums', () => {
  render(<OrderSumLines of={{ ...SUMS, unmade_refund_grosze: 1_000 }} />)
  const told = screen.getByText(/nie doszedł/).textContent?.replaceAll(/\s/g, ' ')
  expect(told).toBe('Zwrot 10,00 zł nie doszedł: bank go nie przyjął. Oddamy te pieniądze jeszcze raz.')
})
