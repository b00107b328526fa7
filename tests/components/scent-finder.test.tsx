import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
import { SimilarProducts } from '#app/product/similar-products-section.tsx'
import { loadFinder } from '#app/scent-finder/load-finder.server.ts'
import ScentFinderPage from '#app/scent-finder/scent-finder-page.tsx'
import type { Catalog } from '#domain/catalog/catalog.ts'
import { makeBrand, makeCatalog, makeDemoCatalog, type SomeProduct } from '#tests/support/catalog.ts'
import { testProfile } from '#tests/support/shop-profile.ts'
import { aCard } from './shop-answers.ts'

const demo = makeDemoCatalog()

/** The page as the server answers it; the next navigation is answered once `release` is called. */
function open(query: string, catalog: Catalog = demo) {
  const load = (search: string) => loadFinder(catalog, new URLSearchParams(search), testProfile)
  const held = Promise.withResolvers<void>()
  const loader = async ({ request }: { request: Request }) => {
    await held.promise
    return new URL(request.url).search
  }
  const Page = () => <ScentFinderPage loaderData={load(useLoaderData<typeof loader>())} />
  const router = createMemoryRouter(
    [
      { path: '/znajdz-zapach', id: 'finder', Component: Page, loader },
      { path: '*', Component: () => null },
    ],
    {
      initialEntries: [`/znajdz-zapach${query}`],
      hydrationData: { loaderData: { 'shell/layout': { gift: null }, finder: query } },
    },
  )
  render(<RouterProvider router={router} />)
  return { router, release: () => held.resolve() }
}

const some = (name: string, notes: string[], more: Partial<SomeProduct> = {}): SomeProduct => ({
  ...{ id: crypto.randomUUID(), slug: name.toLowerCase(), name, notes, brand: 0, gender: 'women', price_grosze: 5000 },
  ...more,
})
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

test('nothing asked: three questions and the map with a list of the same scents, no answers', () => {
  open('')
  for (const name of ['1. Kiedy chcesz go nosić?', '2. Co lubisz?', '3. Czego nie znosisz?']) {
    screen.getByRole('group', { name })
  }
  expect(screen.queryByRole('status')).toBeNull()
  const map = within(screen.getByRole('navigation', { name: 'Mapa zapachów' }))
  expect(map.getAllByRole('link')).toHaveLength(64)
  screen.getByText('Pokaż jako listę (64 zapachy)')
  screen.getByText('Wybierz punkt, a powiemy, co to za zapach.')
})

test('a question of a known scent: answers with reasons, what was asked as links that remove it, and marks on the map', () => {
  open('?jak=layali-zahran&ale=lzejszy&maxPrice=80')
  screen.getByRole('heading', { level: 2, name: 'Podobne do: Layali Zahran' })
  const [first] = screen.getAllByRole('article')
  expect(plain(first?.textContent)).toContain(
    'podobny: ambra i wanilia w bazie; lżejszy, 46,10 zł tańszy (50 ml zamiast 100 ml)',
  )
  const asked = within(screen.getByRole('list', { name: 'Wybrane filtry' }))
  expect(asked.getByRole('link', { name: /ale lżejszy$/ }).getAttribute('href')).toBe(
    '/znajdz-zapach?jak=layali-zahran&maxPrice=80',
  )
  // Without the known scent there is nothing to differ from.
  expect(asked.getByRole('link', { name: /jak Layali Zahran$/ }).getAttribute('href')).toBe(
    '/znajdz-zapach?maxPrice=80',
  )
  const total = screen.getAllByRole('article').length
  expect(screen.getByRole('status').textContent).toBe(`${total} zapachów`)
  expect(screen.getAllByRole('link', { name: /pasuje do odpowiedzi$/ })).toHaveLength(total)
  expect(screen.getByRole('combobox', { name: 'Podobny do zapachu, który znasz' })).toHaveProperty(
    'value',
    'layali-zahran',
  )
})

