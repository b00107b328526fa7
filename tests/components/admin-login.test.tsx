import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { LoginScreen } from '#app/admin/login-screen.tsx'
import Toaster from '#app/ui/toaster.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the login of the panel says whom it is for, and reports a failure once', async () => {
  const refusal = { error: { code: 'admin_required', message: 'Access denied. Admin privileges required.' } }
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/me'
      ? Response.json({ user: null, expires_at: null })
      : Response.json(refusal, { status: path === '/api/admin-sign-in' ? 403 : 404 }),
  )
  const Page = createRoutesStub([{ path: '/', Component: LoginScreen }])
  render(
    <>
      <Page />
      <Toaster successMs={5000} />
    </>,
  )
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/^E-mail/), 'klientka@example.test')
  await user.type(screen.getByLabelText(/^Hasło/, { selector: 'input' }), 'tajne-haslo')
  screen.getByText('Wejdą tu tylko konta z rolą „admin”, czyli właściciel sklepu, i osoby przez niego zaproszone.')
  await user.click(screen.getByRole('button', { name: 'Zaloguj się' }))
  const said = await screen.findAllByText('Access denied. Admin privileges required.')
  expect(said).toHaveLength(1)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Błąd logowaniaAccess denied. Admin privileges required.',
  ])
})
