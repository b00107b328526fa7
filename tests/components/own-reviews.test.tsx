import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { OwnReviews } from '#app/account/own-reviews.tsx'
import { queryClient } from '#app/query-client.ts'

const PRODUCT = {
  id: 'a0000000-0000-4000-8000-000000000000',
  name: 'Layali Zahran',
  slug: 'layali-zahran',
  brand_name: 'Perfumy Arabskie',
  image_key: null,
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open(awaited: object[]) {
  vi.stubGlobal('fetch', async (path: string) => Response.json(path === '/api/me/awaited-reviews' ? awaited : []))
  render(
    <MemoryRouter>
      <OwnReviews userId="somebody" />
    </MemoryRouter>,
  )
}

test('while products wait for a review the tab does not say that there are no reviews', async () => {
  open([PRODUCT])
  await screen.findByText('Czekają na Twoją ocenę')
  expect(screen.queryByText('Brak opinii')).toBeNull()
})

test('without reviews and products that wait for one it says so', async () => {
  open([])
  await screen.findByText('Brak opinii')
})
