import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { IsOwner } from '#app/admin/is-owner.ts'
import MonthPage from '#app/admin/month/month-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { MonthReport } from '#domain/month/month-report.ts'
import type { ImportedPayouts, PayoutReport } from '#domain/papers/payouts/payout.ts'
import type { ReadPayoutFile } from '#domain/papers/payouts/payout-queries.server.ts'
import { stubShop } from './stub-shop.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const SUM = { rate: '23' as const, net_grosze: 10_000, vat_grosze: 2_300, gross_grosze: 12_300 }
const ORDER = '00000000-0000-4000-8000-000000000001'
const SENT_AGAIN = '00000000-0000-4000-8000-000000000002'
const MONTH: MonthReport = {
  month: '2026-10',
  closed_at: null,
  may_close: true,
  groups: [
    { kind: 'invoice', count: 1, sums: [SUM] },
    { kind: 'correction', count: 0, sums: [] },
    { kind: 'receipt', count: 0, sums: [] },
    { kind: 'return', count: 0, sums: [] },
  ],
  sums: [SUM],
  changes: { version: '', rows: [] },
  problems: [
    { problem: 'no_receipt', order_id: ORDER, order_number: '0a1b2c3d', grosze: 5_000 },
    { problem: 'receipt_differs', order_id: SENT_AGAIN, order_number: '4e5f6071', grosze: 8_690 },
  ],
}
const PAYOUTS: PayoutReport = {
  stripe: { paid_grosze: 12_300, returned_grosze: 0, fees_grosze: 300, other_grosze: -700, net_grosze: 11_300 },
  inpost: null,
  on_delivery: [
    { order_id: ORDER, order_number: '0a1b2c3d', reference: '6201', grosze: 5_000, since: '2026-10-02T10:00:00.000Z' },
  ],
  card: [],
  differing: [
    { order_id: ORDER, order_number: '0a1b2c3d', source: 'stripe', expected_grosze: 12_300, paid_grosze: 12_299 },
    { order_id: ORDER, order_number: '0a1b2c3d', source: 'inpost', expected_grosze: 0, paid_grosze: 5_000 },
  ],
  unknown: [],
}

const STORED_FILE: ReadPayoutFile = {
  ...{ id: ORDER, source: 'stripe', imported_at: '2026-11-03T10:00:00.000Z', lines: 3, may_undo: true },
  ...{ first_day: '2026-10-02', last_day: '2026-10-30', net_grosze: 11_300 },
}

const elsewhere = { orders: 2, grosze: 31_938 }

function open(month: MonthReport, answers: Parameters<typeof stubShop>[0] = {}, isOwners = true) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T11:00:00Z') })
  stubShop({
    'get /api/admin/month': () => ({ ...month, elsewhere }),
    'get /api/admin/payouts': () => PAYOUTS,
    'get /api/admin/payout-files': () => [STORED_FILE],
    ...answers,
    'get /api/admin/packaging': () => ({ parcels: 3, paper_grams: 540, plastic_grams: 36 }),
  })
  const Stub = createRoutesStub([{ path: '/admin/miesiac', Component: MonthPage }])
  render(
    <IsOwner value={isOwners}>
      <Stub initialEntries={['/admin/miesiac?m=2026-10']} />
    </IsOwner>,
  )
}

test('an accountant reads the month and downloads its files, without the acts and the links of the owner', async () => {
  const change = { change: 'changed' as const, name: 'FV/1/10/2026', order_number: '0a1b2c3d', what: 'numer KSeF' }
  open({ ...MONTH, changes: { version: 'v', rows: [change] } }, {}, false)
  await screen.findByText('FV/1/10/2026')
  await screen.findByText('Pobrania, które nie wróciły')
  expect(screen.getByRole('region', { name: 'Nie zgadza się' }).textContent).toContain('0a1b2c3d')
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
    'Poprzedni miesiąc',
    'Następny miesiąc',
  ])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Pobierz dla księgowej (ZIP)'])
})

