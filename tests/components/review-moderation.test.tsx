import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { ReviewModeration } from '#app/admin/reviews/review-moderation.tsx'
import { queryClient } from '#app/query-client.ts'
import { stubShop } from './stub-shop.ts'

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
