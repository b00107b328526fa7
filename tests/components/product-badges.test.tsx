import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductBadges } from '#app/catalog/product-picture.tsx'

test('a sold-out product has two badges at the top of its picture, and the sold-out mark at the bottom', () => {
  render(<ProductBadges badges={['ZAMIENNIK', '+GRATIS', 'WYPRZEDANE']} className="inset-2" />)
  const badges = screen.getAllByRole('listitem')
  expect(badges.map(({ textContent }) => textContent)).toEqual(['ZAMIENNIK', '+GRATIS', 'WYPRZEDANE'])
  expect(badges.map(({ className }) => /\bbottom-0\b/.test(className))).toEqual([false, false, true])
  expect(screen.getByRole('list', { name: 'Oznaczenia' }).className).not.toContain('flex-wrap')
})
