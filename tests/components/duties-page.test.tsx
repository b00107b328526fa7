import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import Duties from '#app/admin/duties/duties-page.tsx'
import type { DutyState } from '#domain/kernel/checks/read-duties.server.ts'

const RULE = { why: 'Kupujący ma wiedzieć, co płaci.', act: 'Ustawa o cenach, art. 4', since: '2023-01-01' }
const gapOf = (about: string) => ({ about, todo: 'Podaj pojemność.', path: `/admin/produkty?produkt=${about}` })

const DUTIES: DutyState[] = [
  {
    ...RULE,
    key: 'seller',
    title: 'Prawdziwy sprzedawca',
    grave: true,
    gaps: [{ about: 'Cały sklep', todo: 'Podaj dane firmy.', path: '/admin#przed-sprzedaza' }],
  },
  {
    ...RULE,
    key: 'unit-price',
    title: 'Cena za litr',
    gaps: ['Misk', 'Oud', 'Bakhur', 'Ambra', 'Róża', 'Łan'].map(gapOf),
  },
  { ...RULE, key: 'quotes', title: 'Prawdziwe głosy', gaps: [] },
]

function show(duties: DutyState[], address = '/') {
  const Page = createRoutesStub([
    { path: '/', Component: Duties, loader: () => ({ duties }), HydrateFallback: () => null },
  ])
  render(<Page initialEntries={[address]} />)
}

test('each duty says whether it is fulfilled, its reason, its law and date, and what to do where', async () => {
  show(DUTIES)
  const [seller, unitPrice, quotes] = await screen.findAllByRole('article')
  if (!seller || !unitPrice || !quotes) throw new Error('not all duties are shown')
  expect(seller.textContent).toContain('Brakuje: 1')
  expect(seller.textContent).toContain('Ustawa o cenach, art. 4; obowiązuje od 1 stycznia 2023')
  expect(seller.textContent).toContain('kupujący widzą tu nieprawdę')
  const todo = within(seller).getByRole('link', { name: 'Podaj dane firmy.' })
  expect(todo.getAttribute('href')).toBe('/admin#przed-sprzedaza')
  expect(within(unitPrice).getByText('Pozostałe: 1')).toBeDefined()
  expect(unitPrice.textContent).not.toContain('kupujący widzą tu nieprawdę')
  expect(quotes.textContent).toContain('Spełniony')
  expect(screen.getByText('2 obowiązki niespełnione z 3.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Pobierz CSV' }).getAttribute('href')).toBe('/api/admin/exports/duties')
})

test('by product: lists the gaps of each in alphabetical order, without those of the shop', async () => {
  show(DUTIES)
  await userEvent.setup().click(await screen.findByRole('link', { name: 'Produkty' }))
  const readNames = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  await waitFor(() => expect(readNames()).toEqual(['Ambra', 'Bakhur', 'Łan', 'Misk', 'Oud', 'Róża']))
  expect(screen.getAllByRole('link', { name: /^Cena za litr: ?Podaj pojemność\.$/ })).toHaveLength(6)
})

test('the page of a shop without gaps says so', async () => {
  show([{ ...RULE, key: 'quotes', title: 'Prawdziwe głosy', gaps: [] }], '/?widok=produkty')
  expect(await screen.findByText('Wszystko spełnione (1).')).toBeDefined()
  expect(screen.getByText('Żadnemu produktowi niczego nie brakuje.')).toBeDefined()
})
