import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { FilmDialog } from '#app/admin/settings/film-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

test('an empty film form: every field says what is missing, and nothing is sent', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  render(<FilmDialog onClose={() => {}} onChanged={async () => {}} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Dodaj film' }))
  for (const sentence of ['Wpisz tytuł', 'Dodaj okładkę', 'Wybierz plik z filmem']) screen.getByText(sentence)
  await userEvent.selectOptions(screen.getByLabelText('Film'), 'link')
  await userEvent.type(screen.getByLabelText(/^Link/), 'https://example.com/film')
  await userEvent.tab()
  await screen.findByText(/^Wklej link do TikToka/)
  expect(fetch).not.toHaveBeenCalled()
})
