import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionChanged } from '#app/account/session.ts'
import RateByLink from '#app/reviews/rate-by-link.tsx'

const PRODUCT = {
  id: 'a0000000-0000-4000-8000-000000000000',
  slug: 'layali-zahran',
  name: 'Layali Zahran',
  brandName: 'Perfumy Arabskie',
  imageKey: null,
}
const USER = { id: 'b0000000-0000-4000-8000-000000000000', email: 'klientka@example.test', role: 'customer' }

type Sent = { path: string; body: unknown }
const sent: Sent[] = []
afterEach(() => {
  sent.length = 0
  sessionStorage.clear()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

const refusal = (code: string, message: string, status: number) =>
  Response.json({ error: { code, message } }, { status })

/** The shop. The link signs its visitor in, unless `link` refuses. */
async function open({ link, review }: { link?: () => Response; review?: () => Response } = {}) {
  let user: typeof USER | null = null
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input)
    if (init?.method === 'POST') sent.push({ path, body: JSON.parse(String(init.body)) })
    if (path === '/api/me') return Response.json({ user, expires_at: null })
    if (path === '/api/review-sign-in') {
      const refused = link?.()
      if (refused) return refused
      user = USER
      return Response.json({ user })
    }
    if (path === '/api/reviews') return review?.() ?? Response.json({ review: {}, summary: {} })
    return Response.json({})
  })
  // Another test may have signed in.
  await sessionChanged('SIGNED_IN')
  window.history.replaceState(null, '', '/ocena/layali-zahran?gwiazdki=4#token')
  const Stub = createRoutesStub([{ path: '/ocena/:slug', Component: RateByLink, loader: () => PRODUCT }])
  render(<Stub initialEntries={['/ocena/layali-zahran?gwiazdki=4#token']} />)
  return userEvent.setup()
}

const add = () => screen.findByRole('button', { name: 'Dodaj opinię' })

test('the stars of the link are preselected; only the click signs in and adds the review', async () => {
  const user = await open()
  const button = await add()
  expect(screen.getByRole('radio', { name: '4 gwiazdki' })).toHaveProperty('checked', true)
  expect(sent).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /Komentarz/ }), 'Trwa cały dzień.')
  await user.click(button)
  await screen.findByRole('heading', { name: 'Dziękujemy za opinię' })
  expect(sent).toEqual([
    { path: '/api/review-sign-in', body: { token: 'token' } },
    { path: '/api/reviews', body: { product_id: PRODUCT.id, rating: 4, comment: 'Trwa cały dzień.' } },
  ])
})

test('a used link says so and leads to the login, after which the typed review is sent', async () => {
  const user = await open({ link: () => refusal('link_used', 'Ten link został już wykorzystany. Poproś o nowy.', 409) })
  await user.type(await screen.findByRole('textbox', { name: /Komentarz/ }), 'Trwa cały dzień.')
  await user.click(await add())
  await screen.findByText('Ten link został już wykorzystany. Poproś o nowy.')
  screen.getByRole('heading', { name: 'Zaloguj się' })
  expect(sent.map(({ path }) => path)).toEqual(['/api/review-sign-in'])
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), USER.email)
  await user.type(screen.getByLabelText(/^Hasło/), 'tajne-haslo')
  await user.click(screen.getByRole('button', { name: 'Zaloguj się' }))
  await screen.findByRole('heading', { name: 'Dziękujemy za opinię' })
  expect(sent.at(-1)?.body).toMatchObject({ rating: 4, comment: 'Trwa cały dzień.' })
})

test('the second factor is asked for before the review is added', async () => {
  const user = await open({ link: () => refusal('second_factor_required', 'Podaj kod.', 401) })
  await user.click(await add())
  await screen.findByRole('textbox', { name: /Kod/ })
  expect(sent.map(({ path }) => path)).toEqual(['/api/review-sign-in'])
})

test('for a product that was already reviewed the page says so', async () => {
  const user = await open({ review: () => refusal('review_exists', 'Masz już opinię.', 409) })
  await user.click(await add())
  await screen.findByText('Masz już opinię o tych perfumach.')
  screen.getByRole('link', { name: 'Twoje opinie' })
})
