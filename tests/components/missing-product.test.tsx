import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, test, vi } from 'vitest'
import DescriptionPopup from '#app/product/description-popup.tsx'
import NotesPopup from '#app/product/notes-popup.tsx'
import { queryClient } from '#app/query-client.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['description', DescriptionPopup],
  ['notes', NotesPopup],
] as const)('the popup of the %s says that there is no such product', async (_, Popup) => {
  const error = { code: 'product_not_found', message: 'Nie znaleziono produktu' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 404 }))
  render(
    <MemoryRouter>
      <Popup slug="nie-ma-takiego" open onClose={() => {}} />
    </MemoryRouter>,
  )
  await screen.findByText('Nie znaleziono produktu')
})
