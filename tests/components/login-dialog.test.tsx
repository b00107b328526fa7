import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import LoginDialog from '#app/account/sign-in/login-dialog.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import { complaintAt } from './complaint-at.ts'
import { refusal, stubShop } from './stub-shop.ts'

const PASSWORD = 'tajne-haslo'
const WRONG = 'Nieprawidłowe hasło. Sprawdź swoje dane logowania.'
const EXISTING = 'istnieje@example.test'

afterEach(() => queryClient.clear())

/** A shop in which one address has an account. The visitor clicks PANEL KLIENTA. */
function openLogin({ busyTimes = 0 } = {}) {
  let busy = busyTimes
  let email: string | null = null
  const enter = (entered: string) => {
    email = entered
    return { user: userOf(entered) }
  }
  stubShop({
    'get /api/me': () => ({ user: email === null ? null : userOf(email), expires_at: null }),
    'get /api/auth/providers': () => ({ google: false }),
    'post /api/auth/sign-in/email': (json) => {
      const given = json as { email: string; password: string }
      busy -= 1
      if (busy >= 0) return refusal(503, 'sign_in_busy', 'Bardzo dużo osób loguje się w tej chwili.')
      return given.email === EXISTING && given.password === PASSWORD
        ? enter(given.email)
        : refusal(401, 'invalid_credentials', 'Nieprawidłowy email lub hasło')
    },
    'post /api/auth/sign-up/email': (json) => {
      const given = json as { email: string }
      return given.email === EXISTING ? refusal(409, 'account_exists', 'Konto już istnieje') : enter(given.email)
    },
  })
  const Page = createRoutesStub([{ path: '/', Component: Visitor }])
  render(
    <>
      <Page />
      <Toaster successMs={4000} />
    </>,
  )
  return userEvent.setup()
}

const userOf = (email: string) => ({ id: email, email, role: 'customer' as const, first_name: null, last_name: null })

function Visitor() {
  const [place, setPlace] = useState<'page' | 'login' | 'panel'>('page')
  return (
    <>
      <button type="button" onClick={() => setPlace('login')}>
        PANEL KLIENTA
      </button>
      {place === 'panel' && <p>W panelu</p>}
      <LoginDialog open={place === 'login'} onClose={() => setPlace('page')} onSuccess={() => setPlace('panel')} />
    </>
  )
}

const dialog = (name: string) => screen.findByRole('dialog', { name })
const email = (within_: HTMLElement) => within(within_).getByRole('textbox', { name: /^E-mail/ })
const password = (within_: HTMLElement) => within(within_).getByLabelText(/^Hasło/, { selector: 'input' })
const send = (within_: HTMLElement, name: string) =>
  within(within_)
    .getAllByRole('button', { name })
    .find((button) => button.getAttribute('type') === 'submit') as HTMLElement

test('login: says what is missing, offers registration to an unknown address, and keeps what was typed', async () => {
  const user = openLogin()
  await user.click(screen.getByRole('button', { name: 'PANEL KLIENTA' }))
  const login = await dialog('Zaloguj się')
  await user.click(send(login, 'Zaloguj się'))
  expect(complaintAt(email(login))).toBe('Email jest wymagany')
  expect(complaintAt(password(login))).toBe('Hasło jest wymagane')

  await user.type(email(login), 'nowa@example.test')
  await user.type(password(login), PASSWORD)
  await user.click(send(login, 'Zaloguj się'))
  const offer = await within(login).findByRole('alert')
  within(offer).getByText('Nie znaleziono konta')
  within(offer).getByText('Czy chcesz się zarejestrować?')
  await user.click(within(offer).getByRole('button'))
  const registration = await dialog('Zarejestruj się')
  expect(email(registration)).toHaveProperty('value', 'nowa@example.test')
  await user.click(send(registration, 'Zarejestruj się'))
  await screen.findByText('Konto utworzone')
  screen.getByText('Zalogowano automatycznie.')
  await screen.findByText('W panelu')
})

test('login: is tried again by itself when the shop is busy', async () => {
  const user = openLogin({ busyTimes: 2 })
  await user.click(screen.getByRole('button', { name: 'PANEL KLIENTA' }))
  const login = await dialog('Zaloguj się')
  await user.type(email(login), EXISTING)
  await user.type(password(login), PASSWORD)
  await user.click(send(login, 'Zaloguj się'))
  await screen.findByText('W panelu')
})

test('registration a second time: signs in with the right password only, and forgets what was typed once closed', async () => {
  const user = openLogin()
  const register = async (typed: string) => {
    await user.click(screen.getByRole('button', { name: 'PANEL KLIENTA' }))
    const login = await dialog('Zaloguj się')
    await user.click(within(login).getByRole('button', { name: 'Zarejestruj się' }))
    const registration = await dialog('Zarejestruj się')
    expect(email(registration)).toHaveProperty('value', '')
    await user.type(email(registration), EXISTING)
    await user.type(password(registration), typed)
    await user.click(send(registration, 'Zarejestruj się'))
  }
  await register('nie-to-haslo')
  const failure = (await screen.findByText('Błąd logowania')).closest('[role=alert]')
  expect(failure?.textContent).toBe(`Błąd logowania${WRONG}`)
  await user.click(screen.getByRole('button', { name: 'Zamknij powiadomienie' }))
  await screen.findByText('Konto już istnieje')
  const login = await dialog('Zaloguj się')
  expect(complaintAt(password(login))).toBe(WRONG)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'PANEL KLIENTA' }))
  await user.keyboard('{Escape}')

  await register(PASSWORD)
  await screen.findByText('Konto już istnieje')
  await screen.findByText('W panelu')
})