test('a month shows its VAT, links to its discrepancies, and asks before it is closed', async () => {
  open(MONTH)
  await screen.findByText('październik 2026')
  const wrong = within(await screen.findByRole('region', { name: 'Nie zgadza się' }))
  expect(wrong.getByRole('link', { name: '0a1b2c3d' }).getAttribute('href')).toBe(`/admin/zamowienia/${ORDER}`)
  wrong.getByText('sprzedaż bez paragonu')
  expect(wrong.getByRole('link', { name: '4e5f6071' }).getAttribute('href')).toBe(`/admin/zamowienia/${SENT_AGAIN}`)
  wrong.getByText('paragon na inną kwotę')
  wrong.getByText(/86,90/)
  const owed = within(await screen.findByRole('region', { name: 'Pobrania, które nie wróciły' }))
  owed.getByText(/6201/)
  const [card, onDelivery] = within(screen.getByRole('region', { name: 'Inna kwota' })).getAllByText(/powinno być/)
  expect(card?.textContent).toMatch(/^Stripe: jest 122,99\szł, powinno być 123,00\szł$/)
  expect(onDelivery?.textContent).toMatch(/^InPost: jest 50,00\szł, powinno być 0,00\szł$/)
  await screen.findByText('0,5 kg')
  screen.getByRole('button', { name: 'Zamknij miesiąc' })
})

test('while the month runs, receipts that are not printed yet are work and no discrepancy', async () => {
  open({ ...MONTH, month: '2026-11', may_close: false })
  const work = within(await screen.findByRole('region', { name: 'Paragony do wydrukowania' }))
  work.getByText('sprzedaż bez paragonu')
  const wrong = within(screen.getByRole('region', { name: 'Nie zgadza się' }))
  expect(wrong.queryByText('sprzedaż bez paragonu')).toBeNull()
  wrong.getByText('paragon na inną kwotę')
})

test('a closed month cannot be closed again', async () => {
  open({ ...MONTH, closed_at: '2026-11-05T10:00:00.000Z', may_close: false, problems: [] })
  await screen.findByText(/^Zamknięty/)
  screen.getByText('Każda sprzedaż ma swój dokument.')
  const told = screen.getByText(/Poza tym przez BaseLinkera/).textContent.replaceAll(/\s/g, ' ')
  expect(told).toBe('Poza tym przez BaseLinkera, z paragonem albo fakturą tam: 2 zamówienia na 319,38 zł.')
  expect(screen.queryByRole('button', { name: 'Zamknij miesiąc' })).toBeNull()
})

test('a payout file is shown with its sum and its refused lines before it is stored, and can be taken back', async () => {
  const tokens: unknown[] = []
  const undone: string[] = []
  const preview: ImportedPayouts = {
    ...{
      source: 'stripe',
      added: 2,
      known: 1,
      days: ['2026-10-02', '2026-10-03'],
      gross_grosze: 12_300,
      fee_grosze: 300,
    },
    ...{ problems: ['Wiersz 4: dzień 9999-12-31 jeszcze nie nadszedł.'], applied: false, token: 't' },
  }
  open(MONTH, {
    'post /api/admin/payouts': (json) => {
      tokens.push((json as { token: unknown }).token)
      return preview
    },
    'delete /api/admin/payout-files/:id': () => {
      undone.push('file')
      return { ok: true }
    },
  })
  const user = userEvent.setup({ delay: null })
  await user.upload(screen.getByLabelText('Plik CSV z wypłatami'), new File(['gross'], 'wyplaty.csv'))
  const shown = within(await screen.findByRole('region', { name: 'Podgląd pliku Stripe' }))
  expect(shown.getByRole('status').textContent).toMatch(
    /^Nowe wiersze: 2, znane: 1.*Nic nie jest jeszcze zapisane\. Razem: 123,00/,
  )
  shown.getByText(/9999-12-31/)
  await user.click(shown.getByRole('button', { name: 'Zapisz: 2 wiersze' }))
  await vi.waitFor(() => expect(tokens).toEqual([null, 't']))
  await user.click(await screen.findByRole('button', { name: 'Wycofaj' }))
  await vi.waitFor(() => expect(undone).toEqual(['file']))
})

test('what changed of a closed month is named, and said to be declared', async () => {
  const what = 'numer KSeF 6761020309-20261102-0100001AF629-AF'
  const rows = [{ change: 'changed' as const, name: 'faktura FV/2026/000123', order_number: '0a1b2c3d', what }]
  open({ ...MONTH, closed_at: '2026-11-05T10:00:00.000Z', may_close: false, changes: { version: 'v1', rows } })
  const changes = await screen.findByRole('region', { name: 'Zmiany po zamknięciu' })
  within(changes).getByRole('heading', { name: 'Popraw JPK za październik 2026' })
  within(changes).getByText('faktura FV/2026/000123')
  within(changes).getByText(`: ${what} (zamówienie 0a1b2c3d)`)
  within(changes).getByRole('button', { name: 'JPK jest poprawiony' })
})
