import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '#app/account/session.ts'
import { SignOutButton } from '#app/account/sign-in/sign-out-button.tsx'
import { ToastHost } from '#app/shell/toast-host.tsx'
import { toast } from '#app/ui/toast.ts'
import Toaster from '#app/ui/toaster.tsx'
import { refusal, stubShop } from './stub-shop.ts'

const USER = {
  id: 'b0000000-0000-4000-8000-000000000000',
  email: 'klientka@example.test',
  role: 'customer' as const,
  first_name: null,
  last_name: null,
}

function WhoIsIn() {
  return <p>{useSession().user?.email ?? 'nikt'}</p>
}

/** The panel with its button, and the page that it leads to. */
function openPanel(signOut: () => Response) {
  stubShop({ 'get /api/me': () => ({ user: USER, expires_at: null }), 'post /api/auth/sign-out': signOut })
  const Pages = createRoutesStub([
    { path: '/', Component: WhoIsIn },
    { path: '/panel-klienta', Component: () => <SignOutButton to="/" /> },
  ])
  render(
    <>
      <Pages initialEntries={['/panel-klienta']} />
      <Toaster successMs={5000} />
    </>,
  )
  return userEvent.setup()
}

const WORDS = 'Nie udało się wykonać tej operacji na koncie.'

test.for([401, 403, 404])('signing out counts as done on an answer %i', async (status) => {
  const user = openPanel(() => refusal(status, 'not_found', WORDS))
  await user.click(screen.getByRole('button', { name: 'Wyloguj' }))
  await screen.findByText('Wylogowano')
  await screen.findByText('nikt')
})

test('after signing out the orders and the discount code are not shown to the next person at this browser', async () => {
  localStorage.setItem('unpaid_orders', '[]')
  sessionStorage.setItem('placed_order', '{}')
  sessionStorage.setItem('discount_code', 'PROBKA7K2M')
  const user = openPanel(() => Response.json({ success: true }))
  await user.click(screen.getByRole('button', { name: 'Wyloguj' }))
  await screen.findByText('Wylogowano')
  expect(localStorage.getItem('unpaid_orders')).toBeNull()
  expect(sessionStorage.getItem('placed_order')).toBeNull()
  expect(sessionStorage.getItem('discount_code')).toBeNull()
})

test('signing out happens in the browser although the shop fails, and a toast reports the failure', async () => {
  const user = openPanel(() => Response.json({}, { status: 500 }))
  await user.click(screen.getByRole('button', { name: 'Wyloguj' }))
  await screen.findByText('Błąd wylogowania')
  await screen.findByText('nikt')
})

afterEach(() => vi.useRealTimers())
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Waits for the toast, and checks that it stays for 5 seconds instead of the shop's 4. */
async function staysForFiveSeconds(title: string) {
  await screen.findByText(title)
  await pass(4600)
  screen.getByText(title)
  await pass(1000)
  await vi.waitFor(() => expect(screen.queryByText(title)).toBeNull())
}

test.for(['/panel-klienta', '/admin'])('a success on %s stays for 5 seconds', async (path) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const Pages = createRoutesStub([{ path, Component: ToastHost }])
  render(<Pages initialEntries={[path]} />)
  await act(async () => toast({ title: 'Zapisano', tone: 'success' }))
  await staysForFiveSeconds('Zapisano')
})

test('after signing out the page of the shop says so for 5 seconds as well', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stubShop({
    'get /api/me': () => ({ user: USER, expires_at: null }),
    'post /api/auth/sign-out': () => Response.json({ success: true }),
  })
  const Pages = createRoutesStub([
    { path: '/', Component: ToastHost },
    { path: '/panel-klienta', Component: () => <SignOutButton to="/" /> },
  ])
  render(<Pages initialEntries={['/panel-klienta']} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Wyloguj' }))
  await staysForFiveSeconds('Wylogowano')
})
