import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionChanged, useSession } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import DialogHost from '#app/shell/dialog-host.tsx'
import { useSignInAgain } from '#app/shell/sign-in-again.ts'

const EMAIL = 'anna@example.test'
const USER = { id: 'u', email: EMAIL, role: 'customer', first_name: 'Anna', last_name: null }

const ID = '00000000-0000-4000-8000-000000000001'
const NAMES = { first_name: 'Anna', last_name: '' }

const calls: string[] = []
let isSignedIn = true

async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = String(input)
  calls.push(`${init?.method} ${path}`)
  if (path === '/api/me') return Response.json({ user: isSignedIn ? USER : null, expires_at: null })
  if (path === '/api/auth/providers') return Response.json({ google: false })
  if (path === '/api/auth/sign-in/email') {
    isSignedIn = JSON.parse(String(init?.body)).password === 'tajne-haslo'
    const refusal = { error: { code: 'invalid_credentials', message: 'Nieprawidłowy email lub hasło.' } }
    return isSignedIn ? Response.json({ user: USER }) : Response.json(refusal, { status: 401 })
  }
  const over = { error: { code: 'sign_in_required', message: 'Zaloguj się, aby kontynuować.' } }
  return isSignedIn ? Response.json({ saved: true }) : Response.json(over, { status: 401 })
}

/** The common parts of every shop page, and a typed text. */
function Shop() {
  const shown = useDialogs()
  useSignInAgain(shown)
  const { user } = useSession()
  return (
    <>
      <p>{user?.email}</p>
      <input aria-label="Imię" defaultValue="" />
      <DialogHost />
    </>
  )
}

async function openShop() {
  vi.stubGlobal('fetch', answer)
  render(
    <MemoryRouter>
      <Shop />
    </MemoryRouter>,
  )
  await sessionChanged('SIGNED_IN')
  await screen.findByText(EMAIL)
  isSignedIn = false
  return userEvent.setup()
}

beforeEach(() => {
  vi.unstubAllGlobals()
  calls.length = 0
  isSignedIn = true
})

const REVIEW = { rating: 5, comment: 'Piękny zapach' }
const PASSWORDS = { currentPassword: 'tajne-haslo', newPassword: 'nowe-haslo' }

test.each([
  ['POST /api/auth/update-user', () => callApi('post', '/api/auth/update-user', { json: NAMES })],
  ['POST /api/auth/change-password', () => callApi('post', '/api/auth/change-password', { json: PASSWORDS })],
  [
    'POST /api/auth/two-factor/enable',
    () => callApi('post', '/api/auth/two-factor/enable', { json: { password: 'tajne-haslo' } }),
  ],
  [
    'POST /api/me/delete-account',
    () => callApi('post', '/api/me/delete-account', { json: { password: 'tajne-haslo' } }),
  ],
  ['POST /api/reviews', () => callApi('post', '/api/reviews', { json: { ...REVIEW, product_id: ID } })],
  [`PATCH /api/reviews/${ID}`, () => callApi('patch', '/api/reviews/:id', { param: { id: ID }, json: REVIEW })],
  [`POST /api/orders/${ID}/pay`, () => callApi('post', '/api/orders/:id/pay', { param: { id: ID } })],
] as const)(
  '%s after the session has ended: the password is asked for in a dialog, and the call is repeated',
  async (call, write) => {
    const user = await openShop()
    await user.type(screen.getByLabelText('Imię'), 'Aleksandra')
    const saving = write()
    await screen.findByRole('dialog', { name: 'Minęła sesja' })
    const password = await screen.findByLabelText(/^Hasło/, { selector: 'input' })
    await user.type(password, 'nie-to-haslo')
    await user.click(screen.getByRole('button', { name: 'Zaloguj się' }))
    await screen.findByText('Nieprawidłowy email lub hasło.')
    await user.clear(password)
    await user.type(password, 'tajne-haslo')
    await user.click(screen.getByRole('button', { name: 'Zaloguj się' }))
    expect(await saving).toEqual({ ok: true, value: { saved: true } })
    expect(calls.filter((made) => made === call)).toHaveLength(2)
    expect(screen.getByLabelText<HTMLInputElement>('Imię').value).toBe('Aleksandra')
  },
)

test('after cancelling, the reason why nothing was saved is shown', async () => {
  const user = await openShop()
  const saving = callApi('post', '/api/auth/update-user', { json: NAMES })
  await user.click(await screen.findByRole('button', { name: 'Anuluj' }))
  expect(await saving).toMatchObject({
    ok: false,
    failure: { message: 'Minęła sesja. Zaloguj się ponownie, nic z tego, co wpisano, nie zginęło.' },
  })
})

test('a read opens no dialog, nor does an order, whose own form asks for the password', async () => {
  await openShop()
  for (const answered of [
    await callApi('get', '/api/me/reviews'),
    await callApi('post', '/api/create-checkout-session', { json: {} } as never),
  ]) {
    expect(answered).toMatchObject({ ok: false, failure: { message: 'Zaloguj się, aby kontynuować.' } })
  }
  expect(screen.queryByRole('dialog')).toBeNull()
})
