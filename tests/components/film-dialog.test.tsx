import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { FilmDialog } from '#app/admin/films/film-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'

afterEach(() => vi.unstubAllGlobals())

const stay = (() => {}) as CloseDialog

test('an empty film form: every field says what is missing, and nothing is sent', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const Page = createRoutesStub([
    { path: '/', Component: () => <FilmDialog onClose={stay} onChanged={async () => {}} /> },
  ])
  render(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: 'Dodaj film' }))
  for (const sentence of ['Wpisz tytuł', 'Dodaj okładkę', 'Wybierz plik z filmem']) screen.getByText(sentence)
  await userEvent.selectOptions(screen.getByLabelText('Film'), 'link')
  await userEvent.type(screen.getByLabelText(/^Link/), 'https://example.com/film')
  await userEvent.tab()
  await screen.findByText(/^Wklej link do TikToka/)
  expect(fetch).not.toHaveBeenCalled()
})
