import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { RefundDialog } from '#app/admin/orders/refund-dialog.tsx'

type Dialog = ComponentProps<typeof RefundDialog>

const at = '2026-11-20T10:00:00.000Z'
const attempt = (id: string): Dialog['attempt'] => ({
  id,
  attempt: 1,
  mode: 'test',
  status: 'paid',
  amount_grosze: 10_000,
  is_addition: false,
  refundable_grosze: 10_000,
  is_disputed: false,
  disputes: [],
  refunds: [],
  started_at: at,
  paid_at: at,
  paid_with: null,
  dashboard_url: null,
})

const SENT: NonNullable<Dialog['order']['shipment']> = {
  id: crypto.randomUUID(),
  status: 'shipped',
  label: 'Wysłana',
  is_archived: false,
  is_packed: true,
  tracking_number: null,
  tracking_url: null,
}

/** Shows the dialog for an order, paid by this many payments: not sent, of no recalled batch. */
async function show(
  payments: readonly Dialog['attempt'][],
  status: Dialog['order']['status'] = 'paid',
  sample_code: Dialog['order']['sample_code'] = null,
  { recalled = false, shipment = null }: { recalled?: boolean; shipment?: Dialog['order']['shipment'] } = {},
) {
  const order: Dialog['order'] = {
    id: crypto.randomUUID(),
    number: '12345678',
    version: '1',
    status,
    sample_code,
    items: [
      {
        product_id: crypto.randomUUID(),
        name: 'Layali',
        brand: 'Zahra',
        facts: '',
        quantity: 2,
        restocked: 0,
        discount_grosze: 0,
        unit_price_grosze: 5000,
        slug: 'layali',
        image_key: null,
        batch: null,
        recalled,
      },
    ],
    shipment,
    payment: { method: 'prepaid', label: '', attempts: [...payments], on_delivery: null },
  }
  const [first] = payments
  if (!first) throw new Error('no payment')
  const element = <RefundDialog order={order} attempt={first} onClose={(() => {}) as CloseDialog} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  await screen.findByRole('dialog', { name: 'Zwrot do zamówienia 12345678' })
}

const pieces = () => screen.queryByRole('combobox', { name: 'Ile wraca do sprzedaży: Layali' })

test('the full refund of an unsent order asks how many pieces are sold again, a partial one does not', async () => {
  await show([attempt('1')])
  expect(pieces()).not.toBeNull()
  const user = userEvent.setup()
  const amount = screen.getByRole('textbox', { name: 'Kwota zwrotu (zł)' })
  await user.clear(amount)
  await user.type(amount, '20,00')
  expect(pieces()).toBeNull()
})

test('the refund of a double payment returns no pieces', async () => {
  await show([attempt('1'), attempt('2')])
  expect(pieces()).toBeNull()
})

test('the refund of a double payment leaves the code for samples, which the other payment pays for', async () => {
  await show([attempt('1'), attempt('2')], 'paid', { code: 'ABCD2345', active: true, orders: ['1'], used_grosze: 990 })
  expect(screen.queryByText(/Kod ABCD2345/)).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Kwota zwrotu (zł)' })).toHaveProperty('value', '100,00')
})

test('after a lost dispute the dialog does not speak of one that goes on', async () => {
  const lost = { status: 'lost', sentence: '', amount_grosze: 4_000, is_over: true, opened_at: at }
  await show([{ ...attempt('1'), is_disputed: true, refundable_grosze: 6_000, disputes: [lost] }])
  expect(screen.getByText(/^Bank wziął pieniądze po sporze/)).not.toBeNull()
  expect(screen.queryByText(/Trwa spór/)).toBeNull()
})

test('the refund of a cancelled order moves no pieces', async () => {
  await show([attempt('1')], 'cancelled')
  expect(pieces()).toBeNull()
})

test('a partial refund asks what it is for, and which pieces came back', async () => {
  await show([attempt('1')])
  expect(screen.queryByRole('radio', { name: /Rabat albo przeprosiny/ })).toBeNull()
  const user = userEvent.setup()
  const amount = screen.getByRole('textbox', { name: 'Kwota zwrotu (zł)' })
  await user.clear(amount)
  await user.type(amount, '20,00')
  expect(screen.getByRole('radio', { name: /Rabat albo przeprosiny/ })).toHaveProperty('checked', true)
  const back = () => screen.queryByRole('combobox', { name: 'Ile wróciło: Layali' })
  expect(back()).toBeNull()
  await user.click(screen.getByRole('radio', { name: /Towar, który wrócił/ }))
  expect(back()).toHaveProperty('value', '2')
})

test('a recalled bottle that was sent comes back and is not sold again; one in the shop asks as any other', async () => {
  await show([attempt('1')], 'paid', null, { recalled: true, shipment: SENT })
  expect(screen.getByRole('radio', { name: /Towar, który wrócił/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('combobox', { name: 'Ile wróciło: Layali' })).toHaveProperty('value', '2')
  expect(pieces()).toHaveProperty('value', '0')
  cleanup()
  await show([attempt('1')], 'paid', null, { recalled: true })
  const user = userEvent.setup()
  const amount = screen.getByRole('textbox', { name: 'Kwota zwrotu (zł)' })
  await user.clear(amount)
  await user.type(amount, '20,00')
  expect(screen.getByRole('radio', { name: /Rabat albo przeprosiny/ })).toHaveProperty('checked', true)
})

test('the unused code for samples of the order ends unless the admin keeps it', async () => {
  await show([attempt('1')], 'paid', { code: 'ABCD2345', active: true, orders: [], used_grosze: 0 })
  expect(screen.getByRole('checkbox', { name: /^Zakończ kod ABCD2345/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('textbox', { name: 'Kwota zwrotu (zł)' })).toHaveProperty('value', '100,00')
})

test('a used code for samples is named with its order, and is not proposed to be given back again', async () => {
  await show([attempt('1')], 'paid', { code: 'ABCD2345', active: true, orders: ['87654321'], used_grosze: 990 })
  expect(screen.queryByRole('checkbox', { name: /Zakończ kod/ })).toBeNull()
  expect(screen.getByText(/Kod ABCD2345 .* jest użyty w zamówieniu 87654321/)).not.toBeNull()
  expect(screen.getByRole('textbox', { name: 'Kwota zwrotu (zł)' })).toHaveProperty('value', '90,10')
})

test('of a sent order a partial refund asks how many of the pieces that came back are sold again', async () => {
  await show([attempt('1')], 'paid', null, { shipment: SENT })
  const user = userEvent.setup()
  const amount = screen.getByRole('textbox', { name: 'Kwota zwrotu (zł)' })
  await user.clear(amount)
  await user.type(amount, '20,00')
  expect(pieces()).toBeNull()
  await user.click(screen.getByRole('radio', { name: /Towar, który wrócił/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Ile wróciło: Layali' }), '1')
  expect(pieces()).toHaveProperty('value', '1')
  expect([...(pieces()?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual(['1', '0'])
})
