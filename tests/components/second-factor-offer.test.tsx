import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { SetupCard } from '#app/admin/overview/setup-card.tsx'
import { queryClient } from '#app/query-client.ts'

const STEP = {
  key: 'legal-texts',
  title: 'Regulamin',
  how: 'Podaj firmę, u której działa serwer.',
  link: null,
  settings: ['HOSTING_PROVIDER', 'RESPONSIBLE_PERSON'],
  optional: false,
  done: false,
}
const ACCOUNT = { email_verified: true, second_factor: false, has_password: true, google_linked: null }

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each(['Włącz logowanie dwuetapowe', 'Włącz kod z aplikacji'])(
  'the second factor is set up over the panel, and the offer disappears once the dialog is closed: by %s',
  async (button) => {
    let isEnrolled = false
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === '/api/me/account') return Response.json({ ...ACCOUNT, second_factor: isEnrolled })
      const steps = [
        { ...STEP, key: 'second-factor', done: isEnrolled },
        { ...STEP, key: 'mail-server' },
      ]
      return Response.json({ steps })
    })
    const user = userEvent.setup()
    render(
      <MemoryRouter>
        <SetupCard />
      </MemoryRouter>,
    )
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog', { name: 'Logowanie dwuetapowe' })
    await within(dialog).findByRole('button', { name: /^Włącz/ })
    isEnrolled = true
    await user.click(within(dialog).getByRole('button', { name: 'Zamknij' }))
    await vi.waitFor(() => expect(screen.queryByText(/Konto administratora chroni samo hasło/)).toBeNull())
  },
)

test('a missing set-up step is described first, its settings follow in small type', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ steps: [STEP] }))
  render(
    <MemoryRouter>
      <SetupCard />
    </MemoryRouter>,
  )
  await screen.findByText(/^Podaj firmę, u której działa serwer/)
  screen.getByText('Ustawienia: HOSTING_PROVIDER, RESPONSIBLE_PERSON')
})
