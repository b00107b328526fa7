import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import Codes from '#app/admin/codes/codes-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { AdminCode } from '#domain/codes/admin-code.ts'
import { stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const CODE: AdminCode = {
  id: '3f2a9c1e-0000-4000-8000-000000000001',
  code: 'LATO10',
  kind: 'percent',
  value: 10,
  least_grosze: 10_000,
  valid_from: null,
  valid_to: '2026-12-04T20:00',
  most_uses: 50,
  once_per_person: true,
  email: null,
  active: true,
  state: 'valid',
  uses: 3,
  is_used: true,
  sample_order: null,
  given_grosze: 3_690,
  version: '1',
}
const open = () => {
  const Page = createRoutesStub([{ path: '/', Component: Codes }])
  render(<Page />)
  return userEvent.setup()
}

test('each code shows its discount, its state and the sum it gave; a used one cannot be deleted', async () => {
  const unused = {
    ...CODE,
    id: CODE.id.replace(/1$/, '2'),
    code: 'STARY',
    state: 'off' as const,
    uses: 0,
    is_used: false,
  }
  stubShop({ 'get /api/admin/codes': () => [CODE, unused] })
  open()
  const [first, second] = await screen.findAllByRole('article')
  expect(first?.textContent?.replaceAll(/\s/g, ' ')).toBe(
    'LATO10działa−10 % na produkty, od 100,00 zł za produkty, do 4.12.2026, 20:00, raz na osobęUżycia: 3 z 50, razem dał 36,90 zł',
  )
  expect(second?.textContent).toContain('wyłączony')
  expect(screen.queryByRole('button', { name: 'Usuń kod LATO10' })).toBeNull()
  screen.getByRole('button', { name: 'Usuń kod STARY' })
})

test('the empty list says so; a new code is sent as typed, and errors appear at their fields', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/codes': () => [],
    'post /api/admin/codes': (json) => {
      sent.push(json)
      const error = { code: 'code_taken', message: 'Taki kod już jest.', fields: { code: 'Taki kod już jest.' } }
      return Response.json({ error }, { status: 409 })
    },
  })
  const user = open()
  await screen.findByText('Nie ma jeszcze żadnego kodu')
  await user.click(screen.getByRole('button', { name: 'Dodaj kod' }))
  await user.type(await screen.findByLabelText(/^Kod/), 'zima 5')
  await user.click(screen.getAllByRole('button', { name: 'Dodaj kod' }).at(-1) ?? document.body)
  await screen.findByText('Podaj procent')
  await screen.findByText(/^Kod ma od 3 do 20 znaków/)
  await user.clear(screen.getByLabelText(/^Kod/))
  await user.type(screen.getByLabelText(/^Kod/), 'zima5')
  await user.type(screen.getByLabelText(/^Procent/), '5')
  await user.click(screen.getAllByRole('button', { name: 'Dodaj kod' }).at(-1) ?? document.body)
  await screen.findByText('Taki kod już jest.')
  expect(sent).toMatchObject([
    { code: 'ZIMA5', kind: 'percent', percent: 5, most_uses: null, email: null, active: true },
  ])
})

test('a list that fails to load offers a retry', async () => {
  let isDown = true
  stubShop({
    'get /api/admin/codes': () =>
      isDown ? Response.json({ error: { code: 'internal_error', message: 'Awaria.' } }, { status: 500 }) : [CODE],
  })
  const user = open()
  const retry = await screen.findByRole('button', { name: 'Spróbuj ponownie' }, { timeout: 5_000 })
  isDown = false
  await user.click(retry)
  await screen.findByText('LATO10')
})

test('codes for samples have their own list, name their order, are found among 500, and cannot be deleted', async () => {
  const own: AdminCode = { ...CODE, sample_order: null }
  const samples: AdminCode[] = Array.from({ length: 500 }, (_, n) => ({
    ...CODE,
    id: `3f2a9c1e-0000-4000-8000-${String(n).padStart(12, '0')}`,
    code: `K7MWQ2XP${n + 1000}`,
    kind: 'sum',
    value: 1_990,
    email: `anna${n}@example.com`,
    sample_order: `${10_000_000 + n}`,
    is_used: false,
  }))
  let answer = [own]
  stubShop({ 'get /api/admin/codes': () => answer })
  const user = open()
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  answer = samples
  await user.click(screen.getByRole('button', { name: 'Za próbki' }))
  await screen.findByText('K7MWQ2XP1499')
  expect(screen.queryByText('LATO10')).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Szukaj' }), '10000417')
  const found = await screen.findByRole('article')
  expect(found.textContent?.replaceAll(/\s/g, ' ')).toContain(
    'tylko dla anna417@example.com, za próbkę, zamówienie 10000417',
  )
  screen.getByRole('button', { name: 'Edytuj kod K7MWQ2XP1417' })
  expect(screen.queryByRole('button', { name: /^Usuń/ })).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Szukaj' }), '9')
  await screen.findByText('Nie ma takiego kodu')
})
