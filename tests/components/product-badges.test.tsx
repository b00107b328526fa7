import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductBadges } from '#app/catalog/product-picture.tsx'
import { listBadges } from '#domain/catalog/product.ts'
import { aCard } from './shop-answers.ts'

test('a sold-out product has two badges at the top of its picture, and the sold-out mark at the bottom', () => {
  render(<ProductBadges badges={['ZAMIENNIK', '+GRATIS', 'WYPRZEDANE']} className="inset-2" />)
  const badges = screen.getAllByRole('listitem')
  expect(badges.map(({ textContent }) => textContent)).toEqual(['ZAMIENNIK', '+GRATIS', 'WYPRZEDANE'])
  expect(badges.map(({ className }) => /\bbottom-0\b/.test(className))).toEqual([false, false, true])
  expect(screen.getByRole('list', { name: 'Oznaczenia' }).className).not.toContain('flex-wrap')
})

test('a sample is marked as one over its picture, above the sold-out mark', () => {
  const sample = { ...aCard('Layali Zahran', 990), kind: 'sample' as const, out_of_stock: true }
  const { container } = render(<ProductBadges badges={listBadges(sample, null)} className="inset-2" />)
  const [mark, soldOut] = screen.getAllByRole('listitem')
  expect([mark?.textContent, soldOut?.textContent]).toEqual(['PRÓBKA', 'WYPRZEDANE'])
  expect(mark?.className).not.toMatch(/\bbottom-0\b/)
  expect(container.querySelectorAll('svg')).toHaveLength(1)
  expect(listBadges(aCard('Layali Zahran', 11_900), null)).not.toContain('PRÓBKA')
})
