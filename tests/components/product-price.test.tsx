import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ProductCard } from '#app/catalog/product-card.tsx'
import { ProductSummary } from '#app/product/product-summary.tsx'
import { aCard } from './shop-answers.ts'

/** As a screen reader reads it: adjacent texts without a space are one word. */
const wordsAfter = (price: HTMLElement) => price.parentElement?.textContent?.replaceAll('\u00a0', ' ')

test('a card shows the price and, separately, the price of 100 ml', () => {
  const product = { ...aCard('Layali Zahran', 11_900), volume_ml: 50 }
  const Page = createRoutesStub([
    { path: '*', Component: () => <ProductCard product={product} sizes="100vw" opens="page" /> },
  ])
  render(<Page />)
  expect(wordsAfter(screen.getByText(/^119,00.zł$/))).toBe('119,00 zł 238,00 zł/100 ml')
})

test('a product says that its price includes VAT, and names the price of 100 ml once, and that of a litre', () => {
  const product = aCard('Layali Zahran', 11_900)
  const Page = createRoutesStub([
    { path: '*', Component: () => <ProductSummary product={product} delivery={null} heading="h1" /> },
  ])
  render(<Page />)
  expect(wordsAfter(screen.getByText(/^119,00.zł$/))).toBe('119,00 zł z VAT · 1 190,00 zł/l')
})
