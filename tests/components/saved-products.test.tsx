import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useNavigate } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { writeStored } from '#app/browser-storage.ts'
import { currentCart } from '#app/cart/cart-store.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { productQuery, queryClient } from '#app/query-client.ts'
import SavedDialog from '#app/saved/saved-dialog.tsx'
import { findCommonNotes } from '#app/saved/scent-comparison.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'
import { aCard, aProduct } from './shop-answers.ts'

afterEach(() => {
  writeStored('saved_products', '[]')
  writeStored('cart_items', null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const NOTES: Record<string, { head: string[]; heart: string[]; base: string[] }> = {
  Layali: { head: ['szafran'], heart: ['róża'], base: ['oud'] },
  Ward: { head: ['cytryna'], heart: ['Róża'], base: ['piżmo'] },
  Anbar: { head: ['bergamota'], heart: ['jaśmin'], base: ['ambra'] },
  Qamar: { head: ['mięta'], heart: ['fiołek'], base: ['oud'] },
}

/** The dialog with these saved products and the shop's answer about them. */
function showSaved(names: string[], sizes: CardProduct['sizes'] = []): void {
  const cards = names.map((name) => aCard(name, 11_900))
  writeStored('saved_products', JSON.stringify(cards))
  const states = cards.map(({ id, name }) => ({
    id,
    gone: false,
    name,
    current_price_pln: 119,
    current_price_cents: 11_900,
    out_of_stock: false,
    pieces_left: null,
    sizes,
  }))
  vi.stubGlobal('fetch', async () => Response.json(states))
  for (const card of cards) {
    const notes_pyramid = NOTES[card.name] ?? null
    queryClient.setQueryData(
      productQuery(card.slug).queryKey,
      aProduct({ ...card, volume_ml: 50, notes_pyramid, sizes }),
    )
  }
  render(
    <MemoryRouter initialEntries={[{ pathname: '/', state: { dialogs: [{ name: 'saved' }] } }]}>
      <Page />
    </MemoryRouter>,
  )
}

/** The dialog of the history entry, and the browser's Back. */
function Page() {
  const top = useDialogs().dialogs.at(-1)
  const navigate = useNavigate()
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      {top?.name === 'saved' && <SavedDialog open onClose={() => {}} compared={top.compared} />}
    </>
  )
}

const choose = (name: string) => userEvent.setup().click(screen.getByRole('checkbox', { name: `Porównaj: ${name}` }))

test('two saved scents are shown side by side: price per 100 ml, stars, notes, and the common notes', async () => {
  showSaved(['Layali', 'Ward'])
  screen.getByText('Zaznacz dwa lub trzy zapachy, aby je porównać.')
  await choose('Layali')
  await choose('Ward')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Porównaj zapachy (2)' }))
  const table = within(screen.getByRole('table', { name: 'Porównanie zapachów' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Porównanie' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toHaveLength(2)
  expect(table.getAllByText(/^238,00.zł$/)).toHaveLength(2)
  expect(table.getAllByText('bez opinii')).toHaveLength(2)
  expect(table.getAllByText('(wspólna)').map((mark) => mark.parentElement?.textContent)).toEqual([
    'róża (wspólna)',
    'Róża (wspólna)',
  ])
  await userEvent.setup().click(table.getByRole('button', { name: /^Do koszyka: Ward/ }))
  expect(currentCart().map(({ name }) => name)).toEqual(['Ward'])
  // Back leads to the list, as its button does.
  screen.getByText('Back').click()
  await screen.findByRole('button', { name: 'Porównaj zapachy (2)' })
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Porównaj: Ward' }).checked).toBe(true)
})

test('list and comparison name the other sizes of a scent that can be bought, with their prices', async () => {
  const size = (slug: string, label: string, grosze: number, out_of_stock = false) => ({
    slug,
    label,
    current_price_cents: grosze,
    lowest_price_cents: null,
    price_100ml_cents: null,
    best_value: false,
    out_of_stock,
  })
  const own = aCard('Layali', 11_900).slug
  showSaved(
    ['Layali', 'Ward'],
    [size(own, '50 ml', 11_900), size('l-2', 'próbka 2 ml', 990), size('l-9', '100 ml', 1, true)],
  )
  const links = await screen.findAllByRole('link', { name: /^próbka 2 ml 9,90.zł$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/produkt/l-2', '/produkt/l-2'])
  expect(screen.queryByRole('link', { name: /^100 ml/ })).toBeNull()
  await choose('Layali')
  await choose('Ward')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Porównaj zapachy (2)' }))
  const table = within(screen.getByRole('table', { name: 'Porównanie zapachów' }))
  table.getByRole('rowheader', { name: 'Inne pojemności' })
  expect(table.getAllByRole('link', { name: /^próbka 2 ml/ })).toHaveLength(2)
})

test('no more than three scents are compared', async () => {
  showSaved(['Layali', 'Ward', 'Anbar', 'Qamar'])
  for (const name of ['Layali', 'Ward', 'Anbar']) await choose(name)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Porównaj: Qamar' }).disabled).toBe(true)
  screen.getByRole('button', { name: 'Porównaj zapachy (3)' })
})

test('a single saved product offers no comparison', () => {
  showSaved(['Layali'])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a note that one product names twice is not a common note', () => {
  expect([...findCommonNotes([{ notes: ['oud', 'Oud'] }, { notes: ['róża'] }, { notes: ['Roza'] }])]).toEqual(['roza'])
})
