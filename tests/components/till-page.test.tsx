import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import Till from '#app/admin/till/till-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { OpenReceipt, TillDesk } from '#domain/till/receipt.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const sale = (number: string, more: Partial<OpenReceipt> = {}): OpenReceipt => ({
  checkout_id: crypto.randomUUID(),
  state: 'waiting',
  sold_at: new Date().toISOString(),
  claimed_at: null,
  order_numbers: [number],
  payment: 'prepaid',
  gross_grosze: 12_098,
  lines: [{ name: 'Róża, 50 ml', quantity: 2, unit_grosze: 6_049, gross_grosze: 12_098, rate: '23' }],
  ...more,
})
const NO_AGENT = { key_made_at: null, seen_at: null, problem: null }

/** The till's page with these sales. Records its calls to the shop. */
function open(items: OpenReceipt[], more: Partial<TillDesk> = {}, refuses?: () => Response) {
  const asked: unknown[] = []
  let left = items
  stubShop({
    'get /api/admin/till': () => ({ items: left, more: false, has_older: false, agent: NO_AGENT, ...more }),
    'post /api/admin/till/:id/printed': (body) => {
      asked.push(['printed', body])
      if (refuses) return refuses()
      left = left.slice(1)
      return { ok: true }
    },
    'post /api/admin/till/:id/reopen': () => {
      asked.push(['reopen'])
      left = items
      return { ok: true }
    },
    'post /api/admin/till-agent': () => ({ key: 'kasa_tajny' }),
  })
  const Page = createRoutesStub([{ path: '/', Component: Till }])
  render(
    <>
      <Page />
      <Toaster successMs={5000} />
    </>,
  )
  return { user: userEvent.setup(), asked }
}
const textOf = (element: HTMLElement) => element.textContent?.replaceAll(/\s/g, ' ')

test('a sale shows what to type into the till; marking it as printed removes it, and can be undone', async () => {
  const { user, asked } = open([sale('11111111'), sale('22222222', { payment: 'cash_on_delivery' })])
  const first = await screen.findByRole('region', { name: /^11111111/ })
  expect(textOf(first)).toContain('Róża, 50 ml2 × 60,4923%120,98 zł')
  expect(textOf(first)).toContain('VAT 23%: 120,98 zł, w tym podatek 22,62 zł')
  expect(textOf(screen.getByRole('region', { name: /^22222222/ }))).toContain('pobranie')
  await user.type(within(first).getByLabelText(/Numer paragonu/), ' 17/2026 ')
  await user.click(within(first).getByRole('button', { name: 'Wydrukowany: 11111111' }))
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: /^11111111/ })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Cofnij' }))
  await screen.findByRole('region', { name: /^11111111/ })
  expect(asked).toEqual([['printed', { number: '17/2026', gross_grosze: 12_098 }], ['reopen']])
})

test('an unclear receipt says when and what to look for, and printing it again asks first', async () => {
  const { user, asked } = open([sale('11111111', { state: 'unclear', claimed_at: '2026-11-28T13:02:00.000Z' })])
  const group = await screen.findByRole('region', { name: 'Niejasne: sprawdź rolkę' })
  expect(textOf(group)).toContain(
    'Kasa zaczęła drukować o 14:02 i nie odpowiedziała. Poszukaj na rolce paragonu na 120,98 zł',
  )
  await user.click(within(group).getByRole('button', { name: 'Nie wydrukowany: 11111111' }))
  expect(asked).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Na rolce na pewno go nie ma?' })
  await user.click(within(dialog).getByRole('button', { name: 'Nie ma go, wróć do kolejki' }))
  await vi.waitFor(() => expect(asked).toEqual([['reopen']]))
})

test('a receipt that is being printed has no button, and missing paper is reported', async () => {
  const agent = { key_made_at: new Date().toISOString(), seen_at: new Date().toISOString(), problem: 'Brak papieru' }
  open([sale('11111111', { state: 'printing' })], { agent })
  const card = await screen.findByRole('region', { name: /^11111111/ })
  within(card).getByText('Kasa właśnie drukuje ten paragon.')
  expect(within(card).queryByRole('button')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Brak papieru')
  screen.getByText(/^Program działa/)
})

test('a silent agent is reported, and a refused act says why', async () => {
  const agent = { key_made_at: '2026-11-20T09:00:00.000Z', seen_at: '2026-11-20T10:00:00.000Z', problem: null }
  const { user } = open([sale('11111111')], { agent }, () =>
    refusal(409, 'receipt_amount_changed', 'Kwota się zmieniła'),
  )
  await screen.findByText(/^Program przy drukarce milczy od 20\.11\.26, 11:00/)
  await user.click(screen.getByRole('button', { name: 'Wydrukowany: 11111111' }))
  await screen.findByText('Kwota się zmieniła')
})

test('a new key is shown in a dialog; a till without waiting sales says so', async () => {
  const { user } = open([])
  await screen.findByText('Żadna sprzedaż nie czeka na paragon')
  await user.click(screen.getByRole('button', { name: 'Utwórz klucz kasy' }))
  const dialog = await screen.findByRole('dialog', { name: 'Klucz kasy' })
  within(dialog).getByText('kasa_tajny')
})

test('a sale of an earlier day asks for the day of the printout, and sends it', async () => {
  const { user, asked } = open([sale('11111111', { sold_at: '2026-01-30T10:00:00.000Z' })])
  const day = await screen.findByLabelText('Dzień wydruku')
  await user.clear(day)
  await user.type(day, '2026-01-31')
  await user.click(screen.getByRole('button', { name: 'Wydrukowany: 11111111' }))
  await vi.waitFor(() =>
    expect(asked).toEqual([['printed', { number: '', gross_grosze: 12_098, printed_on: '2026-01-31' }]]),
  )
})
