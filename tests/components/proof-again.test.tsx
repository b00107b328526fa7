import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { RecentProof } from '#app/admin/proof-dialog.tsx'
import { callApi } from '#app/api-client.ts'

const REFUSAL = { error: { code: 'proof_required', message: 'Potwierdź hasłem lub kodem, że to Ty.' } }
const calls: string[] = []
let isProven = false

/** The shop of an admin whose last password is older than ten minutes. */
async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = String(input)
  calls.push(`${init?.method} ${path}`)
  if (path === '/api/admin/prove') isProven = JSON.parse(String(init?.body)).password === 'tajne-haslo'
  if (path.startsWith('/api/me')) return Response.json({ second_factor: false })
  return isProven ? Response.json({ ok: true }) : Response.json(REFUSAL, { status: 403 })
}

afterEach(() => {
  vi.unstubAllGlobals()
  calls.length = 0
  isProven = false
})

/** A form of the panel without code for proofs. */
function openForm() {
  vi.stubGlobal('fetch', answer)
  const results: boolean[] = []
  const save = async () => {
    results.push((await callApi('post', '/api/admin/remove-demo')).ok)
  }
  const page = (
    <RecentProof>
      <input aria-label="Cena" />
      <button type="button" onClick={save}>
        Zapisz
      </button>
    </RecentProof>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  return { user: userEvent.setup(), results }
}

test('an act that needs a proof asks for it over the form, goes on after it, and keeps what was typed', async () => {
  const { user, results } = openForm()
  await user.type(screen.getByLabelText('Cena'), '59,90')
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  await screen.findByRole('dialog', { name: 'Potwierdź, że to Ty' })
  await user.type(screen.getByLabelText(/^Hasło/, { selector: 'input' }), 'tajne-haslo')
  await user.click(screen.getByRole('button', { name: 'Potwierdź' }))
  await waitFor(() => expect(results).toEqual([true]))
  expect(calls.filter((call) => call === 'POST /api/admin/remove-demo')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>('Cena').value).toBe('59,90')
})

test('without a proof the act is refused and nothing is repeated', async () => {
  const { user, results } = openForm()
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  await screen.findByRole('dialog', { name: 'Potwierdź, że to Ty' })
  await user.click(screen.getByRole('button', { name: 'Anuluj' }))
  await waitFor(() => expect(results).toEqual([false]))
  expect(calls.filter((call) => call === 'POST /api/admin/remove-demo')).toHaveLength(1)
})
