import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { writeStored } from '#app/browser-storage.ts'
import { queryClient } from '#app/query-client.ts'
import { OrderByLink } from '#app/returns/order-by-link.tsx'
import { WithdrawalForm } from '#app/returns/withdrawal-form.tsx'
import type { StatementForm } from '#domain/returns/statement.ts'
import { complaintAt } from './complaint-at.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

const RECEIPT = { number: 'Z3F2A9C1E', received_at: '2026-11-24T09:15:27.000Z', refund: null }
const ORDER: StatementForm = {
  order_number: '81293747',
  name: 'Anna K.',
  email: 'a•••@example.test',
  dispatch: 'delivered',
  is_paid: true,
  items: [
    {
      product_id: 'a0000000-0000-4000-8000-000000000001',
      order_number: '81293747',
      name: 'Oud',
      brand: 'Ward',
      facts: '100 ml · Woda perfumowana',
      quantity: 2,
      paid_grosze: 11_900,
    },
    {
      product_id: 'a0000000-0000-4000-8000-000000000002',
      order_number: '81293748',
      name: 'Róża',
      brand: 'Ward',
      facts: '',
      quantity: 1,
      paid_grosze: 4_990,
    },
  ],
}

afterEach(() => {
  writeStored('statement_draft', null)
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** The history entry on the screen. */
let shown: ReturnType<typeof useLocation>

/** The browser's Back. */
function Back() {
  const navigate = useNavigate()
  shown = useLocation()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  )
}

const NEARBY = 'https://szybkiezwroty.example/perfumeria'
const goodsTo = { returnAddress: 'Prosta 1, Łódź', nearbyReturnUrl: NEARBY }

function open(answers: Answers, address: string | typeof shown = '/odstapienie') {
  stubShop(answers)
  const Page = createRoutesStub([
    {
      path: '/odstapienie',
      Component: () => (
        <>
          <Back />
          <OrderByLink>{(order) => <WithdrawalForm order={order} goodsTo={goodsTo} />}</OrderByLink>
        </>
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

test('the withdrawal has two steps: the second repeats the declaration, and only its press sends it', async () => {
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
  await user.click(press('Potwierdź odstąpienie od umowy'))
  await screen.findByRole('heading', { name: 'Odstąpienie zostało złożone' })
  screen.getByText('Z3F2A9C1E')
  screen.getByText(/24 listopada 2026 (o )?10:15:27/)
  expect(sent).toMatchObject([
    { name: 'Łucja Ćwik', order_number: '81293747', email: 'lucja@example.test', reason: '' },
  ])
})

test('missing values are reported at their fields, and no reason is asked for', async () => {
  const user = open({})
  await user.click(await screen.findByRole('button', { name: 'Dalej' }))
  expect(complaintAt(await field('Imię i nazwisko'))).toBe('Podaj imię i nazwisko')
  expect(complaintAt(await field('Numer zamówienia'))).toBe('Podaj numer zamówienia')
  expect(complaintAt(await field('Powód'))).toBe('')
})

test('when the shop does not answer nothing is lost, and the next press sends the same statement', async () => {
  let isAway = true
  const user = open({
    'post /api/withdrawals': () => {
      if (isAway) throw new TypeError('away')
      return RECEIPT
    },
  })
  await fill(user)
  await user.click(press('Dalej'))
  await user.click(press('Potwierdź odstąpienie od umowy'))
  await screen.findByText(/Nic z tego, co wpisano, nie zginęło/)
  isAway = false
  await user.click(press('Potwierdź odstąpienie od umowy'))
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
  screen.getByText('#81293747, #81293748')
  const pieces = within(screen.getByRole('group', { name: 'Od czego odstępujesz?' }))
  pieces.getByRole('checkbox', { name: /Róża.*#81293748/ })
  await user.selectOptions(pieces.getByRole('combobox', { name: /Oud/ }), '1')
  await user.click(pieces.getByRole('checkbox', { name: /Róża/ }))
  await user.click(press('Dalej'))
  screen.getByText('1 × Oud, Ward · 100 ml · Woda perfumowana')
  // Only the order of the chosen piece is named.
  screen.getByText('81293747')
  await user.click(press('Potwierdź odstąpienie od umowy'))
  await screen.findByText('Z3F2A9C1E')
  expect(sent).toEqual([
    { token: 'token', items: [{ product_id: ORDER.items[0]?.product_id, quantity: 1 }], reason: '' },
  ])
})

test('a reload keeps the second step even if nothing was changed in the first', async () => {
  const answers: Answers = { 'post /api/order-link/statement-form': () => ORDER }
  const user = open(answers, '/odstapienie#token')
  await user.click(await screen.findByRole('button', { name: 'Dalej' }))
  await screen.findByRole('heading', { name: 'Sprawdź i potwierdź' })
  cleanup()
  queryClient.clear()
  open(answers, shown)
  await screen.findByRole('heading', { name: 'Sprawdź i potwierdź' })
})

test('a reload keeps step, pieces and receipt, and Back leads one step back', async () => {
  const sent: unknown[] = []
  let form = ORDER
  const answers: Answers = {
    'post /api/order-link/statement-form': () => form,
    'post /api/order-link/withdraw': (json) => {
      sent.push(json)
      return RECEIPT
    },
  }
  /** The same entry of the history in a new load of the page. */
  const reload = () => {
    cleanup()
    queryClient.clear()
    return open(answers, shown)
  }
  let user = open(answers, '/odstapienie#token')
  const pieces = async () => within(await screen.findByRole('group', { name: 'Od czego odstępujesz?' }))
  await user.click((await pieces()).getByRole('checkbox', { name: /Róża/ }))
  await user.type(await field('Powód'), 'za słodki')
  user = reload()
  expect((await pieces()).getByRole('checkbox', { name: /Róża/ })).toHaveProperty('checked', false)
  expect(await field('Powód')).toHaveProperty('value', 'za słodki')
  await user.click(press('Dalej'))
  await screen.findByRole('heading', { name: 'Sprawdź i potwierdź' })
  await user.click(press('Back'))
  expect((await pieces()).getByRole('checkbox', { name: /Róża/ })).toHaveProperty('checked', false)
  await user.click(press('Dalej'))
  await screen.findByText('2 × Oud, Ward · 100 ml · Woda perfumowana')
  user = reload()
  await screen.findByRole('heading', { name: 'Sprawdź i potwierdź' })
  screen.getByText('2 × Oud, Ward · 100 ml · Woda perfumowana')
  expect(screen.queryByText(/Róża/)).toBeNull()
  await user.click(press('Potwierdź odstąpienie od umowy'))
  await screen.findByText('Z3F2A9C1E')
  // Withdrawn pieces are no longer offered.
  form = { ...ORDER, items: ORDER.items.slice(1) }
  reload()
  await screen.findByText('Z3F2A9C1E')
  screen.getByText('2 × Oud, Ward · 100 ml · Woda perfumowana')
  expect(sent).toHaveLength(1)
  // The next visit shows an empty form.
  cleanup()
  open(answers, '/odstapienie#token')
  expect(await field('Powód')).toHaveProperty('value', '')
})

test.each([
  [
    'not_sent',
    { grosze: 4_491, by_transfer: false, late: false },
    'niczego nie odsyłaj.Oddamy 44,91 zł tą drogą, którą zapłacono, najpóźniej 8 grudnia 2026.',
  ],
  ['not_sent', null, 'Paczka jeszcze nie wyszła: niczego nie odsyłaj.Nic nie zapłacono, więc nie ma czego oddawać.'],
  ['sent', null, 'Paczka jest w drodze. Możesz jej nie przyjąć: wróci do nas i nic nie zapłacisz.'],
  [
    'sent',
    { grosze: 4_491, by_transfer: false, late: false },
    'Odeślij towar w ciągu 14 dni na adres: Prosta 1, Łódź.',
  ],
  [
    'delivered',
    { grosze: 12_345, by_transfer: true, late: false },
    'Oddamy 123,45 zł przelewem najpóźniej 8 grudnia 2026. Możemy zaczekać na towar albo dowód jego nadania.',
  ],
  [
    'delivered',
    { grosze: 12_345, by_transfer: false, late: true },
    'Jeśli odstąpienie jest skuteczne, oddamy 123,45 zł tą drogą, którą zapłacono, najpóźniej 8 grudnia 2026.',
  ],
] as const)('the receipt says what happens next: %s, refund: %o', async (dispatch, refund, sentence) => {
  const order = { ...ORDER, dispatch, is_paid: refund !== null }
  const user = open(
    {
      'post /api/order-link/statement-form': () => order,
      'post /api/order-link/withdraw': () => ({ ...RECEIPT, refund }),
    },
    '/odstapienie#token',
  )
  await screen.findByText('Anna K.')
  await user.click(press('Dalej'))
  await user.click(press('Potwierdź odstąpienie od umowy'))
  await screen.findByText('Z3F2A9C1E')
  expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain(sentence)
  if (dispatch === 'not_sent') expect(document.body.textContent).not.toContain('Odeślij towar')
  const nearby = screen.queryByRole('link', { name: /nadasz zwrot w pobliżu/ })
  expect(nearby?.getAttribute('href')).toBe(dispatch === 'not_sent' ? undefined : NEARBY)
})

test('without a chosen piece no statement can be sent', async () => {
  const user = open({ 'post /api/order-link/statement-form': () => ORDER }, '/odstapienie#token')
  for (const box of await screen.findAllByRole('checkbox')) await user.click(box)
  await user.click(press('Dalej'))
  screen.getByText('Zaznacz, czego dotyczy odstąpienie.')
  expect(screen.queryByRole('button', { name: 'Potwierdź odstąpienie od umowy' })).toBeNull()
})

test('an incomplete link leads to the empty form', async () => {
  open(
    { 'post /api/order-link/statement-form': () => refusal(404, 'order_link_invalid', 'Ten link jest nieprawidłowy.') },
    '/odstapienie#x',
  )
  await screen.findByText(/Link do zamówienia jest niepełny/)
  await field('Numer zamówienia')
})
