import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { OrderCases } from '#app/order-links/order-cases.tsx'
import type { LinkedCase } from '#domain/returns/admin-case.ts'
import { stubShop } from './stub-shop.ts'

const CASE: LinkedCase = {
  number: 'Z3F2A9C1E',
  kind: 'withdrawal',
  stage: 'waiting_for_goods',
  dispatch: 'delivered',
  is_paid: true,
  late: false,
  received_at: '2026-11-24T09:15:27.000Z',
  due_day: '2026-12-08',
  items: [{ name: 'Oud', quantity: 2 }],
  awaits_goods: true,
  arrived_at: null,
  drop_off_code: null,
  amount_grosze: 13_289,
  deduction_grosze: 0,
  deduction_reason: null,
  advantages: [],
  account: null,
  decision: null,
  answer: null,
}

const NEARBY = 'https://szybkiezwroty.example/perfumeria'

function show(...cases: Partial<LinkedCase>[]) {
  const onChanged = vi.fn()
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <OrderCases
          cases={cases.map((each) => ({ ...CASE, ...each }))}
          nearbyReturnUrl={NEARBY}
          token="token"
          onChanged={onChanged}
        />
      ),
    },
  ])
  render(<Page />)
  return { user: userEvent.setup(), onChanged }
}

test.each([
  [{}, 'Oddamy 132,89 zł do 8 grudnia 2026. Czekamy na towar albo dowód jego nadania.'],
  [{ stage: 'to_settle' }, 'Oddamy 132,89 zł do 8 grudnia 2026.'],
  [
    { late: true },
    'Jeśli odstąpienie jest skuteczne, oddamy 132,89 zł do 8 grudnia 2026. Czekamy na towar albo dowód jego nadania.',
  ],
  [
    { stage: 'to_settle', dispatch: 'not_sent' },
    'Paczka jeszcze nie wyszła: niczego nie odsyłaj. Oddamy 132,89 zł do 8 grudnia 2026.',
  ],
  [
    { stage: 'to_settle', dispatch: 'not_sent', is_paid: false, amount_grosze: 0 },
    'Paczka jeszcze nie wyszła: niczego nie odsyłaj. Nic za nie nie zapłacono, więc nie ma czego oddawać.',
  ],
  [
    { dispatch: 'sent', is_paid: false, amount_grosze: 0 },
    'Paczka jest w drodze, a pobranie nie jest zapłacone. Możesz jej nie przyjąć: wróci do nas.',
  ],
  [{ dispatch: 'sent' }, 'Oddamy 132,89 zł do 8 grudnia 2026. Czekamy na towar albo dowód jego nadania.'],
  [{ stage: 'settled', dispatch: 'not_sent' }, 'Paczka nie wyszła: niczego nie odsyłaj. Oddaliśmy 132,89 zł.'],
  [
    { stage: 'settled', dispatch: 'not_sent', is_paid: false, amount_grosze: 0 },
    'Tych sztuk nie wysłaliśmy. Sprawa zakończona.',
  ],
  [{ stage: 'settled' }, 'Oddaliśmy 132,89 zł.'],
  [{ stage: 'settled', amount_grosze: 0 }, 'Sprawa zakończona.'],
  [{ stage: 'refused', decision: 'rejected' }, 'Nie możemy przyjąć tego odstąpienia.'],
  [{ kind: 'complaint', stage: 'to_answer' }, 'Odpowiemy do 8 grudnia 2026.'],
  [{ kind: 'complaint', stage: 'answered', decision: 'accepted' }, 'Uznaliśmy reklamację.'],
  [{ kind: 'complaint', stage: 'answered', decision: 'rejected' }, 'Nie uznaliśmy reklamacji.'],
  [
    { kind: 'complaint', stage: 'to_settle', decision: 'accepted', amount_grosze: 2_000 },
    'Uznaliśmy reklamację. Oddamy 20,00 zł do 8 grudnia 2026.',
  ],
  [
    { kind: 'complaint', stage: 'waiting_for_goods', decision: 'accepted' },
    'Uznaliśmy reklamację. Oddamy 132,89 zł do 8 grudnia 2026. Czekamy na towar albo dowód jego nadania.',
  ],
  [
    { kind: 'complaint', stage: 'settled', decision: 'accepted', amount_grosze: 2_000 },
    'Uznaliśmy reklamację. Oddaliśmy 20,00 zł.',
  ],
] as const)('the buyer reads the state of the case: %j', (each, sentence) => {
  show(each)
  expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain(sentence)
})

test('the links to withdrawal and complaint open forms with the order filled in', () => {
  show()
  for (const [name, path] of [
    ['Odstąp od umowy tutaj', '/odstapienie#token'],
    ['Złóż reklamację', '/reklamacja#token'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path)
})

test('the refund’s account number can be typed in any format; a wrong digit is reported at the field', async () => {
  const sent: unknown[] = []
  stubShop({
    'post /api/order-link/account-number': (json) => {
      sent.push(json)
      return { ok: true }
    },
  })
  const { user, onChanged } = show({ account: { ending: null } })
  const field = screen.getByRole('textbox', { name: /^Numer konta/ })
  await user.type(field, '61 1090 1014 0000 0712 1981 2875')
  await user.click(screen.getByRole('button', { name: 'Zapisz numer konta' }))
  await screen.findByText(/W tym numerze konta jest pomyłka/)
  await user.clear(field)
  await user.type(field, '61 1090 1014 0000 0712 1981 2874')
  await user.click(screen.getByRole('button', { name: 'Zapisz numer konta' }))
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalled())
  expect(sent).toEqual([{ token: 'token', number: 'Z3F2A9C1E', iban: 'PL61109010140000071219812874' }])
})

test('while goods are to come back the case leads to a return nearby and says how to pack, afterwards it does not', () => {
  const over = { number: 'Z2', stage: 'to_settle', awaits_goods: false, drop_off_code: '620412345678' } as const
  show({ drop_off_code: '620412345678' }, over)
  expect(screen.getAllByText('620412345678')).toHaveLength(1)
  const links = screen.getAllByRole('link', { name: /nadasz zwrot w pobliżu/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([NEARBY])
  expect(links[0]?.closest('article')?.textContent).toContain('Owiń flakon')
})

test('goods whose money was given back before they came still have their code and way back', () => {
  show({ stage: 'settled', amount_grosze: 1_000, drop_off_code: '620412345678' })
  expect(screen.getByText('620412345678')).not.toBeNull()
  expect(
    screen.getByText(/^Oddaliśmy 10,00.zł\. Jeśli towar nie jest jeszcze w drodze do nas, odeślij go\.$/),
  ).not.toBeNull()
})
