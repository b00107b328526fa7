import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import ReturnCase from '#app/admin/returns/return-case-page.tsx'
import { queryClient } from '#app/query-client.ts'
import { attachToaster, type ToastOptions } from '#app/ui/toast.ts'
import type { AdminCase } from '#domain/returns/admin-case.ts'
import { CASE_ACTS, refuseAct } from '#domain/returns/return-case.ts'
import { type Answers, stubShop } from './stub-shop.ts'

const ID = 'a0000000-0000-4000-8000-000000000000'
const CASE: AdminCase = {
  id: ID,
  number: 'Z3F2A9C1E',
  kind: 'withdrawal',
  stage: 'waiting_for_goods',
  dispatch: 'delivered',
  acts: [],
  taken_out_at: null,
  received_at: '2026-11-24T09:15:27.000Z',
  due_day: '2026-12-08',
  overdue: false,
  name: 'Łucja Ćwik',
  email: 'lucja@example.test',
  order_number: '81293747',
  items_note: null,
  reason: null,
  demand: null,
  pictures: [],
  match: 'signed',
  late: false,
  orders: [{ id: ID, number: '81293747', status: 'paid', delivered_at: null }],
  payment: 'prepaid',
  pieces: [
    {
      order_item_id: ID,
      name: 'Oud',
      brand: 'Ward',
      facts: '100 ml · Woda perfumowana',
      unit_price_grosze: 11_900,
      most: 2,
      quantity: 2,
      condition: null,
      restocked: 0,
    },
  ],
  gifts: 0,
  money: {
    pieces_grosze: 23_800,
    delivery_grosze: 1_299,
    deduction_grosze: 0,
    total_grosze: 25_099,
    paid_grosze: 25_399,
    returned_beside_grosze: 0,
    owed_grosze: 25_099,
  },
  deduction_reason: null,
  account_number: null,
  sent_back_at: null,
  arrived_at: null,
  settled_at: null,
  settled_grosze: null,
  refund: null,
  decision: null,
  answer: null,
  answered_at: null,
}

afterEach(() => queryClient.clear())

const toMoment = (text: string | null) => (text === null ? null : new Date(text))

const toSteps = ({
  arrived_at: arrivedAt,
  sent_back_at: sentBackAt,
  settled_at: settledAt,
  taken_out_at: takenOutAt,
  ...found
}: AdminCase) => ({
  ...found,
  arrived_at: toMoment(arrivedAt),
  sent_back_at: toMoment(sentBackAt),
  settled_at: toMoment(settledAt),
  unsent_at: toMoment(takenOutAt),
})

function open(found: Partial<AdminCase>, answers: Answers = {}) {
  const whole = { ...CASE, ...found }
  const answer = { ...whole, acts: CASE_ACTS.filter((act) => refuseAct(toSteps(whole), act) === null) }
  const asked = stubShop({ 'get /api/admin/returns/:id': () => answer, ...answers })
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
  [{ stage: 'to_settle', arrived_at: '2026-11-26T09:00:00.000Z' }, ['Oddaj 250,99 zł', 'Odmów']],
  [{ stage: 'settled', settled_at: '2026-11-26T09:00:00.000Z', arrived_at: '2026-11-26T09:00:00.000Z' }, []],
  [{ stage: 'to_settle', dispatch: 'not_sent' }, ['Anuluj zamówienie i oddaj 250,99 zł', 'Odmów']],
  [
    {
      stage: 'settled',
      dispatch: 'not_sent',
      taken_out_at: '2026-11-26T09:00:00.000Z',
      settled_at: '2026-11-26T09:00:00.000Z',
    },
    [],
  ],
  [{ match: 'none', orders: [], payment: null, pieces: [], money: null }, ['Odmów', 'Przypisz']],
  [{ kind: 'complaint', stage: 'to_answer', demand: 'repair', money: null }, ['Odpowiedz']],
  [{ kind: 'complaint', stage: 'to_answer', demand: 'withdrawal' }, ['Odpowiedz']],
  [{ kind: 'complaint', stage: 'answered', demand: 'repair', decision: 'accepted', money: null }, []],
  [{ kind: 'complaint', stage: 'to_settle', demand: 'lower_price', decision: 'accepted' }, ['Oddaj 250,99 zł']],
  [
    { kind: 'complaint', stage: 'waiting_for_goods', demand: 'withdrawal', decision: 'accepted' },
    ['Towar dotarł', 'Oddaj 250,99 zł', 'Jest dowód nadania'],
  ],
] as const)('the owner is offered what can be done now: %j', async (found, offered) => {
  open(found as Partial<AdminCase>)
  expect(await buttons()).toEqual(offered)
})

test('money of an order paid on delivery goes to the account that the owner types, or went back otherwise', async () => {
  const sent: unknown[] = []
  const { user } = open(
    { payment: 'cash_on_delivery' },
    {
      'post /api/admin/returns/:id/settle': (json) => {
        sent.push(json)
        return { ok: true }
      },
    },
  )
  await buttons()
  screen.getByText(/kupujący poda numer konta na stronie zamówienia/)
  const ask = () => user.click(screen.getByRole('button', { name: /^Oznacz przelew/ }))
  const confirm = () => user.click(screen.getByRole('button', { name: /^Oznacz jako oddane/ }))
  await ask()
  await user.type(await screen.findByRole('textbox', { name: /^Numer konta/ }), '61 1090 1014 0000 0712 1981 2875')
  await confirm()
  await screen.findByText(/W tym numerze konta jest pomyłka/)
  expect(sent).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /^Numer konta/ }), '{Backspace}4')
  await confirm()
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await ask()
  await user.click(await screen.findByRole('checkbox', { name: /^Oddano inaczej/ }))
  await confirm()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { owed_grosze: 25_099, iban: 'PL61109010140000071219812874' },
    { owed_grosze: 25_099, given_otherwise: true },
  ])
})

