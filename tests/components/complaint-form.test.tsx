import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ComplaintForm } from '#app/returns/complaint-form.tsx'
import { complaintAt } from './complaint-at.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => vi.unstubAllGlobals())

function open(answers: Answers) {
  const asked = stubShop(answers)
  const Page = createRoutesStub([{ path: '/', Component: () => <ComplaintForm order={null} /> }])
  render(<Page />)
  return { user: userEvent.setup(), asked }
}

const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
const send = () => screen.getByRole('button', { name: 'Złóż reklamację' })

test('a complaint needs words and a demand, each said at its place', async () => {
  const { user, asked } = open({})
  await user.click(send())
  expect(complaintAt(field('Co jest nie tak'))).toContain('Napisz, co jest nie tak.')
  screen.getByText('Wybierz, czego oczekujesz.')
  expect(asked).toEqual([])
})

test('a complaint is sent with its demand, and its receipt repeats it', async () => {
  const sent: unknown[] = []
  const { user } = open({
    'post /api/complaints': (json) => {
      sent.push(json)
      return { number: 'Z7B1D0E22', received_at: '2026-11-24T09:15:27.000Z' }
    },
  })
  await user.type(field('Imię i nazwisko'), 'Łucja Ćwik')
  await user.type(field('Numer zamówienia'), '81293747')
  await user.type(field('E-mail'), 'lucja@example.test')
  await user.type(field('Co jest nie tak'), 'Atomizer nie działa')
  await user.click(screen.getByRole('radio', { name: 'Wymiana na nowy produkt' }))
  await user.click(send())
  await screen.findByRole('heading', { name: 'Reklamacja została złożona' })
  screen.getByText('Z7B1D0E22')
  screen.getByText('wymiana na nowy produkt')
  expect(sent).toMatchObject([{ reason: 'Atomizer nie działa', demand: 'replacement', pictures: [] }])
})

test('a picture that is not accepted is said to be so, and can be left out', async () => {
  const { user } = open({})
  const file = new File([new Uint8Array([1, 2])], 'flakon.png', { type: 'image/png' })
  vi.stubGlobal('fetch', async () => refusal(422, 'picture_broken', 'Nie udało się odczytać zdjęcia.'))
  await user.upload(screen.getByLabelText('Pliki ze zdjęciami'), file)
  await waitFor(() => screen.getByText('flakon.png: Nie udało się odczytać zdjęcia.'))
})
