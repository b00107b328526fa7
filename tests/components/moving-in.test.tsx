import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import MovingInPage from '#app/admin/product-sheet/moving-in-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { MovingInReport } from '#domain/catalog/moving-in/moving-in.ts'
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
  addresses: 0,
  report: {
    ...{ applied, token: 't', added: 1, changed: 0, wrong: 0 },
    lines: [{ line: 2, name: 'Oud', action: 'add', changes: [], reduction: null, existing: null, problems: [] }],
  },
})
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
