import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SignInAgain } from '#app/admin/sign-in-again.tsx'
import { callApi } from '#app/api-client.ts'

const EMAIL = 'wlasciciel@example.test'
const NOT_FOUND = { error: { code: 'not_found', message: 'Nie ma takiego adresu.' } }

const calls: string[] = []
let isSignedIn = false
let role = 'admin'

/** The shop: to whoever is not signed in as the admin the calls of the panel do not exist. */
async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = String(input)
  calls.push(`${init?.method} ${path}`)
  if (path === '/api/me') return Response.json({ user: isSignedIn ? { role } : null, expiresAt: null })
  if (path === '/api/admin-sign-in') {
    const { password } = JSON.parse(String(init?.body))
    isSignedIn = password === 'tajne-haslo'
    const refusal = { error: { code: 'wrong_password', message: 'Nieprawidłowy email lub hasło' } }
    return isSignedIn ? Response.json({ user: { role } }) : Response.json(refusal, { status: 401 })
  }
  return isSignedIn && role === 'admin' ? Response.json({ saved: true }) : Response.json(NOT_FOUND, { status: 404 })
}

afterEach(() => {
  vi.unstubAllGlobals()
  calls.length = 0
  isSignedIn = false
  role = 'admin'
})

const save = () => callApi('post', '/api/admin/shipping-costs', { json: {} } as never)

function openPanel() {
  vi.stubGlobal('fetch', answer)
  render(<SignInAgain email={EMAIL} />)
  return userEvent.setup()
}

test('the panel’s session is over while saving: the password is asked for over it, and the write is made once more', async () => {
  const user = openPanel()
  const saving = save()
  await screen.findByRole('dialog', { name: 'Minęła sesja' })
  screen.getByText(EMAIL)
  const password = screen.getByLabelText(/^Hasło/, { selector: 'input' })
  await user.type(password, 'nie to haslo')
  await user.click(screen.getByRole('button', { name: 'Zaloguj się' }))
  await screen.findByText('Nieprawidłowy email lub hasło')
  await user.clear(password)
  await user.type(password, 'tajne-haslo')
  await user.click(screen.getByRole('button', { name: 'Zaloguj się' }))
  expect(await saving).toEqual({ ok: true, value: { saved: true } })
  expect(calls.filter((call) => call === 'POST /api/admin/shipping-costs')).toHaveLength(2)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('whoever does not sign in again reads why nothing was saved', async () => {
  const user = openPanel()
  const saving = save()
  await user.click(await screen.findByRole('button', { name: 'Anuluj' }))
  expect(await saving).toMatchObject({
    ok: false,
    failure: { message: 'Minęła sesja. Zaloguj się ponownie, nic z tego, co wpisano, nie zginęło.' },
  })
})

test('what really does not exist is told as such', async () => {
  openPanel()
  isSignedIn = true
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    input === '/api/me' ? answer(input, init) : Response.json(NOT_FOUND, { status: 404 }),
  )
  expect(await save()).toMatchObject({ ok: false, failure: { message: 'Nie ma takiego adresu.' } })
  expect(screen.queryByRole('dialog')).toBeNull()
})
