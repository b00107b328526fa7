import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { awaitedReviewsQuery, queryClient } from '#app/query-client.ts'
import { AwaitedReviews } from '#app/reviews/awaited-reviews.tsx'
import { clearReviewDraft, ReviewForm } from '#app/reviews/review-form.tsx'
import { REVIEW_TEXTS } from '#domain/reviews/review.ts'

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
  expect(sent).toEqual([{ product_id: PRODUCT.id, rating: 4, comment: 'Trwa cały dzień.', pictures: [] }])
})

test('without awaited reviews nothing is shown', () => {
  queryClient.setQueryData(awaitedReviewsQuery.queryKey, [])
  vi.stubGlobal('fetch', async () => Response.json([]))
  const { container } = render(<AwaitedReviews userId="somebody" />)
  expect(container.textContent).toBe('')
})

test('a buyer adds pictures to the review; without a delivered parcel the form asks for none', async () => {
  const key = 'a'.repeat(32)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path === '/api/complaint-pictures' ? { image_key: key } : []),
  )
  const sent: unknown[] = []
  const form = { userId: 'somebody', productId: PRODUCT.id, submit: 'Dodaj opinię' }
  const onSubmit = async (review: unknown) => void sent.push(review)
  const user = userEvent.setup()
  render(<ReviewForm {...form} initial={{ rating: 5, comment: '', pictures: [] }} onSubmit={onSubmit} />)
  screen.getByText('Zdjęcia (nieobowiązkowo, najwyżej 3)')
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'flakon.jpg', { type: 'image/jpeg' })
  await user.upload(screen.getByLabelText('Pliki ze zdjęciami'), file)
  await screen.findByRole('img', { name: 'Zdjęcie 1' })
  await user.click(screen.getByRole('button', { name: 'Dodaj opinię' }))
  await vi.waitFor(() => expect(sent).toEqual([{ rating: 5, comment: null, pictures: [key] }]))
  cleanup()
  // A draft of this tab, as after a reload.
  render(<ReviewForm {...form} initial={{ rating: 5, comment: '', pictures: [] }} onSubmit={onSubmit} />)
  screen.getByRole('img', { name: 'Zdjęcie 1' })
  cleanup()
  // Pictures may no longer be added: the stars and words of the draft stay, and can be sent.
  render(<ReviewForm {...form} initial={{ rating: 1, comment: '' }} onSubmit={onSubmit} />)
  screen.getByText(REVIEW_TEXTS.picturesDropped)
  await user.click(screen.getByRole('button', { name: 'Dodaj opinię' }))
  await vi.waitFor(() => expect(sent[1]).toEqual({ rating: 5, comment: null }))
  cleanup()
  clearReviewDraft()
  render(<ReviewForm {...form} productId="other" initial={{ rating: 5, comment: '' }} onSubmit={onSubmit} />)
  expect(screen.queryByText(/^Zdję/)).toBeNull()
})
