import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import GuideEditor from '#app/admin/guides/guide-page.tsx'
import GuideList from '#app/admin/guides/guides-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { AdminGuide, ListedGuide } from '#domain/guides/change-guides.server.ts'
import type { GuideBlock } from '#domain/guides/guide.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const ID = '0a6fd0ac-5b1c-4a34-9d51-3c2b63d1ab11'
const PRODUCT = '7f6fd0ac-5b1c-4a34-9d51-3c2b63d1ab22'
const GONE = '7f6fd0ac-5b1c-4a34-9d51-3c2b63d1ab33'
const LISTED: ListedGuide = {
  id: ID,
  slug: 'zima',
  title: 'Zapachy zimy',
  published: false,
  published_at: null,
  updated_at: '2026-11-28T10:00:00.000Z',
  version: '1',
}
const BLOCKS: GuideBlock[] = [
  { id: 'a', kind: 'heading', text: 'Nuty' },
  { id: 'b', kind: 'paragraph', text: 'Akapit' },
  { id: 'c', kind: 'products', product_ids: [PRODUCT, GONE] },
]
const GUIDE: AdminGuide = { ...LISTED, description: 'Opis', blocks: BLOCKS, product_names: { [PRODUCT]: 'Layali' } }

function show(at: string) {
  const params = { id: ID }
  const Page = createRoutesStub([
    { path: '/admin/ustawienia/poradnik', Component: GuideList },
    { path: '/admin/ustawienia/poradnik/:id', Component: () => <GuideEditor params={params} /> },
  ])
  render(
    <>
      <Page initialEntries={[at]} />
      <Toaster successMs={5000} />
    </>,
  )
  return userEvent.setup()
}
const LIST = '/admin/ustawienia/poradnik'
const EDITOR = `${LIST}/${ID}`
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('the list says that it is loading, failed (with a retry), empty, or at its limit', async () => {
  let answer: () => ListedGuide[] | Response = () => refusal(500, 'internal_error', 'Sklep jest chwilowo niedostępny.')
  stubShop({ 'get /api/admin/guides': () => answer() })
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const user = show(LIST)
  screen.getByText('Wczytywanie poradnika...')
  await screen.findByText('Nie udało się wczytać poradnika.')
  answer = () => []
  await user.click(button('Spróbuj ponownie'))
  await screen.findByText('Nie ma jeszcze żadnej strony')
  answer = () => [LISTED, { ...LISTED, id: GONE, title: 'Lato', published: true }]
  await queryClient.invalidateQueries()
  expect((await screen.findByRole('link', { name: 'Zapachy zimy' })).getAttribute('href')).toBe(EDITOR)
  screen.getByText('szkic')
  screen.getByText('w sklepie')
  screen.getByText('Strony: 2 z 50')
  answer = () => Array.from({ length: 50 }, (_, index) => ({ ...LISTED, id: `${index}` }))
  await queryClient.invalidateQueries()
  await screen.findByText('Strony: 50 z 50')
  expect(button('Dodaj stronę')).toHaveProperty('disabled', true)
})

test('a page is added by its title and deleted after a question; changes of another window are reported', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/guides': () => [LISTED],
    'delete /api/admin/guides/:id': (json) => {
      sent.push(json)
      return refusal(409, 'changed_meanwhile', 'Zmieniono to w międzyczasie.')
    },
    'post /api/admin/guides': (json) => {
      sent.push(json)
      return { id: ID }
    },
    'get /api/admin/guides/:id': () => GUIDE,
  })
  const user = show(LIST)
  await user.click(await screen.findByRole('button', { name: 'Usuń stronę Zapachy zimy' }))
  screen.getByText('„Zapachy zimy” zniknie ze sklepu i z tej listy. Tego nie można cofnąć.')
  await user.click(button('Usuń stronę'))
  await screen.findByText('Zmieniono to w międzyczasie.')
  await user.click(button('Dodaj stronę'))
  await user.click(button('Utwórz szkic'))
  await screen.findByText('Wpisz tytuł')
  await user.type(screen.getByLabelText(/^Tytuł/), 'Zima')
  await user.click(button('Utwórz szkic'))
  await screen.findByRole('button', { name: 'Zapisz szkic' })
  expect(sent).toEqual([{ version: '1' }, { title: 'Zima' }])
})