test('another size of a scent: it stays the one that is known, and the map marks the size that it shows', () => {
  const [oud, dark] = [crypto.randomUUID(), crypto.randomUUID()]
  open(
    '?jak=oudowy-30&maxPrice=60',
    makeCatalog(
      [makeBrand(0)],
      [
        some('Oudowy', ['oud', 'ambra', 'szafran'], { scent_id: oud, volume_ml: 100, price_grosze: 9000 }),
        some('Oudowy', ['oud', 'ambra', 'szafran'], { scent_id: oud, volume_ml: 30, slug: 'oudowy-30' }),
        some('Ciemny', ['oud', 'ambra', 'szafran'], { scent_id: dark, volume_ml: 100, price_grosze: 9000 }),
        some('Ciemny', ['oud', 'ambra', 'szafran'], { scent_id: dark, volume_ml: 30, slug: 'ciemny-30' }),
      ],
    ),
  )
  const known = screen.getByRole('combobox', { name: 'Podobny do zapachu, który znasz' })
  expect(known).toHaveProperty('value', 'oudowy-30')
  expect(within(known).getAllByRole('option')).toHaveLength(3)
  screen.getByRole('link', { name: /^Ciemny, .*pasuje do odpowiedzi$/ })
  expect(screen.getByRole('link', { name: /^Oudowy, / }).getAttribute('tabindex')).toBe('0')
  // It would lead to the page that is shown.
  expect(screen.queryByRole('link', { name: 'Co jest podobne i dlaczego' })).toBeNull()
})

test('a former address of the known scent, and one that is not on the map, stay the one that is known', () => {
  const many = Array.from({ length: 310 }, (_, at) => some(`Zapach ${at}`, ['oud'], { slug: `zapach-${at}`, sold: at }))
  open('?jak=dawny', makeCatalog([makeBrand(0)], many, { formerSlugs: new Map([['dawny', 'zapach-1']]) }))
  expect(screen.getByRole('combobox', { name: 'Podobny do zapachu, który znasz' })).toHaveProperty('value', 'zapach-1')
})

test('no answer: says so, names what to give up with the number of scents, and suggests others', () => {
  open('?kiedy=lato&lubie=oud&gender=women&maxPrice=20')
  expect(screen.getByRole('status').textContent).toBe('0 zapachów')
  screen.getByText('Żaden zapach tego nie spełnia. Zrezygnuj z jednego z warunków:')
  const loosen = screen.getByRole('link', { name: /^bez: „lubię: oud i dym” \(\d+ produkt/ })
  expect(loosen.getAttribute('href')).toBe('/znajdz-zapach?kiedy=lato&gender=women&maxPrice=20')
  within(screen.getByRole('region', { name: 'Bestsellery' })).getAllByRole('article')
})

test('an unknown scent is named as such; unknown words of an address ask nothing', () => {
  open('?jak=nie-ma-takiego')
  screen.getByText(/^Nie mamy zapachu, do którego miałby być podobny\./)
})

test('many answers: the best ones, and how many there are', () => {
  const many = Array.from({ length: 60 }, (_, at) => some(`Zapach ${at}`, ['wanilia'], { slug: `zapach-${at}` }))
  open('?lubie=wanilia', makeCatalog([makeBrand(0)], many))
  expect(screen.getAllByRole('article')).toHaveLength(24)
  screen.getByText('60 zapachów; najlepsze 24. Odpowiedz dokładniej, a będzie ich mniej.')
})

test('more scents than the map holds: those bought most, and it says so', () => {
  const many = Array.from({ length: 310 }, (_, at) => some(`Zapach ${at}`, ['oud'], { slug: `zapach-${at}`, sold: at }))
  open('', makeCatalog([makeBrand(0)], many))
  screen.getByText('Na mapie jest 300 zapachów, które kupowano najczęściej.')
  screen.getByRole('link', { name: /^Zapach 309,/ })
  expect(screen.queryByRole('link', { name: /^Zapach 9,/ })).toBeNull()
})

test('a shop without products says so; a scent without known notes is on no map', () => {
  open('', makeCatalog([], []))
  screen.getByText(/^Sklep dopiero się urządza\./)
  expect(screen.queryByRole('button', { name: 'Pokaż zapachy' })).toBeNull()
  open('', makeCatalog([makeBrand(0)], [some('Tajny', ['proch'])]))
  screen.getByText('Na mapie pojawią się zapachy, których nuty są podane.')
})

test('answers lead to one address, wait with a skeleton, and get the focus', async () => {
  const user = userEvent.setup()
  const { router, release } = open('')
  await user.click(screen.getByRole('radio', { name: 'Na zimę' }))
  await user.click(within(screen.getByRole('group', { name: '2. Co lubisz?' })).getByLabelText('Wanilia i tonka'))
  await user.click(within(screen.getByRole('group', { name: '3. Czego nie znosisz?' })).getByLabelText('Oud i dym'))
  await user.click(screen.getByRole('button', { name: 'Pokaż zapachy' }))
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  expect(screen.queryByRole('article')).toBeNull()
  release()
  const answers = await screen.findAllByRole('article')
  expect(answers.length).toBeGreaterThan(2)
  const { pathname, search, hash } = router.state.location
  expect(pathname + search + hash).toBe('/znajdz-zapach?kiedy=zima&lubie=wanilia&nie=oud#wyniki')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Zapachy dla Ciebie'))
})

test('the map is one stop of Tab; arrows choose the nearest scent, which is described, and a press opens it', async () => {
  const user = userEvent.setup()
  const { router } = open(
    '',
    makeCatalog(
      [makeBrand(0, 'Marka')],
      [some('Cytrus', ['cytryna']), some('Oudowy', ['oud'], { out_of_stock: true }), some('Waniliowy', ['wanilia'])],
    ),
  )
  const map = within(screen.getByRole('navigation', { name: 'Mapa zapachów' }))
  const links = map.getAllByRole('link')
  expect(links.filter((link) => link.getAttribute('tabindex') === '0')).toHaveLength(1)
  links[0]?.focus()
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(links.at(-1))
  for (const name of ['Cytrus', 'Oudowy', 'Waniliowy']) map.getByRole('link', { name: new RegExp(`^${name}, Marka, `) })
  await user.keyboard('{Home}')
  const seen = new Set([document.activeElement])
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']) {
    await user.keyboard(`{${key}}`)
    seen.add(document.activeElement)
  }
  expect(seen.size).toBeGreaterThan(1)
  const soldOut = map.getByRole('link', { name: /^Oudowy, .*wyprzedany$/ })
  soldOut.focus()
  await screen.findByText(/wyprzedany$/, { selector: 'p' })
  expect(screen.getByRole('link', { name: 'Co jest podobne i dlaczego' }).getAttribute('href')).toBe(
    '/znajdz-zapach?jak=oudowy',
  )
  // Without the pointer's moves, whose place jsdom cannot tell.
  fireEvent.click(soldOut)
  await waitFor(() => expect(router.state.location.pathname).toBe('/produkt/oudowy'))
})

