import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import PaymentSuccess from '#app/payment-result/success.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'

const PAID = {
  state: 'paid',
  orderNumber: '12345678',
  totalGrosze: 11_900,
  shippingMethod: 'prepaid_locker',
  signedIn: true,
}
const UNKNOWN = { state: 'unknown', orderNumber: null, totalGrosze: null, shippingMethod: null, signedIn: false }
const CHECKING = { ...UNKNOWN, state: 'checking' }
const USER = { id: 'b0000000-0000-4000-8000-000000000000', email: 'anna@example.test', role: 'customer' }

let status: () => Response = () => Response.json(PAID)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  sessionStorage.clear()
})

function open(address: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const path = String(input)
    return path.startsWith('/api/payment-status') ? status() : Response.json({ user: USER, expires_at: null })
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
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('/payment-success without a session says where to look', async () => {
  open('/payment-success')
  await screen.findByText('Brak informacji o płatności. Sprawdź panel klienta dla statusu zamówień.')
})

test('/payment-success of a refunded payment says when, and where to read about it', async () => {
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
