import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { ReviewOrigin } from '#app/reviews/review-item.tsx'
import { OtherReviews } from '#app/reviews/reviews-dialog.tsx'

const review = (author: string, confirmed: boolean) => ({
  id: crypto.randomUUID(),
  product_id: crypto.randomUUID(),
  rating: 5,
  comment: null,
  author,
  confirmed,
  answer: null,
  pictures: [] as string[],
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
})
const names = () => screen.queryAllByText(/^(Ala|Ola)$/).map(({ textContent }) => textContent)

test('reviews of others: confirmed purchases are marked, and a filter shows only these', async () => {
  const user = userEvent.setup()
  render(<OtherReviews items={[review('Ala', true), review('Ola', false)]} isOnly />)
  expect(names()).toEqual(['Ala', 'Ola'])
  expect(screen.getAllByText(/Potwierdzony zakup/)).toHaveLength(1)
  await user.click(screen.getByRole('checkbox', { name: 'Tylko potwierdzone zakupy' }))
  expect(names()).toEqual(['Ala'])
})

test('reviews of others: if no purchase is confirmed, the filter says so', async () => {
  const user = userEvent.setup()
  render(<OtherReviews items={[review('Ola', false)]} isOnly />)
  await user.click(screen.getByRole('checkbox', { name: 'Tylko potwierdzone zakupy' }))
  screen.getByText('Nie ma jeszcze opinii z potwierdzonym zakupem.')
  expect(names()).toEqual([])
})

test('the notice next to reviews says who writes them and what is checked', () => {
  render(<ReviewOrigin />)
  screen.getByText(/Opinię może dodać każdy, kto ma konto w sklepie.*dostarczyliśmy/)
})

test("the shop's answer stands under its review with its day, and typed markup stays text", () => {
  const answer = { text: 'Dziękujemy!\n<b>Na ubraniu</b> trwa dłużej.', answered_at: '2026-11-24T12:00:00.000Z' }
  render(<OtherReviews items={[{ ...review('Ala', true), answer }, review('Ola', false)]} isOnly />)
  const [answered, plain] = screen.getAllByRole('article')
  expect(answered?.textContent).toContain(
    'Odpowiedź sklepu24 listopada 2026Dziękujemy!\n<b>Na ubraniu</b> trwa dłużej.',
  )
  expect(plain?.textContent).not.toContain('Odpowiedź sklepu')
})

test('pictures of a review are small buttons that open the viewer at the pressed one', async () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
  let state: unknown
  const Page = createRoutesStub([
    {
      path: '/',
      Component() {
        state = useLocation().state
        return <OtherReviews items={[{ ...review('Ala', true), pictures: [first, second] }]} isOnly />
      },
    },
  ])
  render(<Page />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Powiększ: Opinia: Ala, zdjęcie 2' }))
  await waitFor(() =>
    expect(JSON.stringify(state)).toContain(`"name":"picture","imageKey":"${second}","productName":"Opinia: Ala"`),
  )
  expect(JSON.stringify(state)).toContain(first)
})