test('a finger only chooses a scent on the map; a key opens it afterwards, too', async () => {
  const { router } = open('', makeCatalog([makeBrand(0)], [some('Cytrus', ['cytryna'])]))
  const link = screen.getByRole('link', { name: /^Cytrus, / })
  fireEvent.pointerDown(link, { pointerType: 'touch' })
  fireEvent.click(link, { detail: 1 })
  expect(router.state.navigation.state).toBe('idle')
  expect(router.state.location.pathname).toBe('/znajdz-zapach')
  fireEvent.click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/produkt/cytrus'))
})

test('the address of the result is copied without what was not asked', async () => {
  const user = userEvent.setup()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  open('?maxPrice=80,00&kiedy=zima&smok=1&nie=')
  await user.click(screen.getByRole('button', { name: 'Skopiuj adres wyniku' }))
  expect(writeText).toHaveBeenCalledWith(`${testProfile.shopUrl}/znajdz-zapach?kiedy=zima&maxPrice=80`)
})

test('a product links to what is similar but different, only where there is an answer', () => {
  const router = createMemoryRouter(
    [
      {
        path: '*',
        Component: () => (
          <SimilarProducts
            slug="layali-zahran"
            similar={{
              items: [{ product: aCard('Ward', 100), shared_notes: ['oud'], remark: 'wspólne: oud' }],
              twists: [
                { twist: 'lzejszy', name: 'lżejszy' },
                { twist: 'tanszy', name: 'tańszy' },
              ],
            }}
            opens="page"
          />
        ),
      },
    ],
    { hydrationData: { loaderData: { 'shell/layout': { gift: null } } } },
  )
  render(<RouterProvider router={router} />)
  expect(screen.getByRole('link', { name: 'lżejszy' }).getAttribute('href')).toBe(
    '/znajdz-zapach?jak=layali-zahran&ale=lzejszy#wyniki',
  )
  screen.getByRole('link', { name: 'tańszy' })
  expect(screen.queryByRole('link', { name: 'cieplejszy' })).toBeNull()
})
