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
  expect(wordsAfter(screen.getByText(/^119,00.zł$/))).toBe('119,00 zł 238,00 zł/100 ml · 2 380,00 zł/l')
})

test.for([
  ['z VAT', '119,00 zł z VAT · 1 190,00 zł/l'],
  ['', '119,00 zł 1 190,00 zł/l'],
] as const)(
  'a product says of taxes what the shop says (%s), and names the price of 100 ml once, and that of a litre',
  ([taxNote, said]) => {
    const product = aCard('Layali Zahran', 11_900)
    const Component = () => <ProductSummary product={product} delivery={null} heading="h1" />
    const Page = createRoutesStub([{ id: 'shell/layout', path: '*', Component, loader: () => ({ taxNote }) }])
    render(<Page hydrationData={{ loaderData: { 'shell/layout': { taxNote } } }} />)
    expect(wordsAfter(screen.getByText(/^119,00.zł$/))).toBe(said)
  },
)
