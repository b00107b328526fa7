import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import NewPassword from '#app/account/sign-in/new-password.tsx'
import type { ErrorCode } from '#app/api-client.ts'
import { ACCOUNT_TEXTS } from '#domain/accounts/account.ts'
import { complaintAt } from './complaint-at.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => window.history.replaceState(null, '', '/'))

/** The page of a mailed link with this token. The shop accepts only the link 'good'. */
function openLink(token: string, why: { code: ErrorCode; message: string } | null = null) {
  const asked = stubShop({
    'get /api/me': () => ({ user: null, expires_at: null }),
    'post /api/reset-password': () =>
      why ? refusal(409, why.code, why.message) : refusal(400, 'link_invalid', ACCOUNT_TEXTS.linkInvalid),
    'post /api/recover': () => ({ ok: true }),
  })
  window.history.replaceState(null, '', `/nowe-haslo#${token}`)
  const Page = createRoutesStub([{ path: '/nowe-haslo', Component: NewPassword }])
  render(<Page initialEntries={[`/nowe-haslo#${token}`]} />)
  return { user: userEvent.setup(), asked }
}

const field = () => screen.getByLabelText(/^Nowe hasło/, { selector: 'input' })
const set = () => screen.getByRole('button', { name: 'Ustaw nowe hasło' })

test('the link to a new password: is used only after a password was typed', async () => {
  const { user, asked } = openLink('abc')
  await user.click(set())
  expect(complaintAt(field())).toContain('Hasło jest wymagane')
  expect(asked).not.toContain('post /api/reset-password')
})

test.for([
  { name: 'altered', code: 'link_invalid' as const, text: ACCOUNT_TEXTS.linkInvalid },
  { name: 'over its time', code: 'link_expired' as const, text: ACCOUNT_TEXTS.linkExpired },
  { name: 'ended by a proof of the address', code: 'link_ended' as const, text: ACCOUNT_TEXTS.linkEnded },
])('the link to a new password: one that is $name says so, and another can be requested', async ({ code, text }) => {
  const { user } = openLink('abc', { code, message: text })
  await user.type(field(), 'zupelnie-nowe')
  await user.click(set())
  await screen.findByText(text)
  await user.click(screen.getByRole('button', { name: 'Poproś o nowy link' }))
  screen.getByRole('button', { name: 'Wyślij link do nowego hasła' })
})

test('the link to a new password: an incomplete one says so at once', async () => {
  openLink('')
  await screen.findByText('Ten link jest nieprawidłowy. Otwórz go w wiadomości jeszcze raz albo poproś o nowy.')
  expect(screen.queryByRole('button', { name: 'Ustaw nowe hasło' })).toBeNull()
})

function openInvitation(token: string, answer: () => Response | { user: never }) {
  const asked = stubShop({
    'get /api/me': () => ({ user: null, expires_at: null }),
    'post /api/accept-invitation': answer,
  })
  window.history.replaceState(null, '', `/nowe-haslo?zaproszenie#${token}`)
  const Page = createRoutesStub([{ path: '/nowe-haslo', Component: NewPassword }])
  render(<Page initialEntries={[`/nowe-haslo?zaproszenie#${token}`]} />)
  return { user: userEvent.setup(), asked }
}

test('an invitation: asks for the length of the panel, keeps what was typed, and leads to the panel', async () => {
  const { user, asked } = openInvitation('abc', () => ({ user: {} as never }))
  screen.getByRole('heading', { name: 'Zaproszenie do panelu sklepu' })
  const password: HTMLInputElement = screen.getByLabelText(/^Hasło/, { selector: 'input' })
  await user.type(password, 'za-krotkie')
  await user.click(screen.getByRole('button', { name: 'Ustaw hasło' }))
  expect(complaintAt(password)).toContain('Hasło do panelu musi mieć minimum 12 znaków')
  expect([password.value, asked.includes('post /api/accept-invitation')]).toEqual(['za-krotkie', false])
  await user.type(password, '-ale-juz-nie')
  await user.click(screen.getByRole('button', { name: 'Ustaw hasło' }))
  const on = await screen.findByRole('link', { name: 'Przejdź do panelu' })
  expect(on.getAttribute('href')).toBe('/admin')
})

test('an invitation that is over says so, and that the owner mails another one', async () => {
  const { user } = openInvitation('abc', () => refusal(400, 'link_expired', ACCOUNT_TEXTS.linkExpired))
  await user.type(screen.getByLabelText(/^Hasło/, { selector: 'input' }), 'dobre-haslo-do-paczek')
  await user.click(screen.getByRole('button', { name: 'Ustaw hasło' }))
  await screen.findByText(ACCOUNT_TEXTS.linkExpired)
  screen.getByText(/^Nowe zaproszenie wyśle właściciel sklepu/)
  expect(screen.queryByRole('button', { name: 'Ustaw hasło' })).toBeNull()
})
