import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { StartClean } from '#app/admin/going-live/start-clean.tsx'
import { queryClient } from '#app/query-client.ts'
import { refusal, stubShop } from './stub-shop.ts'

const COUNTS = { orders: 12, people: 1, reviews: 204, cases: 0, messages: 3, mails: 40, demo_products: 64 }

afterEach(() => queryClient.clear())

function show() {
  const Page = createRoutesStub([{ path: '/', Component: StartClean }])
  render(<Page />)
  return userEvent.setup()
}

test('starting for real first says how much is deleted, and requires the word to be typed', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/start-clean': () => ({ counts: COUNTS, has_real_order: false }),
    'post /api/admin/start-clean': (json) => {
      sent.push(json)
      return refusal(409, 'real_order_exists', 'W sklepie jest już prawdziwe zamówienie.')
    },
  })
  const user = show()
  await screen.findByText(/zamówień, z płatnościami/)
  expect(screen.getByRole('list').textContent).toMatch(
    /^12 zamówień.*1 osoba.*204 opinie3 wiadomości.*40 e-maili64 prod/,
  )
  await user.click(screen.getByRole('button', { name: 'Zacznij naprawdę' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Usunąć ślady prób?' }))
  await user.click(dialog.getByRole('button', { name: 'Usuń i zacznij naprawdę' }))
  await dialog.findByText('Wpisz słowo ZACZYNAM.')
  expect(sent).toEqual([])
  await user.click(dialog.getByLabelText('Usuń też towar pokazowy'))
  expect(dialog.queryByText(/produktów pokazowych/)).toBeNull()
  await user.type(dialog.getByLabelText(/wpisz ZACZYNAM/), 'zaczynam')
  await user.click(dialog.getByRole('button', { name: 'Usuń i zacznij naprawdę' }))
  await screen.findByText('W sklepie jest już prawdziwe zamówienie.')
  expect(sent).toEqual([{ word: 'ZACZYNAM', removes_demo: false }])
})

test('starting for real is no longer offered once somebody ordered', async () => {
  stubShop({ 'get /api/admin/start-clean': () => ({ counts: COUNTS, has_real_order: true }) })
  show()
  await screen.findByText(/niczego nie można usunąć/)
  expect(screen.queryByRole('button')).toBeNull()
})
