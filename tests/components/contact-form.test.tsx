import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import ContactForm from '#app/contact/contact-form.tsx'
import Toaster from '#app/ui/toaster.tsx'
import { SHORTEST_OPEN_MS } from '#domain/contact/contact.ts'
import { complaintAt } from './complaint-at.ts'
import { refusal, stubShop } from './stub-shop.ts'

const AUTOMATED = 'Ta wiadomość wygląda na wysłaną przez program. Wyślij ją jeszcze raz.'
const SUCCESS = 'Dziękujemy, wiadomość została wysłana.'

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

function openForm() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const sent: unknown[] = []
  stubShop({
    'post /api/send-contact-email': (json) => {
      sent.push(json)
      return (json as { website: string }).website ? refusal(422, 'looks_automated', AUTOMATED) : { ok: true }
    },
  })
  const start = { typed: {}, focused: null }
  const Page = createRoutesStub([{ path: '/', Component: () => <ContactForm start={start} success={SUCCESS} /> }])
  render(
    <>
      <Page />
      <Toaster successMs={4000} />
    </>,
  )
  // The form has been open as long as a person needs.
  vi.advanceTimersByTime(SHORTEST_OPEN_MS)
  return { user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }), sent }
}

const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
const send = () => screen.getByRole('button', { name: 'Wyślij wiadomość' })

test('contact form: each field shows its error when it is left', async () => {
  const { user } = openForm()
  await user.type(field('E-mail'), 'lucja@')
  await user.type(field('Telefon'), '12')
  await user.tab()
  expect(complaintAt(field('E-mail'))).toBe('Podaj prawidłowy adres email')
  expect(complaintAt(field('Telefon'))).toBe('Podaj prawidłowy numer telefonu, np. 600 100 200')
})

test('contact form: missing values are reported at each field and in a toast, and nothing is sent', async () => {
  const { user, sent } = openForm()
  await user.click(send())
  await screen.findByText('Wypełnij wszystkie wymagane pola')
  expect(complaintAt(field('Imię i nazwisko'))).toBe('Podaj imię i nazwisko')
  expect(complaintAt(field('E-mail'))).toBe('Email jest wymagany')
  expect(complaintAt(field('Wiadomość'))).toContain('Wiadomość jest wymagana')
  expect(complaintAt(field('Telefon'))).toBe('')
  expect(document.activeElement).toBe(field('Imię i nazwisko'))
  expect(sent).toEqual([])
})

test('contact form: a program that fills in the hidden field is refused once', async () => {
  const { user, sent } = openForm()
  await user.type(field('Imię i nazwisko'), 'Zofia')
  await user.type(field('E-mail'), 'zofia@example.test')
  await user.type(field('Wiadomość'), 'Dzień dobry')
  const trap = document.querySelector<HTMLInputElement>('input[name=website]')
  if (trap) trap.value = 'https://spam.example'
  await user.click(send())
  await screen.findByText(AUTOMATED)
  expect(field('Wiadomość')).toHaveProperty('value', 'Dzień dobry')
  await user.click(send())
  await screen.findByText('Sukces!')
  expect(sent).toHaveLength(2)
  expect(field('Wiadomość')).toHaveProperty('value', '')
})
