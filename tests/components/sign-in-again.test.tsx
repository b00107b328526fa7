import { render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AdminSignInAgain } from '#app/admin/admin-sign-in-again.tsx'
import { sendPicture } from '#app/admin/pictures/use-uploads.ts'
import { useLabelDownload } from '#app/admin/shipments/carrier-data.ts'
import { callApi } from '#app/api-client.ts'

const EMAIL = 'wlasciciel@example.test'
const NOT_FOUND = { error: { code: 'not_found', message: 'Nie ma takiego adresu.' } }

const calls: string[] = []
let isSignedIn = false
let role = 'admin'

/** The shop. Without the admin's session it answers 404 to the panel's calls. */
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
  if (isSignedIn && path.startsWith('/api/admin/carrier-shipments/')) return new Response('%PDF-1.7')
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
  render(<AdminSignInAgain email={EMAIL} />)
  return userEvent.setup()
}

test('when the panel’s session ends while saving, the password is asked for, and the write is repeated', async () => {
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

async function signIn(user: UserEvent) {
  await user.type(await screen.findByLabelText(/^Hasło/, { selector: 'input' }), 'tajne-haslo')
  await user.click(screen.getByRole('button', { name: 'Zaloguj się' }))
}

test('a label that is fetched after the session ended is fetched again after the password', async () => {
  function Label() {
    const label = useLabelDownload()
    return (
      <button type="button" onClick={() => label.mutate(['5'])}>
        {label.isSuccess ? 'Pobrano' : 'Pobierz etykietę'}
      </button>
    )
  }
  render(<Label />)
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const createObjectURL = () => 'blob:etykieta'
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  const user = openPanel()
  await user.click(screen.getByRole('button', { name: 'Pobierz etykietę' }))
  await signIn(user)
  await screen.findByText('Pobrano')
  expect(saved).toHaveBeenCalledOnce()
})

/** Replaces the request object that uploads pictures. The shop of this file stores the admin's pictures. */
class PictureRequest extends EventTarget {
  status = 0
  responseText = ''
  upload = {}
  onload = () => undefined
  open() {}
  setRequestHeader() {}
  send() {
    const found = { image_key: 'aaaa' }
    this.status = isSignedIn ? 200 : 404
    this.responseText = JSON.stringify(isSignedIn ? found : NOT_FOUND)
    setTimeout(() => this.onload())
  }
}

test('a picture that is sent after the session ended is sent again after the password; without it the reason is shown', async () => {
  vi.stubGlobal('XMLHttpRequest', PictureRequest)
  const user = openPanel()
  const file = new File(['x'], 'zdjecie.png', { type: 'image/png' })
  const upload = () => sendPicture(file, { onProgress: () => undefined, signal: new AbortController().signal })
  const refused = upload()
  await user.click(await screen.findByRole('button', { name: 'Anuluj' }))
  expect(await refused).toMatchObject({
    failure: { description: 'Minęła sesja. Zaloguj się ponownie, nic z tego, co wpisano, nie zginęło.' },
  })
  const uploaded = upload()
  await signIn(user)
  expect(await uploaded).toEqual({ ok: true, value: { imageKey: 'aaaa' } })
})

test('without signing in again the reason why nothing was saved is shown', async () => {
  const user = openPanel()
  const saving = save()
  await user.click(await screen.findByRole('button', { name: 'Anuluj' }))
  expect(await saving).toMatchObject({
    ok: false,
    failure: { message: 'Minęła sesja. Zaloguj się ponownie, nic z tego, co wpisano, nie zginęło.' },
  })
})

test('a 404 with a valid session is reported as missing', async () => {
  openPanel()
  isSignedIn = true
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    input === '/api/me' ? answer(input, init) : Response.json(NOT_FOUND, { status: 404 }),
  )
  expect(await save()).toMatchObject({ ok: false, failure: { message: 'Nie ma takiego adresu.' } })
  expect(screen.queryByRole('dialog')).toBeNull()
})