test('elements are moved and removed by keys, keep the focus, and are sent in their order', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/guides/:id': () => GUIDE,
    'patch /api/admin/guides/:id': (json) => {
      sent.push(json)
      return { ok: true }
    },
  })
  const user = show(EDITOR)
  const down = await screen.findByRole('button', { name: 'Przesuń niżej: element 1' })
  expect(button('Zapisz szkic')).toHaveProperty('disabled', true)
  down.focus()
  await user.keyboard('{Enter}')
  screen.getByText('Nagłówek: teraz na miejscu 2 z 3.')
  expect(document.activeElement).toBe(button('Przesuń niżej: element 2'))
  await user.click(button('Usuń: element 1'))
  screen.getByText('Usunięto element 1.')
  screen.getByText('Produkt, którego nie ma teraz w sklepie')
  await user.click(button('Usuń z listy: Produkt, którego nie ma teraz w sklepie'))
  await user.click(button('Akapit'))
  const added: HTMLTextAreaElement = screen.getByLabelText('Akapit')
  expect(document.activeElement).toBe(added)
  await user.type(added, 'Nowy <b>akapit</b>')
  screen.getByText('Niezapisane zmiany')
  await user.click(button('Opublikuj'))
  await screen.findByText('Zapisano stronę poradnika')
  expect(sent).toEqual([
    {
      version: '1',
      published: true,
      title: 'Zapachy zimy',
      description: 'Opis',
      blocks: [
        BLOCKS[0],
        { id: 'c', kind: 'products', product_ids: [PRODUCT] },
        { id: expect.stringMatching(/^[0-9a-z]{1,12}$/), kind: 'paragraph', text: 'Nowy <b>akapit</b>' },
      ],
    },
  ])
})

test('a mistake is reported at its element; a conflict with another window keeps what was typed', async () => {
  const sent: unknown[] = []
  let now = GUIDE
  stubShop({
    'get /api/admin/guides/:id': () => now,
    'patch /api/admin/guides/:id': (json) => {
      sent.push(json)
      return refusal(409, 'changed_meanwhile', 'Zmieniono to w międzyczasie.')
    },
  })
  const user = show(EDITOR)
  const heading: HTMLTextAreaElement = await screen.findByLabelText('Nagłówek')
  await user.clear(heading)
  await user.click(button('Zdjęcie'))
  expect(button('Zdjęcie')).toHaveProperty('disabled', true)
  await user.click(button('Zapisz szkic'))
  screen.getByText('Wpisz tekst albo usuń ten element')
  screen.getByText('Dodaj zdjęcie albo usuń ten element')
  screen.getByText('Opisz, co widać na zdjęciu')
  expect(document.activeElement).toBe(heading)
  expect(sent).toEqual([])
  await user.click(button('Usuń: element 4'))
  await user.type(heading, 'Moje nuty')
  await user.click(button('Zapisz szkic'))
  await screen.findByText('Zmieniono to w międzyczasie.')
  expect(heading.value).toBe('Moje nuty')
  now = { ...GUIDE, version: '2', title: 'Z drugiego okna' }
  await user.click(button('Wczytaj aktualne'))
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^Tytuł/).value).toBe('Z drugiego okna'))
})

test('saving a published page publishes the change, it can be hidden, and a deleted one says so', async () => {
  const sent: { published?: boolean }[] = []
  let found: AdminGuide | Response = { ...GUIDE, published: true, published_at: LISTED.updated_at }
  stubShop({
    'get /api/admin/guides/:id': () => found,
    'patch /api/admin/guides/:id': (json) => {
      sent.push(json as object)
      return { ok: true }
    },
  })
  const user = show(EDITOR)
  const title = await screen.findByLabelText(/^Tytuł/)
  within(screen.getByRole('heading', { level: 1 })).getByText('w sklepie')
  expect(screen.getByRole('link', { name: /^\/poradnik\/zima/ }).getAttribute('href')).toBe('/poradnik/zima')
  await user.type(title, '!')
  await user.click(button('Zapisz i opublikuj'))
  await screen.findByText('Zapisano stronę poradnika')
  await user.click(button('Ukryj'))
  await vi.waitFor(() => expect(sent.map(({ published }) => published)).toEqual([true, false]))
  found = refusal(404, 'guide_not_found', 'Tej strony poradnika już nie ma.')
  await queryClient.invalidateQueries()
  await screen.findByText('Nie ma takiej strony poradnika')
})
