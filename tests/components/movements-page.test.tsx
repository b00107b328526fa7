import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import Movements from '#app/admin/stock/movements-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { MovementList } from '#domain/stock/movement-queries.server.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const PRODUCT = '3f2a9c1e-0000-4000-8000-00000000000a'
const ORDER = { id: '3f2a9c1e-0000-4000-8000-000000000001', number: '81293747' }
const CASE = { id: '3f2a9c1e-0000-4000-8000-000000000002', number: 'Z12' }
type Movement = MovementList['items'][number]
const LIST: MovementList = {
  product: { id: PRODUCT, name: 'Layali', kind: 'bottle', volume_ml: 50, stock_quantity: 6, active: true },
  ...{ items: [], total: 0, page: 1, pageSize: 50 },
}
const moved = (id: number, facts: Partial<Movement>): Movement => ({
  ...{ id: String(id), at: '2026-11-30T09:28:00.000Z', change: 0, stock_after: 6, lost: 0, reason: 'set', note: null },
  ...{ order: null, case: null, counted: null, expected: null, person: null },
  ...facts,
})

function open(answer: Answers['get /api/admin/products/:id/movements']) {
  stubShop({ 'get /api/admin/products/:id/movements': answer })
  const Page = createRoutesStub([{ path: '/:id', Component: Movements }])
  render(<Page initialEntries={[`/${PRODUCT}`]} />)
}

test('each movement says when, by how much, why, what is left, and leads to its order and return', async () => {
  const items = [
    moved(5, { reason: 'unknown', change: 1, stock_after: 7 }),
    moved(4, { reason: 'counted', counted: 5, expected: 7 }),
    moved(3, { reason: 'other', note: 'oddane na testery', change: -2 }),
    moved(2, { reason: 'returned', change: 1, order: ORDER, case: CASE }),
    moved(1, { reason: 'cancelled', lost: 1, order: ORDER, person: 'ewa@example.test' }),
    moved(0, { change: -6, stock_after: null }),
  ]
  open(() => ({ ...LIST, items, total: 6 }))
  const rows = (await screen.findAllByRole('article')).map(({ textContent }) => textContent)
  expect(rows[0]).toContain('+1nie wiadomoStan po zmianie: 7 szt.')
  expect(rows[1]).toContain('0inwentaryzacja: na półce 5, powinno być 7')
  expect(rows[2]).toContain('−2inny powód: oddane na testery')
  expect(rows[3]).toContain('wróciło ze zwrotuZamówienie 81293747Zwrot Z12')
  expect(rows[4]).toContain('anulowano zamówienie1 szt. nie wraca do sprzedaży')
  expect(rows[4]).toContain('ewa@example.test')
  expect(rows[5]).toContain('bez limitu')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/admin/produkty',
    `/admin/zamowienia/${ORDER.id}`,
    `/admin/zwroty/${CASE.id}`,
    `/admin/zamowienia/${ORDER.id}`,
  ])
})

test('a deleted product without movements says so', async () => {
  open(() => ({ ...LIST, product: { ...LIST.product, active: false } }))
  expect(await screen.findByText('Nie ma jeszcze żadnych ruchów')).toBeTruthy()
  expect(screen.getByText(/usunięty/)).toBeTruthy()
})

test('a product that does not exist is not found', async () => {
  open(() => refusal(404, 'product_not_found', 'Tego produktu nie ma.'))
  expect(await screen.findByText('Nie ma takiego produktu')).toBeTruthy()
})

test('a failed read offers to try again', async () => {
  open(() => refusal(500, 'internal_error', 'Coś poszło nie tak.'))
  expect((await screen.findByRole('alert')).textContent).toContain('Nie udało się wczytać ruchów magazynowych.')
  screen.getByRole('button', { name: /ponownie/i })
})
