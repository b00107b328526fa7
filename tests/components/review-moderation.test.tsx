import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { ReviewModeration } from '#app/admin/reviews/review-moderation.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { ModeratedReview } from '#domain/reviews/moderation-queries.server.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

test('moderation: each empty list says so, and a list that cannot be loaded says why', async () => {
  const counts = { pending: 0, published: 0, rejected: 0 }
  let isBroken = false
  stubShop({
    'get /api/admin/reviews': () =>
      isBroken ? new Response('x', { status: 500 }) : { items: [], total: 0, page: 1, pageSize: 5, counts },
  })
  const Page = createRoutesStub([{ path: '/admin', Component: ReviewModeration }])
  render(<Page initialEntries={['/admin']} />)
  const user = userEvent.setup()
  await screen.findByText('Brak komentarzy oczekujących na akceptację')
  await user.click(screen.getByRole('tab', { name: /Zaakceptowane/ }))
  await screen.findByText('Brak zaakceptowanych komentarzy')
  isBroken = true
  await user.click(screen.getByRole('tab', { name: /Oczekujące na akceptację/ }))
  await screen.findByText('Failed to fetch reviews: Brak połączenia ze sklepem.')
  expect(screen.queryByText('Brak komentarzy oczekujących na akceptację')).toBeNull()
})

const REVIEW: ModeratedReview = {
  id: '0e0f0000-0000-4000-8000-000000000001',
  version: '1',
  rating: 2,
  comment: 'Trwa krótko.',
  state: 'published',
  answer: null,
  pictures: [],
  confirmed: true,
  product_name: 'Róża, 50 ml',
  product_slug: 'roza',
  brand_name: 'Ward',
  author: { first_name: 'Łucja', last_name: null, email: 'lucja@example.test', email_verified: true },
  created_at: '2026-11-23T09:15:27.000Z',
}
const ANSWER = { text: 'Na ubraniu trwa dłużej.', answered_at: '2026-11-24T09:15:27.000Z' }

/** The list of published reviews, with one. */
const listOf = (review: ModeratedReview) => ({
  items: [review],
  total: 1,
  page: 1,
  pageSize: 10,
  counts: { pending: 0, published: 1, rejected: 0 },
})

function openPublished() {
  const Page = createRoutesStub([
    {
      path: '/admin',
      Component: () => (
        <>
          <ReviewModeration />
          <Toaster successMs={5000} />
        </>
      ),
    },
  ])
  render(<Page initialEntries={['/admin?opinie=zaakceptowane']} />)
}

test('a published review is answered in a dialog that shows it; a trademark is asked about first', async () => {
  let review = REVIEW
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/reviews': () => listOf(review),
    'post /api/admin/reviews/:id/answer': (json) => {
      sent.push(json)
      if (sent.length === 1) return refusal(409, 'trademarks_found', 'Tekst wymienia „Chanel”.')
      review = { ...REVIEW, version: '2', answer: ANSWER }
      return { ok: true }
    },
  })
  openPublished()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Odpowiedz: Róża, 50 ml' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Odpowiedz na opinię' }))
  dialog.getByText('Trwa krótko.')
  await user.click(dialog.getByRole('button', { name: 'Opublikuj odpowiedź' }))
  await dialog.findByText('Wpisz odpowiedź.')
  await user.type(dialog.getByLabelText(/^Odpowiedź sklepu/), 'To nie Chanel')
  await user.click(dialog.getByRole('button', { name: 'Opublikuj odpowiedź' }))
  await user.click(await screen.findByRole('button', { name: 'Wiem, co robię' }))
  await screen.findByText('Odpowiedź sklepu, 24 listopada 2026')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Odpowiedz: Róża, 50 ml' })).toBeNull()
  expect(sent).toEqual([
    { version: '1', answer: 'To nie Chanel', trademarks_accepted: false },
    { version: '1', answer: 'To nie Chanel', trademarks_accepted: true },
  ])
})

test('an answer to a review that is gone meanwhile is refused in words, and stays typed', async () => {
  stubShop({
    'get /api/admin/reviews': () => listOf(REVIEW),
    'post /api/admin/reviews/:id/answer': () => refusal(404, 'review_not_found', 'Tej opinii już nie ma.'),
  })
  openPublished()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Odpowiedz: Róża, 50 ml' }))
  await user.type(await screen.findByLabelText(/^Odpowiedź sklepu/), 'Dziękujemy!')
  await user.click(screen.getByRole('button', { name: 'Opublikuj odpowiedź' }))
  await screen.findByText('Tej opinii już nie ma.')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Odpowiedź sklepu/).value).toBe('Dziękujemy!')
})

test('an answer is removed after a question, in the version that was read', async () => {
  let review: ModeratedReview = { ...REVIEW, answer: ANSWER }
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/reviews': () => listOf(review),
    'delete /api/admin/reviews/:id/answer': (json) => {
      sent.push(json)
      review = REVIEW
      return { ok: true }
    },
  })
  openPublished()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Usuń odpowiedź: Róża, 50 ml' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Usunąć odpowiedź?' }))
  await user.click(dialog.getByRole('button', { name: 'Usuń odpowiedź' }))
  await screen.findByRole('button', { name: 'Odpowiedz: Róża, 50 ml' })
  expect(screen.queryByText(ANSWER.text)).toBeNull()
  expect(sent).toEqual([{ version: '1' }])
})
