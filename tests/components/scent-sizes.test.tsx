import { render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ProductCard } from '#app/catalog/product-card.tsx'
import { SizeChips } from '#app/product/size-chips.tsx'
import type { CardProduct, Size } from '#domain/catalog/product.ts'
import { aCard } from './shop-answers.ts'

const size = (slug: string, label: string, current_price_cents: number, more: Partial<Size> = {}): Size => ({
  slug,
  label,
  current_price_cents,
  lowest_price_cents: null,
  price_100ml_cents: null,
  best_value: false,
  out_of_stock: false,
  ...more,
})
const SAMPLE = size('layali-probka', 'próbka 2 ml', 990, { price_100ml_cents: 49_500 })
const SMALL = size('layali-30', '30 ml', 4990, { price_100ml_cents: 16_633 })
const LARGE = size('layali-100', '100 ml', 11_900, { best_value: true })

const layali = (sizes: Size[]): CardProduct => ({
  ...aCard('Layali Zahran', 11_900),
  slug: LARGE.slug,
  volume_ml: 100,
  sizes,
})
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

function show(page: React.ReactElement) {
  const Page = createRoutesStub([{ path: '*', Component: () => page }])
  render(<Page />)
}
const showCard = (sizes: Size[]) => show(<ProductCard product={layali(sizes)} sizes="100vw" opens="page" />)

test('a card of several sizes shows the lowest price and the number of sizes, and leads to the choice', () => {
  showCard([SAMPLE, SMALL, LARGE])
  const card = screen.getByRole('article')
  expect(plain(card.textContent)).toContain('3 pojemności')
  expect(plain(card.textContent)).toContain('od 9,90 zł')
  expect(plain(card.textContent)).not.toContain('119,00 zł')
  expect(within(card).queryByRole('button', { name: /^Do koszyka/ })).toBeNull()
  expect(within(card).getByRole('link', { name: 'Layali Zahran' }).getAttribute('href')).toBe('/produkt/layali-100')
})

test('a card of a single size is like any other product and can be added at once', () => {
  showCard([])
  expect(plain(screen.getByRole('article').textContent)).toContain('100 ml')
  expect(plain(screen.getByRole('article').textContent)).not.toContain('od ')
  screen.getByRole('button', { name: 'Do koszyka: Layali Zahran' })
})

test('the price of a card is that of a size in stock, with the lowest price before a reduction', () => {
  showCard([{ ...SAMPLE, out_of_stock: true }, { ...SMALL, lowest_price_cents: 5990 }, LARGE])
  const text = plain(screen.getByRole('article').textContent)
  expect(text).toContain('od 49,90 zł')
  expect(text).toContain('−16 %')
  expect(text).toContain('Najniższa cena z 30 dni przed obniżką: 59,90 zł')
})

test('sizes link to their products, with the price per 100 ml, and mark the shown one and the best value', () => {
  show(
    <SizeChips
      product={layali([
        SAMPLE,
        { ...SMALL, out_of_stock: true },
        size('l-50', '50 ml', 6900, { price_100ml_cents: 13_800 }),
        LARGE,
      ])}
    />,
  )
  const chips = within(screen.getByRole('navigation', { name: 'Pojemności tego zapachu' })).getAllByRole('link')
  expect(chips.map((chip) => [chip.getAttribute('href'), plain(chip.textContent)])).toEqual([
    ['/produkt/layali-probka', 'próbka 2 ml9,90 zł495,00 zł/100 ml'],
    ['/produkt/layali-30', '30 ml49,90 zł · wyprzedane166,33 zł/100 ml'],
    ['/produkt/l-50', '50 ml69,00 zł138,00 zł/100 ml'],
    ['/produkt/layali-100', '100 ml119,00 złnajkorzystniej za 100 ml'],
  ])
  expect(chips.map((chip) => chip.getAttribute('aria-current'))).toEqual([null, null, null, 'true'])
})

test('a product that is the only size of its scent shows no sizes', () => {
  show(<SizeChips product={layali([])} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})
