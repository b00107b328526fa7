import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { GuaranteeNotice } from '#app/product/guarantee-notice-card.tsx'
import { ProductSafety } from '#app/product/product-safety.tsx'
import { aCard, aProduct } from './shop-answers.ts'

const BARE = aProduct(aCard('Layali Zahran', 11_900))
const LABELLED = {
  ...BARE,
  producer: {
    name: 'Nur Perfumes LLC',
    address: 'Deira 5, Dubai',
    contact: 'https://nur.example/contact',
    responsible: { name: 'Nur Europe GmbH', address: 'Hauptstraße 1, Berlin', contact: 'safety@nur.example' },
  },
  product_code: '5901234123457',
  warnings: 'Produkt łatwopalny.',
  ingredients: 'Alcohol Denat., Parfum, Linalool, Limonene',
  allergens: ['Linalool', 'Limonene'],
  opened_months: 36,
  has_old_label: true,
}

test("'Bezpieczeństwo i skład' is closed, and shows everything once opened", async () => {
  render(<ProductSafety product={LABELLED} />)
  const part = screen.getByRole('group')
  expect(part).toHaveProperty('open', false)
  await userEvent.setup({ delay: null }).click(screen.getByRole('heading', { name: 'Bezpieczeństwo i skład' }))
  expect(part).toHaveProperty('open', true)
  const facts = within(part)
  expect(facts.getByText('Osoba odpowiedzialna w Unii').nextSibling?.textContent).toContain('Nur Europe GmbH')
  expect(facts.getByRole('link', { name: 'safety@nur.example' }).getAttribute('href')).toBe('mailto:safety@nur.example')
  expect(facts.getByRole('link', { name: /nur\.example\/contact/ }).getAttribute('href')).toBe(
    'https://nur.example/contact',
  )
  facts.getByText('Zawiera: Linalool, Limonene.')
  facts.getByText(/36 mies\. od otwarcia/)
  facts.getByText(/do 31\.07\.2028/)
})

test('a product without such data shows no empty section', () => {
  const { container } = render(<ProductSafety product={BARE} />)
  expect(container.textContent).toBe('')
})

test('the guarantee notice is a text with a QR code, or only the official file', () => {
  const { rerender } = render(<GuaranteeNotice official={null} />)
  screen.getByText('Gwarancja prawna: co najmniej 2 lata')
  expect(screen.getByRole('link').getAttribute('href')).toContain('europa.eu/youreurope')
  rerender(<GuaranteeNotice official={{ url: '/api/guarantee-notice/a', width: 1186, height: 1675 }} />)
  const picture = screen.getByRole('img', { name: /co najmniej 2 lata/ })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['1186', '1675'])
  expect(screen.queryByRole('link')).toBeNull()
})
