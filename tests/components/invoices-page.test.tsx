import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import InvoicesPage from '#app/admin/invoices/invoices-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { ListedInvoice, UnissuedInvoice } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { stubShop } from './stub-shop.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const ID = '00000000-0000-4000-8000-000000000001'
const listed = (number: string, changed: Partial<ListedInvoice>): ListedInvoice => ({
  id: ID,
  number,
  // A Friday.
  issued_on: '2026-11-20',
  corrects: null,
  replaces: null,
  buyer: 'Gabinet Róża',
  nip: '7740001454',
  gross_grosze: 12_300,
  order_id: ID,
  order_number: '0a1b2c3d',
  ksef: null,
  ksef_number: null,
  has_upo: false,
  problem: null,
  ...changed,
})

function open(items: ListedInvoice[], sendAgain = vi.fn(), unissued: UnissuedInvoice[] = []) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T11:00:00Z') })
  stubShop({
    'get /api/admin/invoices': () => ({ items, total: items.length, page: 1, pageSize: 20, unissued }),
    'post /api/admin/invoices/:id/send-again': sendAgain,
  })
  const Stub = createRoutesStub([{ path: '/admin/faktury', Component: InvoicesPage }])
  render(<Stub initialEntries={['/admin/faktury']} />)
}

const row = async (number: string) => within(await screen.findByRole('article', { name: number }))

test('each state in KSeF has a sentence: waiting with its deadline, late, accepted', async () => {
  open([
    listed('FV/2026/000001', {}),
    listed('FV/2026/000002', { ksef: 'waiting', issued_on: '2026-11-24' }),
    listed('FV/2026/000003', { ksef: 'processing' }),
    listed('FV/2026/000004', { ksef: 'accepted', ksef_number: '6761020309-20261124-0', has_upo: true }),
    listed('FV/2026/000005', { ksef: 'accepted', ksef_number: '6761020309-20261124-1' }),
  ])
  expect((await row('FV/2026/000001')).queryByText(/KSeF/)).toBeNull()
  ;(await row('FV/2026/000002')).getByText('Czeka na wysłanie do KSeF, termin: 25 listopada 2026')
  // Monday was the next working day.
  const late = (await row('FV/2026/000003')).getByText('KSeF przetwarza, termin: 23 listopada 2026')
  expect(late.className).toContain('text-wine')
  ;(await row('FV/2026/000004')).getByRole('link', { name: 'UPO' })
  expect((await row('FV/2026/000005')).queryByRole('link', { name: 'UPO' })).toBeNull()
})

test('a refused invoice says why, and a press sends it again', async () => {
  const sendAgain = vi.fn(() => ({ ok: true }))
  const others = '00000000-0000-4000-8000-000000000002'
  const accepted = listed('FV/2026/000007', { id: others, ksef: 'accepted' })
  open([accepted, listed('FV/2026/000006', { ksef: 'refused', problem: '450: Błąd semantyki' })], sendAgain)
  const refused = await row('FV/2026/000006')
  refused.getByText('KSeF odrzucił: 450: Błąd semantyki')
  await userEvent.click(refused.getByRole('button', { name: 'Wyślij ponownie' }))
  await waitFor(() => expect(sendAgain).toHaveBeenCalledTimes(1))
})

test('a sale that cannot get its invoice says what is wrong, where to mend it, and that it is tried again', async () => {
  const sale = { order_id: ID, order_number: '0a1b2c3d', buyer: 'Gabinet Róża', since: '2026-11-24T10:00:00.000Z' }
  open([], vi.fn(), [
    { ...sale, mistakes: [{ about: 'buyer', text: 'NIP nabywcy 000-000-00-00 nie istnieje.' }] },
    { ...sale, order_id: `${ID.slice(0, -1)}2`, mistakes: [{ about: 'seller', text: 'Sprzedawca nie ma NIP-u.' }] },
  ])
  const unissued = within(await screen.findByRole('region', { name: 'Nie da się wystawić' }))
  unissued.getByText(/NIP nabywcy 000-000-00-00 nie istnieje/)
  const paths = (name: string) => unissued.getByRole('link', { name }).getAttribute('href')
  expect(paths('Popraw w zamówieniu')).toBe(`/admin/zamowienia/${ID}#faktura`)
  expect(paths('Popraw w ustawieniach')).toBe('/admin/ustawienia/sprzedawca#seller_nip')
  expect(unissued.getAllByText(/próbuje co minutę/)).toHaveLength(2)
})