test('giving back asks with the sum and the way, and is done by one press more', async () => {
  const sent: unknown[] = []
  const { user } = open(
    {},
    {
      'post /api/admin/returns/:id/settle': (json) => {
        sent.push(json)
        return { ok: true }
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
  expect(sent).toEqual([{ owed_grosze: 25_099 }])
})

test('accepting a complaint about the price asks for the amount, at most what is left', async () => {
  const sent: unknown[] = []
  const { user } = open(
    { kind: 'complaint', stage: 'to_answer', demand: 'lower_price' },
    {
      'post /api/admin/returns/:id/answer': (json) => {
        sent.push(json)
        return { ok: true }
      },
    },
  )
  await buttons()
  await user.click(screen.getByRole('button', { name: 'Odpowiedz' }))
  await user.type(await screen.findByRole('textbox', { name: /^Odpowiedź/ }), 'Obniżamy cenę.')
  expect(screen.queryByRole('textbox', { name: /^O ile obniżasz/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Tak, uznaję/ }))
  const amount = await screen.findByRole('textbox', { name: /^O ile obniżasz/ })
  const send = screen.getByRole('button', { name: 'Wyślij odpowiedź' })
  await user.click(send)
  await screen.findByText('Wpisz kwotę, na przykład 20,00')
  await user.type(amount, '251')
  await user.click(send)
  await screen.findByText(/Najwyżej można zwrócić 250,99/)
  expect(sent).toEqual([])
  await user.clear(amount)
  await user.type(amount, '20')
  await user.click(send)
  await vi.waitFor(() =>
    expect(sent).toEqual([{ decision: 'accepted', answer: 'Obniżamy cenę.', amount_grosze: 2_000 }]),
  )
})

test.each([
  ['lower_price', 'prepaid', 'Kwotę oddasz jednym naciśnięciem, zaraz po odpowiedzi.'],
  ['lower_price', 'cash_on_delivery', 'Kwotę oddasz przelewem, gdy kupujący poda numer konta.'],
  ['withdrawal', 'prepaid', '250,99 zł oddasz jednym naciśnięciem, gdy towar wróci.'],
  ['withdrawal', 'cash_on_delivery', '250,99 zł oddasz przelewem, gdy towar wróci i kupujący poda numer konta.'],
] as const)('before accepting a complaint the owner reads what follows: %s, %s', async (demand, payment, sentence) => {
  const { user } = open({ kind: 'complaint', stage: 'to_answer', demand, payment })
  await buttons()
  await user.click(screen.getByRole('button', { name: 'Odpowiedz' }))
  const accept = await screen.findByRole('radio', { name: /^Tak, uznaję/ })
  expect(accept.closest('label')?.textContent?.replaceAll('\u00a0', ' ')).toContain(sentence)
})

test('what the owner has to know before deciding is said on top', async () => {
  open({ match: 'number_only', late: true, refund: 'failed' })
  await screen.findByText(/kupiono je z innym adresem e-mail/)
  screen.getByText(/przyszło po terminie/)
  screen.getByText(/Operator nie oddał pieniędzy/)
})

test('a withdrawal before dispatch: one press, with what is sold again, cancels and gives the money back', async () => {
  const sent: unknown[] = []
  const { user } = open(
    { stage: 'to_settle', dispatch: 'not_sent' },
    {
      'post /api/admin/returns/:id/take-out': (json) => {
        sent.push(json)
        return { ok: true }
      },
    },
  )
  await buttons()
  screen.getByText('Paczka jest jeszcze w sklepie: nic nie trzeba odsyłać, pieniądze wracają od razu.')
  await user.click(screen.getByRole('button', { name: /^Anuluj zamówienie i oddaj/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Odstąpienie Z3F2A9C1E' })
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain('250,99 zł wróci tą samą drogą')
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Ile wraca do sprzedaży: Oud · / }), '1')
  await user.click(screen.getByRole('button', { name: /^Wykonaj i oddaj/ }))
  await vi.waitFor(() => expect(sent).toEqual([{ owed_grosze: 25_099, restock: [{ order_item_id: ID, quantity: 1 }] }]))
})

test('the proof of posting can be undone from its toast', async () => {
  const sent: unknown[] = []
  const { user } = open(
    {},
    {
      'post /api/admin/returns/:id/sent-back': (json) => {
        sent.push(json)
        return { ok: true }
      },
    },
  )
  await buttons()
  const toasts: ToastOptions[] = []
  attachToaster((command) => {
    // Toasts of earlier tests wait for somebody who shows them.
    if (command.do === 'show' && command.options.title.startsWith('Dowód')) toasts.push(command.options)
  })
  await user.click(screen.getByRole('button', { name: 'Jest dowód nadania' }))
  await vi.waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatchObject({ durationMs: 6000, action: { label: 'Cofnij' } })
  toasts[0]?.action?.onClick()
  await vi.waitFor(() => expect(sent).toEqual([{ proven: true }, { proven: false }]))
})
