import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import AdminLayout from '#app/admin/layout.tsx'
import { queryClient } from '#app/query-client.ts'

const SUBSTITUTES = { hide_substitutes: false, version: 'v1', hidden_since: null, products: 64, substitutes: 42 }
const WORK = {
  shipments: 3,
  reviews: 1,
  mails: 2,
  failedRefunds: 0,
  disputes: 0,
  unreturnedPayments: 0,
  unclearPayments: 0,
  strayPayments: 0,
  failures: 4,
  returns: 0,
  receipts: 0,
  messages: 5,
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const OWNERS = { email: 'wlasciciel@example.test', role: null, work: WORK, substitutes: SUBSTITUTES }
const PACKERS = { email: 'pakuje@example.test', role: 'packer', work: { shipments: 3 }, waiting: 3, substitutes: null }
const ACCOUNTANTS = { ...PACKERS, role: 'accountant', work: { shipments: 0 }, waiting: 0 }

function open(path: string, shown: object = OWNERS) {
  vi.stubGlobal('fetch', async () => Response.json(SUBSTITUTES))
  const loader = () => shown
  const Panel = createRoutesStub([
    {
      id: 'layout',
      Component: AdminLayout,
      loader,
      HydrateFallback: () => null,
      children: [{ path: '/admin/*', Component: () => <h1>Sekcja</h1> }],
    },
  ])
  render(<Panel initialEntries={[path]} />)
  return userEvent.setup()
}

const rowsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('the phone’s bar has four sections and the rest under ‘Więcej’, with the number of waiting tasks', async () => {
  const user = open('/admin')
  const more = await screen.findByRole('button', { name: /^Więcej/ })
  expect(more.textContent).toBe('Więcej, 14 do sprawdzenia')
  await user.click(more)
  const sheet = await screen.findByRole('dialog', { name: 'Więcej' })
  const groups = within(sheet).getAllByRole('list')
  expect(groups.map((group) => [group.getAttribute('aria-label'), rowsOf(group)])).toEqual([
    ['Praca', ['Zamówienia', 'Pakowanie, 3 do sprawdzenia', 'Zwroty', 'Wiadomości, 5 do sprawdzenia', 'Klienci']],
    ['Pieniądze', ['Kasa', 'Faktury', 'Miesiąc', 'Liczby']],
    ['Sklep', ['Kody', 'Skład i producenci', 'Regulamin', 'Zgodność', 'Ustawienia']],
    ['Reszta', ['Niewysłane e-maile, 2 do sprawdzenia', 'Awarie, 4 do sprawdzenia']],
  ])
  within(sheet).getByRole('button', { name: 'Wyloguj' })
  await user.click(within(sheet).getByRole('link', { name: 'Liczby' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('heading', { name: 'Sekcja' })
})

test.for([
  ['/admin', 'Przegląd – Panel Administracyjny'],
  ['/admin/produkty/arkusz', 'Produkty – Panel Administracyjny'],
  ['/admin/produkty/przeprowadzka', 'Produkty – Panel Administracyjny'],
  ['/admin/zamowienia/23019864', 'Zamówienia – Panel Administracyjny'],
  ['/admin/dziennik', 'Dziennik – Panel Administracyjny'],
  ['/admin/ustawienia', 'Ustawienia – Panel Administracyjny'],
  ['/admin/ustawienia/sprzedawca', 'Sprzedawca – Panel Administracyjny'],
  ['/admin/nie-ma-takiej', 'Panel Administracyjny'],
] as const)('the page %s has the name %s', async ([path, title]) => {
  open(path)
  await screen.findByRole('heading', { name: 'Sekcja' })
  expect(document.title).toBe(title)
})

test('a packer sees the packing section alone, with signing out and without the search', async () => {
  const user = open('/admin/pakowanie', PACKERS)
  await screen.findByRole('heading', { name: 'Sekcja' })
  const nav = screen.getByRole('navigation', { name: 'Panel Administracyjny' })
  expect(rowsOf(nav)).toEqual(['Pakowanie, 3 do sprawdzenia'])
  expect(screen.queryByRole('button', { name: /Szukaj/ })).toBeNull()
  await user.click(within(nav).getByRole('button', { name: 'Więcej' }))
  const sheet = await screen.findByRole('dialog', { name: 'Więcej' })
  expect(within(sheet).queryAllByRole('link')).toEqual([])
  within(sheet).getByRole('button', { name: 'Wyloguj' })
})

test('an accountant sees the sections of the papers alone, and which one is open', async () => {
  open('/admin/kasa/zwroty', ACCOUNTANTS)
  await screen.findByRole('heading', { name: 'Sekcja' })
  const nav = screen.getByRole('navigation', { name: 'Panel Administracyjny' })
  expect(rowsOf(nav)).toEqual(['Faktury', 'Miesiąc', 'Zwroty'])
  expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Zwroty')
})
