import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { awaitedReviewsQuery, queryClient } from '#app/query-client.ts'
import { AwaitedReviews } from '#app/reviews/awaited-reviews.tsx'

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

test('a star of a delivered product opens the form with that star; after sending, the product is not listed', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)))
    return Response.json(path === '/api/me/awaited-reviews' && sent.length === 0 ? [PRODUCT] : [])
  })
  const user = userEvent.setup()
  render(
    <MemoryRouter>
      <AwaitedReviews userId="somebody" />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Layali Zahran: 4 gwiazdki' }))
  expect((screen.getByRole('radio', { checked: true }) as HTMLInputElement).value).toBe('4')
  await user.type(screen.getByRole('textbox', { name: /Komentarz/ }), 'Trwa cały dzień.')
  await user.click(screen.getByRole('button', { name: 'Dodaj opinię' }))
  await vi.waitFor(() => expect(screen.queryByText('Czekają na Twoją ocenę')).toBeNull())
  expect(sent).toEqual([{ product_id: PRODUCT.id, rating: 4, comment: 'Trwa cały dzień.' }])
})

test('without awaited reviews nothing is shown', () => {
  queryClient.setQueryData(awaitedReviewsQuery.queryKey, [])
  vi.stubGlobal('fetch', async () => Response.json([]))
  const { container } = render(<AwaitedReviews userId="somebody" />)
  expect(container.textContent).toBe('')
})
