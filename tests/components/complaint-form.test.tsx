import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { writeStored } from '#app/browser-storage.ts'
import { ComplaintForm } from '#app/returns/complaint-form.tsx'
import { complaintAt } from './complaint-at.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => {
  writeStored('statement_draft', null)
  vi.unstubAllGlobals()
})

function open(answers: Answers) {
  const asked = stubShop(answers)
  const Page = createRoutesStub([{ path: '/', Component: () => <ComplaintForm order={null} /> }])
  render(<Page />)
  return { user: userEvent.setup(), asked }
}

const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
const send = () => screen.getByRole('button', { name: 'Złóż reklamację' })

test('a complaint needs a description and a demand, and each error is at its field', async () => {
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

test('a reload keeps what was typed and chosen', async () => {
  const { user } = open({})
  await user.type(field('Co jest nie tak'), 'Atomizer nie działa')
  await user.click(screen.getByRole('radio', { name: 'Wymiana na nowy produkt' }))
  cleanup()
  open({})
  expect(field('Co jest nie tak')).toHaveProperty('value', 'Atomizer nie działa')
  expect(screen.getByRole('radio', { name: 'Wymiana na nowy produkt' })).toHaveProperty('checked', true)
})

test('a picture that is not accepted is reported with its name', async () => {
  const { user } = open({})
  const file = new File([new Uint8Array([1, 2])], 'flakon.png', { type: 'image/png' })
  vi.stubGlobal('fetch', async () => refusal(422, 'picture_broken', 'Nie udało się odczytać zdjęcia.'))
  await user.upload(screen.getByLabelText('Pliki ze zdjęciami'), file)
  await waitFor(() => screen.getByText('flakon.png: Nie udało się odczytać zdjęcia.'))
})

test('every readable file is stored, and each unreadable one is named with the reason', async () => {
  open({})
  let stored = 0
  vi.stubGlobal('fetch', async () => {
    stored += 1
    return Response.json({ image_key: String(stored).padStart(32, '0') })
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  const file = (name: string, type = 'image/jpeg') => new File([name], name, { type })
  const input = screen.getByLabelText('Pliki ze zdjęciami')
  const choose = userEvent.setup({ applyAccept: false })
  await choose.upload(input, [file('1.jpg'), file('2.heic', 'image/heic'), file('3.jpg'), file('4.png', 'image/png')])
  await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(3))
  expect(screen.getByRole('alert').textContent).toMatch(/^Tego pliku nie dodano:2\.heic: To zdjęcie HEIC.*JPG$/)
  await choose.upload(
    input,
    ['5.jpg', '6.jpg', '7.jpg', '8.jpg'].map((name) => file(name)),
  )
  await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(5))
  expect(screen.getByRole('alert').textContent).toBe(
    'Tych plików nie dodano:7.jpg: najwyżej 5 zdjęć.8.jpg: najwyżej 5 zdjęć.',
  )
  expect(stored).toBe(5)
})
