import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ChangePieces } from '#app/admin/orders/change-pieces-dialog.tsx'
import { OrderAddition } from '#app/panel/orders/order-addition.tsx'
import { fail, ok } from '#domain/kernel/result.ts'
import type { OpenAddition } from '#domain/orders/changes/addition.ts'

const ADDITION: OpenAddition = {
  id: 'a0000000-0000-4000-8000-000000000000',
  amount_grosze: 4_500,
  total_grosze: 14_500,
  until: '2026-11-30T12:05:00.000Z',
  lines: ['Dochodzi 1 × „Layali”.'],
}

type Order = Parameters<typeof ChangePieces>[0]['order']

/** Opens the owner's dialog for an order of one piece for 100,00 zł that was paid ahead. */
async function openDialog(change: Partial<Order['change']> = {}, { pieces = 1, press = /^Więcej/ } = {}) {
  const order = {
    id: crypto.randomUUID(),
    number: '12345678',
    items: [
      {
        product_id: crypto.randomUUID(),
        name: 'Layali',
        facts: '100\u00a0ml · Woda perfumowana',
        quantity: pieces,
        unit_price_grosze: 10_000,
        discount_grosze: 0,
      },
    ],
    shipping_grosze: 1_299,
    total_grosze: 1_299 + pieces * 10_000,
    shipment: null,
    payment: { method: 'prepaid' },
    change: {
      version: '1',
      pieces_refusal: null,
      label_number: null,
      due_grosze: null,
      addition: null,
      receipt: null,
      advantages: [],
      ...change,
    },
  } as unknown as Order
  const element = <ChangePieces order={order} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Zmień produkty' }))
  await user.click(await screen.findByRole('button', { name: press }))
}

test('the owner’s dialog says what a dearer change asks the buyer for, and until when the order stays as it is', async () => {
  await openDialog()
  expect(screen.getByRole('button', { name: /^Poproś o dopłatę 100,00.zł$/ })).toBeDefined()
  expect(screen.getByText(/po zmianie kosztuje o 100,00.zł więcej\. Kupujący dostanie e-mail z linkiem/)).toBeDefined()
  expect(screen.queryByText(/Paragon/)).toBeNull()
})

test('the owner’s dialog warns of a printed receipt and of an addition that waits', async () => {
  await openDialog({ receipt: '123/456', addition: ADDITION })
  expect(screen.getByText(/^Paragon 123\/456 jest już wydrukowany .* osobny paragon na 100,00.zł\.$/)).toBeDefined()
  expect(screen.getByText(/^Czeka już dopłata 45,00.zł\. Zapisanie tej zmiany ją zastąpi\.$/)).toBeDefined()
})

test('the owner’s dialog says which discount a smaller order keeps although its goods cost too little', async () => {
  const advantages = [
    { name: 'Rabat kodem LATO', from_grosze: 15_000 },
    { name: 'Darmowa dostawa', from_grosze: 9_000 },
  ]
  await openDialog({ advantages }, { pieces: 2, press: /^Mniej/ })
  expect(screen.getByText(/^Rabat kodem LATO należy się od 150,00.zł, a zostaje 100,00.zł\./)).toBeDefined()
  expect(screen.queryByText(/^Darmowa dostawa/)).toBeNull()
})

test('the buyer reads what changes and what it costs, and can give it up; a refusal is told', async () => {
  const onOver = vi.fn()
  const giveUp = vi
    .fn()
    .mockResolvedValueOnce(fail({ reason: 'connection' }))
    .mockResolvedValueOnce(ok({}))
  const start = vi.fn()
  render(<OrderAddition addition={ADDITION} start={start} giveUp={giveUp} onOver={onOver} />)
  expect(screen.getByText('Dochodzi 1 × „Layali”.')).toBeDefined()
  expect(screen.getByText(/Po dopłacie zamówienie kosztuje razem 145,00.zł/)).toBeDefined()
  expect(screen.getByRole('button', { name: /^Dopłać 45,00.zł$/ })).toBeDefined()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Nie dopłacam' }))
  await user.click(screen.getByRole('button', { name: 'Nie dopłacam' }))
  expect(giveUp).toHaveBeenLastCalledWith({ addition_id: ADDITION.id })
  expect(onOver).toHaveBeenCalledTimes(2)
})
