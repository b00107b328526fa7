import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import MovingInPage from '#app/admin/product-sheet/moving-in-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { MovingInReport } from '#domain/flows/moving-in/move-in.server.ts'
import { stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const report = (applied: boolean): MovingInReport => ({
  shop: 'list',
  columns: [
    { head: 'Nazwa', examples: ['Oud', 'Róża'], is: 'name' },
    { head: 'Cena', examples: ['99'], is: 'price' },
    { head: 'Waga', examples: ['100'], is: null },
  ],
  left_out: [{ line: 3, name: 'Szkic', sentence: 'W tamtym sklepie nie jest opublikowany.' }],
  remarks: [],
  missing_brands: [],
  brands: [{ id: '00000000-0000-4000-8000-000000000001', name: 'Evarisse' }],
  pictures: 0,
  relative_pictures: 0,
  addresses: 0,
  address_advice: null,
  unknown_stock: 0,
  grouped_sizes: 0,
  report: {
    ...{ applied, token: 't', added: 1, changed: 0, wrong: 0, over_limit: null },
    lines: [{ line: 2, name: 'Oud', action: 'add', changes: [], reduction: null, existing: null, problems: [] }],
  },
})
const ADDED_BRAND = {
  ...{ id: '00000000-0000-4000-8000-000000000009', name: 'Nur', slug: 'nur', description: '', is_original: true },
  ...{ is_arabic: false, producer_id: null, products: 0, version: '1' },
}
const NO_PICTURES = { run_id: null, running: false, open: 0 }

async function openPage(answers: Parameters<typeof stubShop>[0]) {
  stubShop({ 'get /api/admin/moved-pictures': () => NO_PICTURES, ...answers })
  const Page = createRoutesStub([{ path: '/', Component: MovingInPage }])
  render(<Page />)
  const user = userEvent.setup()
  await user.upload(screen.getByLabelText('Plik CSV z produktami'), new File(['Nazwa;Cena\nOud;99'], 'produkty.csv'))
  return user
}

test('after a lost answer the same token is sent again, so that no product is imported twice', async () => {
  const tokens: unknown[] = []
  const user = await openPage({
    'post /api/admin/moving-in': (json) => {
      const { token } = json as { token: string | null }
      if (token !== null) tokens.push(token)
      if (tokens.length === 1) throw new TypeError('network')
      return report(token !== null)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Zapisz: 1 produkt' }))
  await screen.findByText('Nie wiadomo, czy zmiany są zapisane.')
  await user.click(screen.getByRole('button', { name: 'Zapisz: 1 produkt' }))
  await screen.findByText('Wczytaj plik')
  expect(tokens).toEqual(['t', 't'])
  expect(screen.queryByText('3. Podgląd')).toBeNull()
})

test('a correction asks about the same file again, with all columns as they are now', async () => {
  const asked: unknown[] = []
  const user = await openPage({
    'post /api/admin/moving-in': (json) => {
      asked.push(json)
      return report(false)
    },
  })
  await user.selectOptions(await screen.findByLabelText('Co to jest: Cena'), 'Cena netto')
  await screen.findByText('Co się zmieni')
  await user.selectOptions(screen.getByLabelText('Marka, gdy plik jej nie podaje'), 'Evarisse')
  const file = 'Nazwa;Cena\nOud;99'
  expect(asked).toMatchObject([
    { file, columns: null, token: null },
    { file, columns: ['name', 'net_price', null], brand_id: null, token: null },
    { file, columns: ['name', 'net_price', null], brand_id: '00000000-0000-4000-8000-000000000001' },
  ])
})

test('of a known shop the columns are folded, of a list they are open; lines with mistakes name the ways out', async () => {
  const wrong = {
    ...{ applied: false, token: 't', added: 0, changed: 0, wrong: 1, over_limit: null },
    lines: [
      {
        ...{ line: 2, name: 'Oud', action: 'add' as const, changes: [], reduction: null, existing: null },
        problems: ['Stan nieznany: 0 czy bez limitu?'],
      },
    ],
  }
  const shops = ['woocommerce', 'list'] as const
  let at = 0
  const user = await openPage({
    'post /api/admin/moving-in': () => ({ ...report(false), shop: shops[at] ?? 'list', report: wrong }),
  })
  const columns = async () => (await screen.findByText('Kolumny, które przenosimy: 2')).closest('details')?.open
  expect(await columns()).toBe(false)
  screen.getByText(/Odpowiedz na pytania wyżej, popraw plik albo pomiń te wiersze/)
  at = 1
  await user.upload(screen.getByLabelText('Plik CSV z produktami'), new File(['Nazwa;Cena\nRóża;9'], 'lista.csv'))
  await vi.waitFor(async () => expect(await columns()).toBe(true))
})

test('pictures whose state cannot be read say so', async () => {
  await openPage({
    'get /api/admin/moved-pictures': () => {
      throw new TypeError('network')
    },
    'post /api/admin/moving-in': () => report(false),
  })
  await screen.findByText('Nie udało się sprawdzić zdjęć')
  screen.getByRole('button', { name: 'Spróbuj ponownie' })
})

test('whose perfumes the brands of the file are is asked before they are added', async () => {
  const added: unknown[] = []
  const user = await openPage({
    'post /api/admin/moving-in': () => ({ ...report(false), missing_brands: ['Nur', 'Evo'] }),
    'post /api/admin/brands': (json) => {
      added.push(json)
      return ADDED_BRAND
    },
  })
  const add = await screen.findByRole('button', { name: 'Dodaj 2 marki' })
  expect((add as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Wszystkie to zamienniki' }))
  await user.click(within(screen.getByRole('group', { name: 'Nur' })).getByLabelText('Oryginalne perfumy tej marki'))
  await user.click(add)
  await vi.waitFor(() =>
    expect(added).toEqual([
      { name: 'Nur', is_original: true, description: '' },
      { name: 'Evo', is_original: false, description: '' },
    ]),
  )
})

test('an unknown stock, pictures without a host and sizes are asked once, and the answers go with the file', async () => {
  const asked: unknown[] = []
  const user = await openPage({
    'post /api/admin/moving-in': (json) => {
      asked.push(json)
      return {
        ...report(false),
        unknown_stock: 2,
        relative_pictures: 3,
        grouped_sizes: 2,
        address_advice: 'Bez adresów.',
      }
    },
  })
  await user.click(
    within(await screen.findByRole('group', { name: 'Stan nieznany: 0 czy bez limitu?' })).getByLabelText(
      /^0: na razie/,
    ),
  )
  await user.click(await screen.findByLabelText(/^Połącz pojemności w zapachy: 2 wiersze/))
  await user.type(screen.getByLabelText('Adres tamtego sklepu'), 'stary.example')
  await user.click(screen.getByRole('button', { name: 'Uzupełnij adresy zdjęć' }))
  screen.getByText('Bez adresów.')
  expect(asked).toMatchObject([
    { unknown_stock: 'ask', shop_address: null, group_sizes: true },
    { unknown_stock: 'zero' },
    { unknown_stock: 'zero', group_sizes: false },
    { unknown_stock: 'zero', group_sizes: false, shop_address: 'stary.example' },
  ])
})

test('the limit of products is said once, with a way to move those that fit', async () => {
  const asked: { left_out: number[] }[] = []
  const lines = [2, 3, 4].map((line) => ({
    ...{
      line,
      name: `Oud ${line}`,
      action: 'add' as const,
      changes: [],
      reduction: null,
      existing: null,
      problems: [],
    },
  }))
  const user = await openPage({
    'post /api/admin/moving-in': (json) => {
      asked.push(json as { left_out: number[] })
      const over_limit = { limit: 200, lines: [3, 4] }
      return {
        ...report(false),
        report: { applied: false, token: 't', added: 3, changed: 0, wrong: 0, lines, over_limit },
      }
    },
  })
  await screen.findByText('Ponad limit sklepu (200): 2 produkty.')
  screen.getByText(/PRODUCT_LIMIT/)
  expect(screen.queryByText('Oud 3')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Zapisz/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Przenieś tyle, ile się zmieści, bez 2' }))
  expect(asked.at(-1)?.left_out).toEqual([3, 4])
})
