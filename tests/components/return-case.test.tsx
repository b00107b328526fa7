import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import ReturnCase from '#app/admin/returns/return-case-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { AdminCase } from '#domain/withdrawals/admin-case.ts'
import { type Answers, stubShop } from './stub-shop.ts'

const ID = 'a0000000-0000-4000-8000-000000000000'
const CASE: AdminCase = {
  id: ID,
  number: 'Z3F2A9C1E',
  kind: 'withdrawal',
  stage: 'waiting_for_goods',
  receivedAt: '2026-11-24T09:15:27.000Z',
  dueDay: '2026-12-08',
  overdue: false,
  name: 'Łucja Ćwik',
  email: 'lucja@example.test',
  orderNumber: '81293747',
  itemsNote: null,
  reason: null,
  demand: null,
  pictures: [],
  match: 'signed',
  late: false,
  orders: [{ id: ID, number: '81293747', status: 'paid', deliveredAt: null }],
  payment: 'prepaid',
  pieces: [
    {
      orderItemId: ID,
      name: 'Oud',
      brand: 'Ward',
      unitPriceGrosze: 11_900,
      most: 2,
      quantity: 2,
      condition: null,
      restocked: 0,
    },
  ],
  gifts: 0,
  money: {
    piecesGrosze: 23_800,
    deliveryGrosze: 1_299,
    deductionGrosze: 0,
    totalGrosze: 25_099,
    paidGrosze: 25_399,
    returnedBesideGrosze: 0,
    owedGrosze: 25_099,
  },
  deductionReason: null,
  accountNumber: null,
  sentBackAt: null,
  arrivedAt: null,
  settledAt: null,
  settledGrosze: null,
  refund: null,
  decision: null,
  answer: null,
  answeredAt: null,
}

afterEach(() => queryClient.clear())

function open(found: Partial<AdminCase>, answers: Answers = {}) {
  const asked = stubShop({ 'get /api/admin/returns/:id': () => ({ ...CASE, ...found }), ...answers })
  // The page uses no more of what the router gives it.
  const given = { params: { id: ID } } as ComponentProps<typeof ReturnCase>
  const Page = createRoutesStub([{ path: '/admin/zwroty/:id', Component: () => <ReturnCase {...given} /> }])
  render(<Page initialEntries={[`/admin/zwroty/${ID}`]} />)
  return { user: userEvent.setup(), asked }
}

const buttons = async () => {
  await screen.findByRole('heading', { name: 'Oświadczenie' })
  return screen.queryAllByRole('button').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
}

test.each([
  [{}, ['Towar dotarł', 'Oddaj 250,99 zł', 'Jest dowód nadania', 'Odmów']],
  [{ stage: 'to_settle', arrivedAt: '2026-11-26T09:00:00.000Z' }, ['Oddaj 250,99 zł', 'Odmów']],
  [{ stage: 'settled', settledAt: '2026-11-26T09:00:00.000Z', arrivedAt: '2026-11-26T09:00:00.000Z' }, []],
  [{ match: 'none', orders: [], payment: null, pieces: [], money: null }, ['Odmów', 'Przypisz']],
  [{ kind: 'complaint', stage: 'to_answer', demand: 'repair', money: null }, ['Odpowiedz']],
] as const)('the owner is offered what can be done now: %j', async (found, offered) => {
  open(found as Partial<AdminCase>)
  expect(await buttons()).toEqual(offered)
})

test('money of an order paid on delivery waits for the account number', async () => {
  open({ payment: 'cash_on_delivery' })
  await buttons()
  expect(screen.getByRole('button', { name: /^Oznacz przelew/ })).toHaveProperty('disabled', true)
  screen.getByText(/kupujący poda numer konta na stronie zamówienia/)
})

test('giving back asks with the sum and the way, and is done by one press more', async () => {
  const sent: unknown[] = []
  const { user } = open(
    {},
    {
      'post /api/admin/returns/:id/settle': (json) => {
        sent.push(json)
        return { status: true }
      },
    },
  )
  await buttons()
  await user.click(screen.getByRole('button', { name: /^Oddaj/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Sprawa Z3F2A9C1E' })
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain('250,99 zł wróci do kupującego tą samą drogą')
  const [confirm] = screen.getAllByRole('button', { name: /^Oddaj/ }).slice(-1)
  if (confirm) await user.click(confirm)
  await screen.findByRole('heading', { name: 'Oświadczenie' })
  expect(sent).toEqual([{ owedGrosze: 25_099 }])
})

test('what the owner has to know before deciding is said on top', async () => {
  open({ match: 'number_only', late: true, refund: 'failed' })
  await screen.findByText(/kupiono je z innym adresem e-mail/)
  screen.getByText(/przyszło po terminie/)
  screen.getByText(/Operator nie oddał pieniędzy/)
})
