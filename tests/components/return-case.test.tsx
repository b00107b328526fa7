import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { caseQuery } from '#app/admin/returns/returns-data.ts'
import { queryClient } from '#app/query-client.ts'
import { attachToaster, type ToastOptions } from '#app/ui/toast.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import { CASE, ID, openReturnCase } from './open-return-case.tsx'

/** Of a withdrawal of two pieces. */
const MONEY = {
  pieces_grosze: 23_800,
  delivery_grosze: 1_299,
  deduction_grosze: 0,
  total_grosze: 25_099,
  paid_grosze: 25_399,
  lowered_grosze: 0,
  returned_grosze: 0,
  returned_beside_grosze: 0,
  owed_grosze: 25_099,
}

afterEach(() => queryClient.clear())

const buttons = async () => {
  await screen.findByRole('heading', { name: 'Oświadczenie' })
  return screen.queryAllByRole('button').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
}

test.each([
  [{}, ['Towar dotarł', 'Oddaj 250,99 zł', 'Jest dowód nadania', 'Odmów', 'Wyślij kod']],
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
    ['Towar dotarł', 'Oddaj 250,99 zł', 'Jest dowód nadania', 'Wyślij kod'],
  ],
] as const)('the owner is offered the possible actions: %j', async (found, offered) => {
  openReturnCase(found as Partial<AdminCase>)
  expect(await buttons()).toEqual(offered)
})

test('the owner types the carrier’s code: a wrong one says why and stays, a given one can be changed, later it only shows', async () => {
  const sent: unknown[] = []
  const { user } = openReturnCase(
    {},
    {
      'post /api/admin/returns/:id/drop-off-code': (json) => {
        sent.push(json)
        return { ok: true }
      },
    },
  )
  const field: HTMLInputElement = await screen.findByRole('textbox', { name: /^Kod od przewoźnika/ })
  await user.type(field, 'a!')
  await user.click(screen.getByRole('button', { name: 'Wyślij kod' }))
  await screen.findByText(/3 do 30 liter i cyfr/)
  expect([field.value, sent]).toEqual(['a!', []])
  await user.clear(field)
  await user.type(field, 'abc-123')
  await user.click(screen.getByRole('button', { name: 'Wyślij kod' }))
  await waitFor(() => expect(sent).toEqual([{ drop_off_code: 'ABC-123' }]))
})

test('a code that the buyer has already is not sent again, only another one', async () => {
  const { user } = openReturnCase({ drop_off_code: 'AB6204' })
  const button = await screen.findByRole('button', { name: 'Zmień kod' })
  const field = screen.getByRole('textbox', { name: /^Kod od przewoźnika/ })
  for (const [typed, isSame] of [
    ['AB6204', true],
    [' ab 62 04 ', true],
    ['AB62049', false],
    ['?', false],
  ] as const) {
    await user.clear(field)
    await user.type(field, typed)
    expect(button, typed).toHaveProperty('disabled', isSame)
  }
})

test('a code that another window has given is shown, and does not replace what is typed here', async () => {
  const { user } = openReturnCase({})
  const field: HTMLInputElement = await screen.findByRole('textbox', { name: /^Kod od przewoźnika/ })
  const giveElsewhere = (drop_off_code: string) =>
    queryClient.setQueryData(caseQuery(ID).queryKey, (found) => found && { ...found, drop_off_code })
  giveElsewhere('AB6204')
  await waitFor(() => expect(field.value).toBe('AB6204'))
  await user.type(field, '9')
  giveElsewhere('CD7777')
  await screen.findByText(/^Kupujący ma kod CD7777/)
  expect(field.value).toBe('AB62049')
})

test('a code that was given stays readable once the goods are back', async () => {
  openReturnCase({ stage: 'to_settle', arrived_at: '2026-11-26T09:00:00.000Z', drop_off_code: '620412345678' })
  await screen.findByText('620412345678')
  expect(screen.queryByRole('textbox', { name: /^Kod od przewoźnika/ })).toBeNull()
})

test('an order paid on delivery is refunded to an account that the owner types, or in another way', async () => {
  const sent: unknown[] = []
  const { user } = openReturnCase(
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
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Numer konta/ })).toBeNull())
  await ask()
  await user.click(await screen.findByRole('checkbox', { name: /^Oddano inaczej/ }))
  await confirm()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { owed_grosze: 25_099, iban: 'PL61109010140000071219812874' },
    { owed_grosze: 25_099, given_otherwise: true },
  ])
})

