import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionChanged, sessionEnded } from '#app/account/session.ts'
import { readPlaced } from '#app/checkout/placed-order-news.ts'
import { holdUnpaid } from '#app/checkout/unpaid/unpaid-orders.ts'
import PaymentSuccess from '#app/payment-result/success.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'

const PAID = {
  state: 'paid',
  orderNumber: '12345678',
  totalGrosze: 11_900,
  shippingMethod: 'prepaid_locker',
  signedIn: true,
  orderLink: null as string | null,
}
const UNKNOWN = {
  state: 'unknown',
  orderNumber: null,
  totalGrosze: null,
  shippingMethod: null,
  signedIn: false,
  orderLink: null,
}
const CHECKING = { ...UNKNOWN, state: 'checking' }
const USER = { id: 'b0000000-0000-4000-8000-000000000000', email: 'anna@example.test', role: 'customer' }

const CHECKOUT = {
  placed_at: '2026-11-24T09:00:00.000Z',
  orders: [
    {
      number: '12345678',
      status: 'paid',
      items: [
        { product_name: 'Misk Fajri', brand_name: 'Perfumy Arabskie', facts: '', quantity: 2, unit_price_grosze: 5950 },
      ],
      gift: { name: 'Mini flakon', pieces: 2 },
    },
  ],
  items_grosze: 11_900,
  shipping_grosze: 0,
  total_grosze: 11_900,
  refunded_grosze: 0,
  unmade_refund_grosze: 0,
  delivery: { method: 'locker', place: 'DEMO-KRK-006, ul. Miodowa 6' },
  expected: { dispatch: '2026-11-24', arrival: '2026-11-25' },
}
const ORDER_LINK = 'https://perfumy.example.test/zamowienie#TOKEN'

let status: () => Response = () => Response.json(PAID)
let session: object = { user: USER, expires_at: null }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
  sessionEnded()
  session = { user: USER, expires_at: null }
})

/** Returns the calls that pay. */
function open(address: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input)
    if (path.endsWith('/pay')) {
      sent.push([path, JSON.parse(String(init?.body))])
      return Response.error()
    }
    if (path === '/api/order-link') return Response.json(CHECKOUT)
    return path.startsWith('/api/payment-status') ? status() : Response.json(session)
  })
  const Page = createRoutesStub([
    { path: '/payment-success', Component: PaymentSuccess },
    { path: '/panel-klienta', Component: () => <p>Panel</p> },
  ])
  render(
    <>
      <Page initialEntries={[address]} />
      <Toaster successMs={5000} />
    </>,
  )
  return sent
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('/payment-success without a session says where to look', async () => {
  open('/payment-success')
  await screen.findByText('Brak informacji o płatności. Sprawdź panel klienta dla statusu zamówień.')
})

test('/payment-success of a refunded payment says how long it takes, and where to read about it', async () => {
  status = () => Response.json({ ...PAID, state: 'refunded' })
  open('/payment-success?session_id=cs_test_a1b2c3d4e5f6g7h8i9j0k1l2')
  await screen.findByRole('heading', { name: 'Zwracamy płatność' })
  screen.getByText(/^Płatność .* zwykle w ciągu kilku dni roboczych\. Szczegóły są w e-mailu od nas\.$/)
})

test('/payment-success with an unknown session names the beginning of its id', async () => {
  status = () => Response.json(UNKNOWN)
  open('/payment-success?session_id=cs_test_a1b2c3d4e5f6g7h8i9j0k1l2')
  await pass(5000)
  await screen.findByRole('heading', { name: 'Nie znaleziono zamówienia' })
  expect(document.body.textContent).toContain('cs_test_a1b2c3d4e5f6…')
})

test('/payment-success while the shop cannot be asked says so and asks again', async () => {
  status = () => Response.json({}, { status: 503 })
  open('/payment-success?session_id=cs_test_x')
  await screen.findByText('Wystąpił problem podczas sprawdzania statusu zamówienia')
  screen.getByText('Błąd')
  expect(screen.getByText(/Próbujemy ponownie\.$/).closest('[role=alert]')).not.toBeNull()
  status = () => Response.json(UNKNOWN)
  await pass(10_000)
  await screen.findByRole('heading', { name: 'Nie znaleziono zamówienia' })
})

