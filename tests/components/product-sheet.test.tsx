import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import ProductSheet from '#app/admin/product-sheet/product-sheet-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { ImportReport } from '#domain/catalog/sheet/product-import.ts'
import { aCard, aProduct } from './shop-answers.ts'
import { stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const listOf = (grosze: number) => ({
  items: [
    {
      ...aProduct(aCard('Layali Zahran', grosze)),
      image_alt: '',
      more_pictures: [],
      reduced_price_grosze: null,
      reduced_from: null,
      reduced_to: null,
      regular_price_cents: grosze,
      brand_name: 'Evarisse',
      producer_id: null,
      stock_quantity: 5,
      edited_at: '2026-11-01T10:00:00.000Z',
      version: 'v1',
    },
  ],
  total: 1,
  page: 1,
  pageSize: 100,
  active: 1,
  limit: 200,
  brands: [],
})
const report = (applied: boolean): ImportReport => ({
  applied,
  token: 't',
  added: 0,
  changed: 1,
  wrong: 0,
  lines: [{ line: 2, name: 'Layali Zahran', action: 'change', changes: [], existing: null, problems: [] }],
})

test('after prices were changed no product can be chosen with the price from before', async () => {
  const fresh = Promise.withResolvers<void>()
  let stored = false
  stubShop({
    'get /api/admin/products': () => listOf(stored ? 12_340 : 10_000),
    'post /api/admin/products/import': (json) => {
      stored = (json as { token: string | null }).token !== null
      return report(stored)
    },
  })
  const answer = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (stored && init?.method === 'GET') await fresh.promise
    return answer(input, init)
  }
  const Page = createRoutesStub([{ path: '/', Component: ProductSheet }])
  render(<Page />)
  const user = userEvent.setup()
  await screen.findByText('100,00 zł')
  await user.upload(
    screen.getByLabelText('Plik CSV z produktami'),
    new File(['ID;Cena (zł)'], 'p.csv', { type: 'text/csv' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Zapisz: 1 produkt' }))
  await screen.findByText('Cena lub stan wielu produktów')
  expect(screen.queryByText('100,00 zł')).toBeNull()
  fresh.resolve()
  await screen.findByText('123,40 zł')
})

test('a lost answer never says that nothing was saved, and the second press sends the same token', async () => {
  const tokens: (string | null)[] = []
  stubShop({
    'get /api/admin/products': () => listOf(10_000),
    'post /api/admin/products/import': (json) => {
      const { token } = json as { token: string | null }
      tokens.push(token)
      // The shop applied it, and its answer was lost.
      if (token !== null && tokens.length === 2) throw new TypeError('Failed to fetch')
      return report(token !== null)
    },
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  const Page = createRoutesStub([{ path: '/', Component: ProductSheet }])
  render(<Page />)
  const user = userEvent.setup()
  const file = new File(['ID;Cena (zł)'], 'p.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('Plik CSV z produktami'), file)
  await user.click(await screen.findByRole('button', { name: 'Zapisz: 1 produkt' }))
  await screen.findByText(/Nie wiadomo, czy zmiany są zapisane/)
  expect(document.body.textContent).not.toMatch(/Nic nie zostało zapisane|Nie zapisano/)
  await user.click(screen.getByRole('button', { name: 'Zapisz: 1 produkt' }))
  await screen.findByText('Cena lub stan wielu produktów')
  expect(tokens).toEqual([null, 't', 't'])
})

test.for([
  ['a workbook', 'PK\u0003\u0004xlsx', /To skoroszyt Excela \(\.xlsx\)/],
  ['UTF-16 without its mark', 'I\0D\0', /To nie jest tekst/],
] as const)('%s is named, not read', async ([, content, sentence]) => {
  stubShop({ 'get /api/admin/products': () => listOf(10_000) })
  const Page = createRoutesStub([{ path: '/', Component: ProductSheet }])
  render(<Page />)
  const input = await screen.findByLabelText('Plik CSV z produktami')
  await userEvent.setup({ applyAccept: false }).upload(input, new File([content], 'produkty.xlsx'))
  await screen.findByText(sentence)
})
