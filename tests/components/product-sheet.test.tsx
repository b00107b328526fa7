import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import ProductSheet from '#app/admin/product-sheet/product-sheet-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { ImportReport } from '#domain/catalog/sheet/product-import.ts'
import { aCard, aProduct } from './shop-answers.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const listOf = (grosze: number) => ({
  items: [
    {
      ...aProduct(aCard('Layali Zahran', grosze)),
      image_alt: '',
      vat_rate: '23' as const,
      purchase_cost_grosze: null,
      more_pictures: [],
      reduced_price_grosze: null,
      reduced_from: null,
      reduced_to: null,
      regular_price_cents: grosze,
      brand_name: 'Evarisse',
      producer_id: null,
      stock_quantity: 5,
      waiting: 0,
      held: 0,
      recalled: false,
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
  over_limit: null,
  lines: [
    { line: 2, name: 'Layali Zahran', action: 'change', changes: [], reduction: null, existing: null, problems: [] },
  ],
})

test('after a change of prices no product can be chosen with its old price', async () => {
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
  await screen.findByText('Cena, promocja lub stan wielu produktów')
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
      // The shop applied the file, and its answer was lost.
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
  await screen.findByText('Cena, promocja lub stan wielu produktów')
  expect(tokens).toEqual([null, 't', 't'])
})

test.for([
  ['a workbook', 'PK\u0003\u0004xlsx', /To skoroszyt Excela \(\.xlsx\)/],
  ['bytes that are no text', 'ID;Nazwa\0\x01', /To nie jest tekst/],
] as const)('%s is named, not read', async ([, content, sentence]) => {
  stubShop({ 'get /api/admin/products': () => listOf(10_000) })
  const Page = createRoutesStub([{ path: '/', Component: ProductSheet }])
  render(<Page />)
  const input = await screen.findByLabelText('Plik CSV z produktami')
  await userEvent.setup({ applyAccept: false }).upload(input, new File([content], 'produkty.xlsx'))
  await screen.findByText(sentence)
})

test('a refused list of products shows the sentence of the shop about it', async () => {
  stubShop({
    'get /api/admin/products': () => listOf(10_000),
    'post /api/admin/products/changes': () =>
      refusal(400, 'invalid_request', 'Sprawdź wpisane dane.', { rows: 'Zmień naraz najwyżej 1000 produktów.' }),
  })
  const Page = createRoutesStub([{ path: '/', Component: ProductSheet }])
  render(<Page />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('checkbox', { name: 'Zaznacz wszystkie na tej stronie (1)' }))
  await user.type(screen.getByLabelText('O ile lub na ile'), '-10')
  await user.click(screen.getByRole('button', { name: 'Pokaż zmiany: 1 produkt' }))
  await screen.findByText('Zmień naraz najwyżej 1000 produktów.')
})

test('a sale names the products that it leaves out, and its preview says how each price may be announced', async () => {
  const asked: unknown[] = []
  const [free] = listOf(10_000).items
  if (!free) throw new Error('the list has a product')
  const reduced = {
    ...free,
    id: 'a0000000-0000-4000-8000-000000000009',
    name: 'Nabil Noor',
    reduced_price_grosze: 9_000,
    reduced_from: '2026-01-01T08:00',
    reduced_to: '2099-01-01T08:00',
  }
  stubShop({
    'get /api/admin/products': () => ({ ...listOf(10_000), items: [free, reduced], total: 2 }),
    'post /api/admin/products/changes': (json) => {
      asked.push(json)
      const [line] = report(false).lines
      if (!line) throw new Error('the report has a line')
      const reduction = { price_grosze: 10_000, reduced_grosze: 8_000, lowest_grosze: 9_500, percent: 15 }
      return { ...report(false), lines: [{ ...line, reduction }] }
    },
  })
  const Page = createRoutesStub([{ path: '/', Component: ProductSheet }])
  render(<Page />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('checkbox', { name: 'Zaznacz wszystkie na tej stronie (2)' }))
  await user.selectOptions(screen.getByLabelText('Co zmienić'), 'Promocja: obniż o procent')
  await user.type(screen.getByLabelText('O ile lub na ile'), '20')
  await user.click(screen.getByRole('button', { name: 'Pokaż zmiany: 2 produkty' }))
  await screen.findByText('Podaj początek i koniec promocji.')
  await user.type(screen.getByLabelText('Promocja od'), '2098-12-01T08:00')
  await user.type(screen.getByLabelText('Promocja do'), '2098-12-08T20:00')
  await user.click(screen.getByRole('button', { name: 'Pokaż zmiany: 2 produkty' }))
  await screen.findByText('Pominiemy: 1 produkt')
  expect(document.body.textContent).toContain('Nabil Noor: ma już promocję od 1.1.2026, 8:00 do 1.1.2099, 8:00')
  await screen.findByText('Cena w czasie promocji: 80,00 zł zamiast 100,00 zł')
  await screen.findByText('Najniższa cena z 30 dni przed promocją: 95,00 zł')
  await screen.findByText('Wolno ogłosić: −15 %')
  const period = { reduced_from: '2098-12-01T08:00', reduced_to: '2098-12-08T20:00' }
  expect(asked).toEqual([
    { rows: [{ id: free.id, version: 'v1', reduced_price_grosze: 8_000, ...period }], token: null },
  ])
})
