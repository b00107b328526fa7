import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import Till from '#app/admin/till/till-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { OpenReceipt, TillDesk } from '#domain/till/read-till.server.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const sale = (number: string, more: Partial<OpenReceipt> = {}): OpenReceipt => ({
  checkout_id: crypto.randomUUID(),
  state: 'waiting',
  sold_at: new Date().toISOString(),
  claimed_at: null,
  refusal: null,
  for_agent: false,
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
    'post /api/admin/till/printed': (body) => {
      asked.push(['printed all', body])
      const [first, ...others] = left
      left = others.slice(-1)
      return {
        printed: items.length - 1,
        refused: [{ id: first?.checkout_id ?? '', reason: 'receipt_amount_changed' }],
      }
    },
    'post /api/admin/till/:id/names': (body) => {
      asked.push(['names', body])
      return refuses ? refuses() : { ok: true }
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
const filledOf = (group: HTMLElement) =>
  within(group)
    .getAllByRole('button')
    .filter(({ className }) => /\bbg-night\b/.test(className))
    .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
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

test('an unclear receipt repeats what the printer said of it', async () => {
  open([
    sale('11111111', { state: 'unclear', refusal: 'Paragon już wydrukowano', claimed_at: new Date().toISOString() }),
  ])
  const card = await screen.findByRole('region', { name: /^11111111/ })
  expect(textOf(card)).toContain('Drukarka powiedziała: Paragon już wydrukowano. Poszukaj na rolce')
  expect(textOf(card)).not.toContain('nie odpowiedziała')
})

test('what the printer prints by itself stands apart from what has to be typed, also while it has no paper', async () => {
  const now = new Date().toISOString()
  const agent = { key_made_at: now, seen_at: now, problem: 'Brak papieru' }
  open([sale('11111111'), sale('22222222', { for_agent: true }), sale('33333333', { state: 'printing' })], { agent })
  const byHand = await screen.findByRole('region', { name: 'Dziś' })
  expect(textOf(byHand)).toContain('Tych drukarka nie wydrukuje')
  within(byHand).getByRole('button', { name: 'Wydrukowany: 11111111' })
  const byItself = screen.getByRole('region', { name: 'Czekają na drukarkę' })
  expect(textOf(byItself)).toMatch(/Drukarka wydrukuje je sama.*22222222.*33333333/)
  screen.getByText('Czekające paragony wydrukują się same, gdy to usuniesz.')
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
  const silent = await screen.findByText(/^Program przy drukarce milczy od 20\.11\.26, 11:00/)
  // Below what waits, nobody would see it on a phone.
  expect(silent.closest('section')?.className).toContain('max-xl:order-first')
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

test('a refused receipt says what the printer said, and is renamed, tried again or marked by hand', async () => {
  const refused = sale('11111111', { state: 'refused', refusal: 'Błąd nazwy' })
  const { user, asked } = open([refused, sale('22222222')])
  const group = await screen.findByRole('region', { name: 'Drukarka nie przyjęła' })
  expect(textOf(group)).toContain('Drukarka nie przyjęła tego paragonu: Błąd nazwy')
  expect(filledOf(group)).toEqual(['Zmień nazwę: 11111111'])
  await user.click(within(group).getByRole('button', { name: 'Spróbuj ponownie: 11111111' }))
  await vi.waitFor(() => expect(asked).toEqual([['reopen']]))
  await user.click(within(group).getByRole('button', { name: 'Zmień nazwę: 11111111' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nazwa na paragonie' })
  const field = within(dialog).getByLabelText('Nazwa')
  await user.clear(field)
  await user.type(field, 'Róża & miód')
  await user.click(within(dialog).getByRole('button', { name: 'Zapisz i drukuj' }))
  await within(dialog).findByText('Kasa drukuje polskie litery, cyfry, spację i znaki . , % / \\')
  await user.clear(field)
  await user.type(field, 'Róża i miód')
  await user.click(within(dialog).getByRole('button', { name: 'Zapisz i drukuj' }))
  await vi.waitFor(() =>
    expect(asked.slice(1)).toEqual([['names', { names: [{ name: 'Róża, 50 ml', change_to: 'Róża i miód' }] }]]),
  )
  await user.click(within(group).getByRole('button', { name: 'Wydrukowany: 11111111' }))
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['printed', { number: '', gross_grosze: 12_098 }]))
})

test('a name that something else has on the till is told at its field, beside what the printer said', async () => {
  const lines = ['Róża, 50 ml', 'Dostawa'].map((name) => ({
    ...{ name, quantity: 1, unit_grosze: 6_049, gross_grosze: 6_049 },
    rate: '23' as const,
  }))
  const message = 'Nazwę „Dostawa” ma na kasie już inny towar.'
  const { user } = open([sale('11111111', { state: 'refused', refusal: 'Błąd nazwy', lines })], {}, () =>
    Response.json({ error: { code: 'till_name_taken', message, details: { name: 'Dostawa' } } }, { status: 409 }),
  )
  await user.click(await screen.findByRole('button', { name: 'Zmień nazwę: 11111111' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nazwa na paragonie' })
  expect(textOf(dialog)).toContain('Zamówienie 11111111. Drukarka powiedziała: Błąd nazwy.')
  const field = within(dialog).getByLabelText('Pozycja 1')
  await user.clear(field)
  await user.type(field, 'Dostawa')
  await user.click(within(dialog).getByRole('button', { name: 'Zapisz i drukuj' }))
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  within(dialog).getByText(message)
})

test('the filled button is what comes next: a refused rate is changed at the printer and tried again', async () => {
  open([sale('11111111', { state: 'refused', refusal: 'Stawka nieaktywna' }), sale('22222222', { for_agent: true })])
  const group = await screen.findByRole('region', { name: 'Drukarka nie przyjęła' })
  expect(filledOf(group)).toEqual(['Spróbuj ponownie: 11111111'])
  expect(filledOf(screen.getByRole('region', { name: 'Czekają na drukarkę' }))).toEqual([])
})

test('all sales of the list are marked with one press and a question, and what was not is told', async () => {
  const [first, second] = [sale('11111111'), sale('22222222', { gross_grosze: 1_000, for_agent: true })]
  const { user, asked } = open([first, second, sale('33333333', { state: 'unclear' })])
  await user.click(await screen.findByRole('button', { name: 'Oznacz wszystkie' }))
  expect(asked).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Oznaczyć wszystkie z tej listy?' })
  expect(textOf(dialog)).toContain('2 paragony na 130,98 zł')
  expect(textOf(dialog)).toContain('Z tego 1 czeka na drukarkę: oznaczone nie wydrukują się już same.')
  await user.click(within(dialog).getByRole('button', { name: /^Oznacz 2/ }))
  await screen.findByText('11111111: zmieniła się kwota')
  const sales = [first, second].map(({ checkout_id: id, gross_grosze }) => ({ id, gross_grosze }))
  expect(asked).toEqual([['printed all', { sales }]])
})
