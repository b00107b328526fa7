import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { setSignInAgain } from '#app/api-client.ts'
import { OwnReviews } from '#app/panel/own-reviews.tsx'
import { queryClient } from '#app/query-client.ts'
import { attachToaster, type ToastCommand } from '#app/ui/toast.ts'
import { refusal, stubShop } from './stub-shop.ts'

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

test.for([
  ['Edytuj', 'Zapisz', 'zmienić'],
  ['Usuń', 'Usuń opinię', 'usunąć'],
] as const)(
  'after the session has ended %s says that one has to sign in, before the password is asked for',
  async ([begin, confirm, act]) => {
    const review = {
      id: 'b0000000-0000-4000-8000-000000000000',
      product: PRODUCT,
      rating: 4,
      comment: 'Ładne',
      state: 'published' as const,
      answer: null,
      pictures: [],
      confirmed: true,
      created_at: '2026-11-20T10:00:00.000Z',
      updated_at: '2026-11-20T10:00:00.000Z',
    }
    const over = () => refusal(401, 'sign_in_required', 'Zaloguj się.')
    stubShop({
      'get /api/me/awaited-reviews': () => [],
      'get /api/me/reviews': () => [review],
      'patch /api/reviews/:id': over,
      'delete /api/reviews/:id': over,
    })
    const told: ToastCommand[] = []
    const detach = attachToaster((command) => void told.push(command))
    let toldBefore = 0
    setSignInAgain(async () => {
      toldBefore = told.length
      return false
    })
    render(
      <MemoryRouter>
        <OwnReviews userId="somebody" />
      </MemoryRouter>,
    )
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: begin }))
    await user.click(await screen.findByRole('button', { name: confirm }))
    await vi.waitFor(() => expect(toldBefore).toBeGreaterThan(0))
    detach()
    setSignInAgain(null)
    const description = `Musisz być zalogowany, aby ${act} opinię.`
    expect(told).toContainEqual({
      do: 'show',
      options: expect.objectContaining({ title: 'Wymagane logowanie', description }),
    })
  },
)
