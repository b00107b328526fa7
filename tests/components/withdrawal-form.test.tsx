import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { OrderByLink } from '#app/returns/order-by-link.tsx'
import { WithdrawalForm } from '#app/returns/withdrawal-form.tsx'
import type { StatementForm } from '#domain/withdrawals/statement.ts'
import { complaintAt } from './complaint-at.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

const RECEIPT = { number: 'Z3F2A9C1E', received_at: '2026-11-24T09:15:27.000Z' }
const ORDER: StatementForm = {
  order_number: '81293747',
  name: 'Anna K.',
  email: 'a•••@example.test',
  items: [
    {
      product_id: 'a0000000-0000-4000-8000-000000000001',
      name: 'Oud',
      brand: 'Ward',
      quantity: 2,
      unitPriceGrosze: 11_900,
    },
    {
      product_id: 'a0000000-0000-4000-8000-000000000002',
      name: 'Róża',
      brand: 'Ward',
      quantity: 1,
      unitPriceGrosze: 4_990,
    },
  ],
}

afterEach(() => vi.unstubAllGlobals())

function open(answers: Answers, address = '/odstapienie') {
  stubShop(answers)
  const Page = createRoutesStub([
    {
      path: '/odstapienie',
      Component: () => (
        <OrderByLink>{(order) => <WithdrawalForm order={order} returnAddress="Prosta 1, Łódź" />}</OrderByLink>
      ),
    },
  ])
  render(<Page initialEntries={[address]} />)
  return userEvent.setup()
}

const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) })
const press = (name: string) => screen.getByRole('button', { name })

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await field('Imię i nazwisko'), 'Łucja Ćwik')
  await user.type(await field('Numer zamówienia'), '81293747')
  await user.type(await field('E-mail'), 'lucja@example.test')
}

test('two steps: the second repeats what is declared, and only its press sends it', async () => {
  const sent: unknown[] = []
  const user = open({
    'post /api/withdrawals': (json) => {
      sent.push(json)
      return RECEIPT
    },
  })
  await fill(user)
  await user.click(press('Dalej'))
  await screen.findByRole('heading', { name: 'Sprawdź i potwierdź' })
  for (const part of [
    'Odstępuję od umowy sprzedaży.',
    'Łucja Ćwik',
    '81293747',
    'lucja@example.test',
    'Całego zamówienia',
  ])
    screen.getByText(part)
  expect(sent).toEqual([])
  await user.click(press('Popraw dane'))
  expect(await field('Imię i nazwisko')).toHaveProperty('value', 'Łucja Ćwik')
  await user.click(press('Dalej'))
  await user.click(press('Potwierdź odstąpienie'))
  await screen.findByRole('heading', { name: 'Odstąpienie zostało złożone' })
  screen.getByText('Z3F2A9C1E')
  screen.getByText(/24 listopada 2026 (o )?10:15:27/)
  expect(sent).toMatchObject([
    { name: 'Łucja Ćwik', order_number: '81293747', email: 'lucja@example.test', reason: '' },
  ])
})

test('what is missing is said at its field, and no reason is asked for', async () => {
  const user = open({})
  await user.click(await screen.findByRole('button', { name: 'Dalej' }))
  expect(complaintAt(await field('Imię i nazwisko'))).toBe('Podaj imię i nazwisko')
  expect(complaintAt(await field('Numer zamówienia'))).toBe('Podaj numer zamówienia')
  expect(complaintAt(await field('Powód'))).toBe('')
})

test('a shop that does not answer loses nothing; the next press sends the same statement', async () => {
  let isAway = true
  const user = open({
    'post /api/withdrawals': () => {
      if (isAway) throw new TypeError('away')
      return RECEIPT
    },
  })
  await fill(user)
  await user.click(press('Dalej'))
  await user.click(press('Potwierdź odstąpienie'))
  await screen.findByText(/Nic z tego, co wpisano, nie zginęło/)
  isAway = false
  await user.click(press('Potwierdź odstąpienie'))
  await screen.findByText('Z3F2A9C1E')
})

test('by a link the order is filled in and single pieces are chosen', async () => {
  const sent: unknown[] = []
  const user = open(
    {
      'post /api/order-link/statement-form': () => ORDER,
      'post /api/order-link/withdraw': (json) => {
        sent.push(json)
        return RECEIPT
      },
    },
    '/odstapienie#token',
  )
  await screen.findByText('Anna K.')
  const pieces = within(screen.getByRole('group', { name: 'Od czego odstępujesz?' }))
  await user.selectOptions(pieces.getByRole('combobox', { name: /Oud/ }), '1')
  await user.click(pieces.getByRole('checkbox', { name: /Róża/ }))
  await user.click(press('Dalej'))
  screen.getByText('1 × Oud, Ward')
  await user.click(press('Potwierdź odstąpienie'))
  await screen.findByText('Z3F2A9C1E')
  expect(sent).toEqual([
    { token: 'token', items: [{ product_id: ORDER.items[0]?.product_id, quantity: 1 }], reason: '' },
  ])
})

test('without a chosen piece nothing is declared', async () => {
  const user = open({ 'post /api/order-link/statement-form': () => ORDER }, '/odstapienie#token')
  for (const box of await screen.findAllByRole('checkbox')) await user.click(box)
  await user.click(press('Dalej'))
  screen.getByText('Zaznacz, czego dotyczy odstąpienie.')
  expect(screen.queryByRole('button', { name: 'Potwierdź odstąpienie' })).toBeNull()
})

test('a link that is incomplete leads to the empty form', async () => {
  open(
    { 'post /api/order-link/statement-form': () => refusal(404, 'order_link_invalid', 'Ten link jest nieprawidłowy.') },
    '/odstapienie#x',
  )
  await screen.findByText(/Link do zamówienia jest niepełny/)
  await field('Numer zamówienia')
})
