import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { AccountSettings } from '#app/account/settings/account-settings.tsx'
import { SignOutButton } from '#app/account/sign-in/sign-out-button.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import { complaintAt } from './complaint-at.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

const USER = {
  id: 'b0000000-0000-4000-8000-000000000000',
  email: 'klientka@example.test',
  role: 'customer' as const,
  first_name: null,
  last_name: null,
}
const PASSWORD = 'tajne-haslo'
const WRONG = 'Obecne hasło jest nieprawidłowe.'
const wrongPassword = () => refusal(401, 'invalid_password', WRONG)

afterEach(() => queryClient.clear())

/** Opens the account settings of a customer with a proven address. The page is left when the session ends. */
function openAccount(answers: Answers = {}) {
  const account = { email_verified: true, second_factor: false, has_password: true, google_linked: null }
  const asked = stubShop({
    'get /api/me': () => ({ user: USER, expires_at: null }),
    'get /api/me/account': () => account,
    'get /api/auth/list-sessions': () => [],
    ...answers,
  })
  const Pages = createRoutesStub([
    { path: '/', Component: () => <h1>Strona główna</h1> },
    {
      path: '/panel-klienta',
      Component: () => (
        <>
          <SignOutButton to="/" />
          <AccountSettings user={USER} />
        </>
      ),
    },
  ])
  render(
    <>
      <Pages initialEntries={['/panel-klienta']} />
      <Toaster successMs={5000} />
    </>,
  )
  return { user: userEvent.setup(), asked, account }
}

const section = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) })
const secret = (within_: HTMLElement, label: string) =>
  within(within_).getByLabelText(new RegExp(`^${label}`), { selector: 'input' })
const press = (within_: HTMLElement, name: string) => within(within_).getByRole('button', { name })

test('account: names are saved', async () => {
  const sent: unknown[] = []
  const { user } = openAccount({
    'post /api/auth/update-user': (json) => {
      sent.push(json)
      return { ok: true }
    },
  })
  const names = await section('Imię i nazwisko')
  within(names).getByText('Imię pokazujemy przy Twoich opiniach. Nazwiska nie pokazujemy.')
  await user.type(within(names).getByLabelText('Imię'), 'Łucja')
  await user.type(within(names).getByLabelText('Nazwisko'), 'Żółć')
  await user.click(press(names, 'Zapisz'))
  await screen.findByText('Dane zapisane')
  expect(sent).toEqual([{ first_name: 'Łucja', last_name: 'Żółć' }])
})

test('account: changing the password needs only the present one, and a wrong one is reported at its field', async () => {
  const { user } = openAccount({
    'post /api/auth/change-password': (json) =>
      (json as { currentPassword: string }).currentPassword === PASSWORD
        ? { token: null, user: { ...USER, name: '', image: null, emailVerified: true, createdAt: '', updatedAt: '' } }
        : wrongPassword(),
  })
  const form = await section('Hasło')
  await user.type(secret(form, 'Obecne hasło'), 'nie to hasło')
  await user.type(secret(form, 'Nowe hasło'), 'nowe-haslo')
  await user.click(press(form, 'Zmień hasło'))
  await screen.findByText(WRONG)
  expect(complaintAt(secret(form, 'Obecne hasło'))).toBe(WRONG)
  expect(secret(form, 'Nowe hasło')).toHaveProperty('value', 'nowe-haslo')
  await user.clear(secret(form, 'Obecne hasło'))
  await user.type(secret(form, 'Obecne hasło'), PASSWORD)
  await user.click(press(form, 'Zmień hasło'))
  await screen.findByText('Hasło zmienione')
  expect(secret(form, 'Obecne hasło')).toHaveProperty('value', '')
})

test('account: every device except this one can be signed out', async () => {
  const seen = {
    created_at: '2026-11-20T10:00:00.000Z',
    last_seen_at: '2026-11-23T10:00:00.000Z',
    expires_at: '2026-12-20T10:00:00.000Z',
    ip_address: null,
    user_agent: null,
  }
  let sessions = [
    { ...seen, id: 'c0000000-0000-4000-8000-000000000000', device: 'Firefox, Linux', current: true },
    { ...seen, id: 'c0000000-0000-4000-8000-000000000001', device: 'Chrome, Android', current: false },
  ]
  const { user } = openAccount({
    'get /api/auth/list-sessions': () => sessions,
    'post /api/auth/revoke-session': () => {
      sessions = sessions.filter(({ current }) => current)
      return { ok: true }
    },
  })
  const devices = await section('Zalogowane urządzenia')
  const own = (await within(devices).findByText('To urządzenie')).closest('li') as HTMLElement
  expect(within(own).queryByRole('button')).toBeNull()
  await user.click(press(devices, 'Wyloguj: Chrome, Android'))
  await screen.findByText('Wylogowano urządzenie')
  expect(within(devices).getAllByRole('listitem')).toHaveLength(1)
})

test('account: is deleted after a confirmation and the password; then the shop is shown', async () => {
  const { user } = openAccount({
    'post /api/me/delete-account': (json) =>
      (json as { password: string }).password === PASSWORD ? { orders_stored: false } : wrongPassword(),
  })
  const end = await section('Usunięcie konta')
  await user.click(press(end, 'Usuń konto'))
  within(end).getByText('Usunąć konto na zawsze?')
  await user.type(secret(end, 'Hasło'), 'nie to hasło')
  await user.click(press(end, 'Usuń konto na zawsze'))
  await screen.findByText(WRONG)
  expect(complaintAt(secret(end, 'Hasło'))).toBe(WRONG)
  await user.clear(secret(end, 'Hasło'))
  await user.type(secret(end, 'Hasło'), PASSWORD)
  await user.click(press(end, 'Usuń konto na zawsze'))
  await screen.findByRole('heading', { name: 'Strona główna' })
  screen.getByText('Konto usunięte')
})

test('account: without a password each refusal of an old sign-in offers a new link at its place', async () => {
  const sent: unknown[] = []
  const old = () => refusal(403, 'sign_in_again', 'Najpierw zaloguj się jeszcze raz.')
  const { user } = openAccount({
    'get /api/me/account': () => ({
      email_verified: true,
      second_factor: false,
      google_linked: null,
      has_password: false,
    }),
    'post /api/me/password': old,
    'post /api/me/delete-account': old,
    'post /api/login-link': (json) => {
      sent.push(json)
      return { ok: true }
    },
  })
  const first = await section('Ustaw hasło')
  within(first).getByText(/^To konto nie ma teraz hasła/)
  await user.type(secret(first, 'Nowe hasło'), 'moje-wlasne')
  await user.click(press(first, 'Ustaw hasło'))
  await user.click(await within(first).findByRole('button', { name: 'Wyślij nowy link' }))
  await within(first).findByText('Sprawdź skrzynkę')
  const end = await section('Usunięcie konta')
  await user.click(press(end, 'Usuń konto'))
  expect(within(end).queryByLabelText('Hasło')).toBeNull()
  await user.click(press(end, 'Usuń konto na zawsze'))
  await user.click(await within(end).findByRole('button', { name: 'Wyślij nowy link' }))
  await within(end).findByText('Sprawdź skrzynkę')
  expect(sent).toHaveLength(2)
})

test('account: a copy of the data can be downloaded as a file', async () => {
  openAccount()
  const link = await screen.findByRole('link', { name: 'Pobierz moje dane (JSON)' })
  expect(link.getAttribute('href')).toBe('/api/me/export')
})