test('refunding asks with sum and way, and needs one more press', async () => {
  const sent: unknown[] = []
  const { user } = openReturnCase(
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
  const { user } = openReturnCase(
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
  const { user } = openReturnCase({ kind: 'complaint', stage: 'to_answer', demand, payment })
  await buttons()
  await user.click(screen.getByRole('button', { name: 'Odpowiedz' }))
  const accept = await screen.findByRole('radio', { name: /^Tak, uznaję/ })
  expect(accept.closest('label')?.textContent?.replaceAll('\u00a0', ' ')).toContain(sentence)
})

test('warnings for the owner’s decision are at the top', async () => {
  openReturnCase({ match: 'number_only', late: true, refund: 'failed' })
  await screen.findByText(/kupiono je z innym adresem e-mail/)
  screen.getByText(/przyszło po terminie/)
  screen.getByText(/Operator nie oddał pieniędzy/)
})

test('a withdrawal before dispatch: one press cancels and refunds, with the pieces to sell again', async () => {
  const sent: unknown[] = []
  const { user } = openReturnCase(
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

test('a returned bottle of a recalled batch is not proposed for sale, whatever its condition', async () => {
  const { user } = openReturnCase({ pieces: CASE.pieces.map((piece) => ({ ...piece, recalled: true })) })
  await user.click(await screen.findByRole('button', { name: 'Towar dotarł' }))
  const dialog = await screen.findByRole('dialog', { name: /^Co dotarło/ })
  within(dialog).getByText('Z wycofanej partii: nie sprzedawaj ponownie.')
  const again = within(dialog).getByRole('checkbox', { name: 'Wraca do sprzedaży' })
  expect(again).toHaveProperty('checked', false)
  const condition = within(dialog).getByRole('combobox', { name: 'Stan: Oud, 100 ml' })
  await user.selectOptions(condition, 'opened')
  await user.selectOptions(condition, 'sealed')
  expect(again).toHaveProperty('checked', false)
})

test('marking the proof of dispatch can be undone from its toast', async () => {
  const sent: unknown[] = []
  const { user } = openReturnCase(
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
    // Toasts of earlier tests wait for a toaster that shows them.
    if (command.do === 'show' && command.options.title.startsWith('Dowód')) toasts.push(command.options)
  })
  await user.click(screen.getByRole('button', { name: 'Jest dowód nadania' }))
  await vi.waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatchObject({ durationMs: 6000, action: { label: 'Cofnij' } })
  toasts[0]?.action?.onClick()
  await vi.waitFor(() => expect(sent).toEqual([{ proven: true }, { proven: false }]))
})

test('the money names what lowered the price of the returned pieces before', async () => {
  openReturnCase({
    money: {
      ...MONEY,
      advantages: [],
      pieces_grosze: 23_300,
      lowered_grosze: 500,
      owed_grosze: 24_599,
      total_grosze: 24_599,
    },
  })
  const term = await screen.findByText('Cena obniżona wcześniej')
  expect(term.parentElement?.textContent).toMatch(/5,00\szł$/)
  expect(screen.getByText('Produkty').parentElement?.textContent).toMatch(/238,00\szł$/)
})

test('the money names what went back before the statement, so that its lines add up to what is owed', async () => {
  openReturnCase({ money: { ...MONEY, advantages: [], returned_grosze: 500, owed_grosze: 24_599 } })
  const term = await screen.findByText('Oddane wcześniej')
  expect(term.parentElement?.textContent).toMatch(/5,00\szł$/)
  expect(screen.queryByText('Jeszcze niezapłacone')).toBeNull()
})

test('the money names what the buyer has not paid for an order of the parcel', async () => {
  openReturnCase({ money: { ...MONEY, advantages: [], returned_grosze: 500, owed_grosze: 14_599 } })
  const term = await screen.findByText('Jeszcze niezapłacone')
  expect(term.parentElement?.textContent).toMatch(/100,00\szł$/)
  expect(screen.getByText('Oddane wcześniej').parentElement?.textContent).toMatch(/5,00\szł$/)
})

test('the money names the code that the returned samples were given for, and the choice about it', async () => {
  const advantages = [{ kind: 'sample_code' as const, code: 'ABCD2345', orders: ['87654321'], grosze: 990 }]
  const money = { ...MONEY, deduction_grosze: 990, advantages }
  openReturnCase({ money })
  const line = await screen.findByText('Kod ABCD2345 za te próbki, użyty w zamówieniu 87654321')
  expect(line.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')).toMatch(/^[-−]9,90 zł$/)
  expect(screen.getByRole('button', { name: 'Zostaw go kupującemu' })).not.toBeNull()
  expect(screen.queryByText(/^Potrącenie/)).toBeNull()
})

test('money of a case whose discount stays with the buyer says so', async () => {
  const advantages = [{ kind: 'sample_code' as const, code: 'ABCD2345', orders: ['87654321'], grosze: 990 }]
  openReturnCase({ money: { ...MONEY, advantages }, advantages_waived: true })
  expect(await screen.findByText(/zostaje kupującemu/)).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Potrąć go' })).not.toBeNull()
})
