import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { writeStored } from '#app/browser-storage.ts'
import { ComplaintForm } from '#app/returns/complaint-form.tsx'
import { clearReviewDraft, ReviewForm } from '#app/reviews/review-form.tsx'

afterEach(() => {
  writeStored('statement_draft', null)
  clearReviewDraft()
  vi.unstubAllGlobals()
})

const KEY = 'a'.repeat(32)

/** Shows a form and chooses a picture, which the shop has not stored before `store` is called. */
async function choosePicture(form: ReactNode) {
  const stored = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => stored.promise)
  const Page = createRoutesStub([{ path: '/', Component: () => form }])
  render(<Page />)
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'flakon.jpg', { type: 'image/jpeg' })
  await userEvent.setup().upload(screen.getByLabelText('Pliki ze zdjęciami'), file)
  await screen.findByText('Przesyłam zdjęcie...')
  return { store: () => stored.resolve(Response.json({ image_key: KEY })) }
}

const review = (
  <ReviewForm
    userId="somebody"
    productId="a0000000-0000-4000-8000-000000000000"
    submit="Dodaj opinię"
    initial={{ rating: 5, comment: '', pictures: [] }}
    onSubmit={async () => undefined}
  />
)

test.each([
  ['a complaint', 'Złóż reklamację', <ComplaintForm key="complaint" order={null} />],
  ['a review', 'Dodaj opinię', review],
])('%s waits for a picture that is still being sent', async (_, name, form) => {
  const { store } = await choosePicture(form)
  expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  store()
  await screen.findByRole('img', { name: 'Zdjęcie 1' })
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false))
})
