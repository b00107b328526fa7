import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import Feeds from '#app/admin/feeds/feeds-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { FeedReport } from '#domain/feeds/read-feed-rows.server.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const FORM = '/admin/produkty?produkt=00000000-0000-4000-8000-000000000001'
const REPORT: FeedReport = {
  files: [
    { title: 'Google, Facebook i Instagram', url: 'https://sklep.example/feed/google.xml' },
    { title: 'Ceneo', url: 'https://sklep.example/feed/ceneo.xml' },
  ],
  products: 64,
  refused: 1,
  flawed: 120,
  items: [
    {
      key: '1',
      name: 'Noc',
      problems: [
        { refused_by: 'Google, Meta, Ceneo', todo: 'Dodaj zdjęcie.', path: FORM },
        { refused_by: null, todo: 'Wpisz EAN z opakowania.', path: FORM },
      ],
    },
    {
      key: '2',
      name: 'Dzień',
      problems: [{ refused_by: null, todo: 'Wpisz EAN z opakowania.', path: FORM }],
    },
  ],
}

function show(answers: Answers) {
  const asked = stubShop(answers)
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <Feeds />
          <Toaster successMs={5000} />
        </>
      ),
    },
  ])
  render(<Page />)
  return { asked, user: userEvent.setup() }
}

test('the page shows a file with its address to copy, and the number of products', async () => {
  const { user } = show({ 'get /api/admin/feeds': () => REPORT })
  const files = await screen.findByRole('region', { name: 'Adresy plików' })
  expect(within(files).getByRole('link', { name: 'https://sklep.example/feed/ceneo.xml' })).toBeTruthy()
  expect(files.textContent).toContain('W plikach: 64 produkty.')
  await user.click(within(files).getByRole('button', { name: 'Kopiuj adres: Ceneo' }))
  expect(await navigator.clipboard.readText()).toBe('https://sklep.example/feed/ceneo.xml')
  expect(await screen.findByText('Adres skopiowany')).toBeTruthy()
})

test('in a browser without a clipboard the page says how to copy', async () => {
  const { user } = show({ 'get /api/admin/feeds': () => REPORT })
  const button = await screen.findByRole('button', { name: 'Kopiuj adres: Ceneo' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(button)
  expect(await screen.findByText('Zaznacz adres i skopiuj go ręcznie.')).toBeTruthy()
})

test('the page shows each product that would be refused, by whom, what to do, and a link to it', async () => {
  show({ 'get /api/admin/feeds': () => REPORT })
  const [night, day] = (await screen.findAllByRole('heading', { level: 3 })).map((name) => name.closest('li'))
  if (!night || !day) throw new Error('not all products are shown')
  expect(within(night).getByRole('heading').textContent).toBe('Noc')
  const links = within(night).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dodaj zdjęcie.Odrzuci: Google, Meta, Ceneo', FORM],
    ['Wpisz EAN z opakowania.', FORM],
  ])
  expect(day.textContent).not.toContain('Odrzuci')
  const card = screen.getByRole('region', { name: 'Co poprawić' }).textContent
  expect(card).toContain('Do poprawienia: 120, w tym do odrzucenia: 1.')
  expect(card).toContain('Widać 2 pierwszych z 120.')
})

test('without products, and without refused ones, the page says so', async () => {
  show({ 'get /api/admin/feeds': () => ({ ...REPORT, products: 0, refused: 0, flawed: 0, items: [] }) })
  expect(await screen.findByText(/nie ma jeszcze produktów/)).toBeTruthy()
  queryClient.clear()
  show({ 'get /api/admin/feeds': () => ({ ...REPORT, refused: 0, flawed: 0, items: [] }) })
  expect(await screen.findByText(/wszystkie produkty przejdą/)).toBeTruthy()
})

test('the page shows placeholders while it loads, and a failure with a retry', async () => {
  let answer: () => FeedReport | Response = () => refusal(503, 'busy', 'Chwila.')
  const { user } = show({ 'get /api/admin/feeds': () => answer() })
  expect(screen.getByRole('status').textContent).toBe('Wczytywanie')
  expect((await screen.findByRole('alert')).textContent).toContain('Nie udało się sprawdzić plików')
  answer = () => REPORT
  await user.click(screen.getByRole('button', { name: /ponownie/i }))
  expect(await screen.findByRole('region', { name: 'Co poprawić' })).toBeTruthy()
})
