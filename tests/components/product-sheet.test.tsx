import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
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
  lines: [{ line: 2, name: 'Layali Zahran', action: 'change', changes: [], problems: [] }],
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