test('/payment-success says after twelve seconds that the provider’s confirmation is late', async () => {
  status = () => Response.json(CHECKING)
  open('/payment-success?session_id=cs_test_x')
  await screen.findByRole('heading', { name: 'Sprawdzanie płatności...' })
  await pass(12_000)
  screen.getByRole('heading', { name: 'Płatność jest potwierdzana' })
  screen.getByText(/Nie płać drugi raz\.$/)
  status = () => Response.json(PAID)
  await pass(3000)
  await screen.findByRole('heading', { name: 'Dziękujemy, płatność przyjęta' })
})

test('/payment-success leads on after ten seconds', async () => {
  status = () => Response.json(PAID)
  open('/payment-success?session_id=cs_test_x')
  await screen.findByRole('heading', { name: 'Dziękujemy, płatność przyjęta' })
  await vi.waitFor(() => screen.getByText(/^Za \d+ s otworzymy panel klienta\.$/))
  await pass(10_000)
  await screen.findByText('Panel')
})

test('/payment-success stays for a buyer who touches it', async () => {
  status = () => Response.json(PAID)
  open('/payment-success?session_id=cs_test_y')
  await screen.findByRole('heading', { name: 'Dziękujemy, płatność przyjęta' })
  await pass(2000)
  screen.getByText(/^Za [78] s otworzymy panel klienta\.$/)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  expect(screen.getAllByText('Zostajesz na tej stronie.')).toHaveLength(2)
  expect(screen.queryByText(/Za \d+ s otworzymy/)).toBeNull()
  await pass(20_000)
  expect(screen.getByRole('link', { name: 'Przejdź do panelu klienta' }).getAttribute('href')).toBe('/panel-klienta')
})

test.each([
  ['signed in', { user: USER, expires_at: null }, null],
  ['without an account', { user: null, expires_at: null, guest: { email: 'anna@example.test' } }, '/zamowienie#TOKEN'],
])('/payment-success %s: products, gift, place, day and e-mail', async (_, who, link) => {
  session = who
  status = () => Response.json({ ...PAID, signedIn: link === null, orderLink: ORDER_LINK })
  open('/payment-success?session_id=cs_test_z')
  await act(() => sessionChanged('SIGNED_IN'))
  await screen.findByText('Misk Fajri')
  screen.getByText('+GRATIS: Mini flakon')
  screen.getByText('DEMO-KRK-006, ul. Miodowa 6')
  screen.getByText(/w\spaczkomacie zwykle\sw\sśrodę\s25\.11/)
  screen.getByText('anna@example.test')
  // The order comes first, and then what leads away from it.
  const links = screen.getAllByRole('link').map((each) => [each.textContent, each.getAttribute('href')])
  expect(links.find(([name]) => /^(Zobacz|Przejdź|Kontynuuj|Strona)/.test(name ?? ''))).toEqual([
    'Zobacz zamówienie',
    '/zamowienie#TOKEN',
  ])
  expect(readPlaced()?.path ?? null).toBe(link)
})

test('/payment-success without the session that ordered shows no personal data', async () => {
  session = { user: null, expires_at: null, guest: { email: 'ktos@example.test' } }
  status = () => Response.json({ ...PAID, signedIn: false })
  open('/payment-success?session_id=cs_test_w')
  await act(() => sessionChanged('SIGNED_IN'))
  await screen.findByRole('heading', { name: 'Dziękujemy, płatność przyjęta' })
  expect(document.body.textContent).not.toMatch(/ktos@|Misk|DEMO/)
})

test('a payment that failed can be repeated by whoever came by the order’s link, without a session', async () => {
  session = { user: null, expires_at: null }
  status = () => Response.json({ ...UNKNOWN, state: 'not_paid' })
  holdUnpaid(
    { orderId: 'c0000000-0000-4000-8000-000000000000', sessionId: 'cs_link' },
    { cart: [], products: [], totalGrosze: null, link: 'TOKEN' },
  )
  const sent = open('/payment-success?session_id=cs_link')
  fireEvent.click(await screen.findByRole('button', { name: 'Zapłać jeszcze raz' }))
  await vi.waitFor(() => expect(sent).toEqual([['/api/order-link/pay', { token: 'TOKEN' }]]))
})
