import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SecondFactorSettings } from '#app/account/settings/second-factor-settings.tsx'
import Toaster from '#app/ui/toaster.tsx'
import { complaintAt } from './complaint-at.ts'
import { refusal, stubShop } from './stub-shop.ts'

const PASSWORD = 'tajne-haslo'
const CODE = '123456'
const BACKUP_CODES = ['aaaaa-11111', 'bbbbb-22222', 'ccccc-33333', 'ddddd-44444', 'eeeee-55555']
const TOTP_URI = 'otpauth://totp/Perfumeria:klientka@example.test?secret=JBSWY3DPEHPK3PXP&issuer=Perfumeria'

const wrongPassword = () => refusal(401, 'invalid_password', 'Obecne hasło jest nieprawidłowe.')
const wrongCode = () => refusal(401, 'invalid_code', 'Nieprawidłowy kod.')
const done = { token: 'x', user: { id: 'somebody' } }

type Given = { password: string; code: string }

function openSettings(props: { enabled: boolean; emailVerified: boolean }) {
  stubShop({
    'get /api/me': () => ({ user: null, expires_at: null }),
    'post /api/auth/two-factor/enable': (json) =>
      (json as Given).password === PASSWORD ? { totpURI: TOTP_URI, backupCodes: BACKUP_CODES } : wrongPassword(),
    'post /api/auth/two-factor/verify-totp': (json) =>
      (json as Given).code === CODE ? Response.json(done) : wrongCode(),
    'post /api/auth/two-factor/disable': (json) => {
      const { password, code } = json as Given
      if (password !== PASSWORD) return wrongPassword()
      return code === BACKUP_CODES[0] ? { ok: true } : wrongCode()
    },
  })
  function Settings() {
    const [enabled, setEnabled] = useState(props.enabled)
    return (
      <SecondFactorSettings
        enabled={enabled}
        emailVerified={props.emailVerified}
        onChanged={() => setEnabled(!enabled)}
      />
    )
  }
  render(
    <>
      <Settings />
      <Toaster successMs={5000} />
    </>,
  )
  return userEvent.setup()
}

const password = () => screen.getByLabelText(/^Hasło/, { selector: 'input' })
const press = (name: string) => screen.getByRole('button', { name })

test('second factor: requires a proven address', () => {
  openSettings({ enabled: false, emailVerified: false })
  screen.getByText('Najpierw potwierdź swój adres e-mail.')
  screen.getByText('Wyłączone')
  expect(screen.queryByRole('button', { name: 'Włącz logowanie dwuetapowe' })).toBeNull()
})

test('second factor: a wrong password or code is reported at its field; then backup codes are shown once', async () => {
  const user = openSettings({ enabled: false, emailVerified: true })
  await user.click(press('Włącz logowanie dwuetapowe'))
  await user.type(password(), 'nie-to-haslo')
  await user.click(press('Dalej'))
  await screen.findByText('Obecne hasło jest nieprawidłowe.')
  expect(complaintAt(password())).toBe('Obecne hasło jest nieprawidłowe.')
  await user.clear(password())
  await user.type(password(), PASSWORD)
  await user.click(press('Dalej'))
  await screen.findByRole('img', { name: /Kod QR/ })
  expect(screen.getByRole('link', { name: 'otwórz ją na tym urządzeniu' }).getAttribute('href')).toBe(TOTP_URI)
  screen.getByText('JBSW Y3DP EHPK 3PXP')

  const code = screen.getByLabelText(/^Kod z aplikacji/)
  await user.type(code, '000000')
  await user.click(press('Potwierdź i włącz'))
  await screen.findByText('Nieprawidłowy kod.')
  expect(complaintAt(code)).toBe('Nieprawidłowy kod.')
  await user.clear(code)
  await user.type(code, CODE)
  await user.click(press('Potwierdź i włącz'))
  const codes = await screen.findByRole('list', { name: 'Kody zapasowe' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(BACKUP_CODES)
  await user.click(press('Kody są zapisane'))
  screen.getByText('Włączone')
  expect(screen.queryByRole('list', { name: 'Kody zapasowe' })).toBeNull()
})

test('second factor: is switched off by password and code, each refused at its own field', async () => {
  const user = openSettings({ enabled: true, emailVerified: true })
  await user.click(press('Wyłącz logowanie dwuetapowe'))
  const code = screen.getByLabelText(/^Kod z aplikacji lub kod zapasowy/)
  await user.type(password(), 'nie-to-haslo')
  await user.type(code, 'zly-kod')
  await user.click(press('Wyłącz logowanie dwuetapowe'))
  await screen.findByText('Obecne hasło jest nieprawidłowe.')
  await user.clear(password())
  await user.type(password(), PASSWORD)
  await user.click(press('Wyłącz logowanie dwuetapowe'))
  await screen.findByText('Nieprawidłowy kod.')
  expect(complaintAt(code)).toBe('Nieprawidłowy kod.')
  await user.clear(code)
  await user.type(code, BACKUP_CODES[0] ?? '')
  await user.click(press('Wyłącz logowanie dwuetapowe'))
  await screen.findByText('Logowanie dwuetapowe wyłączone')
  screen.getByText('Wyłączone')
})
