import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { writeStored } from '#app/browser-storage.ts'
import { queryClient } from '#app/query-client.ts'
import RecentlyViewed from '#app/saved/recently-viewed.tsx'
import SearchSuggestions from '#app/search/search-suggestions.tsx'
import { aCard, aProduct } from './shop-answers.ts'

afterEach(() => {
  writeStored('viewed_products', null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Three products that were viewed at 119,00 zł: one costs 99,00 zł now, one is sold out, one is no longer sold. */
function view() {
  const cards = ['Layali', 'Ward', 'Anbar'].map((name) => aCard(name, 11_900))
  writeStored('viewed_products', JSON.stringify(cards))
  const now = { gone: false, lowest_price_cents: null, reduced_until: null, pieces_left: null, sizes: [] }
  const states = cards.map(({ id, name }) =>
    name === 'Anbar'
      ? { id, gone: true }
      : { ...now, id, name, current_price_pln: 99, current_price_cents: 9_900, out_of_stock: name === 'Ward' },
  )
  vi.stubGlobal('fetch', async () => Response.json(states))
}

function show(element: React.ReactNode) {
  const routes = [{ id: 'shell/layout', path: '*', loader: () => ({ gift: null }), element }]
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { 'shell/layout': { gift: null } } } })
  render(<RouterProvider router={router} />)
}

test('the page of a product shows what was viewed at its present price and stock, without what is gone', async () => {
  view()
  show(<RecentlyViewed product={aProduct({ ...aCard('Qamar', 5_000) })} />)
  const layali = within((await screen.findByRole('heading', { name: 'Layali' })).closest('article') ?? document.body)
  expect(layali.getByText('99,00 zł')).toBeDefined()
  const ward = within(screen.getByRole('heading', { name: 'Ward' }).closest('article') ?? document.body)
  expect(ward.getByRole('button', { name: 'Wyprzedane' })).toHaveProperty('disabled', true)
  expect(screen.queryByText('Anbar')).toBeNull()
  expect(screen.queryByText('119,00 zł')).toBeNull()
})

test('the search offers what was viewed as the shop has it now', async () => {
  view()
  const input = document.body.appendChild(document.createElement('input'))
  show(<SearchSuggestions input={input} onLeave={() => {}} />)
  const options = within(await screen.findByRole('group', { name: 'Ostatnio oglądane' })).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    expect.stringContaining('99,00 zł'),
    expect.stringContaining('Produkt wyprzedany'),
  ])
  input.remove()
})
