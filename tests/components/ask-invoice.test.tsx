import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import AskInvoice from '#app/papers/ask-invoice.tsx'
import { fail, ok } from '#domain/kernel/result.ts'

test('the request for an invoice: wrong fields say why, a refusal keeps what was typed, then it is sent', async () => {
  const user = userEvent.setup()
  const asked: object[] = []
  const answers = [
    fail({ reason: 'refused' as const, status: 503, code: 'busy' as const, message: 'Spróbuj ponownie.', fields: {} }),
    ok({ ok: true as const }),
  ]
  let done = 0
  render(
    <AskInvoice
      ask={async (person) => {
        asked.push(person)
        return answers[asked.length - 1] ?? ok(null)
      }}
      onAsked={() => {
        done += 1
      }}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Poproś o fakturę' }))
  await user.type(screen.getByLabelText(/Kod pocztowy/), '1')
  await user.click(screen.getByRole('button', { name: 'Wyślij mi fakturę' }))
  await screen.findByText('Podaj imię i nazwisko')
  expect(asked).toEqual([])
  await user.type(screen.getByLabelText(/Imię i nazwisko/), 'Łucja Nowak')
  await user.type(screen.getByLabelText(/Ulica i numer/), 'Krótka 2')
  await user.clear(screen.getByLabelText(/Kod pocztowy/))
  await user.type(screen.getByLabelText(/Kod pocztowy/), '31146')
  await user.type(screen.getByLabelText(/Miejscowość/), 'Kraków')
  await user.click(screen.getByRole('button', { name: 'Wyślij mi fakturę' }))
  expect(done).toBe(0)
  expect(screen.getByLabelText(/Miejscowość/)).toHaveProperty('value', 'Kraków')
  await user.click(screen.getByRole('button', { name: 'Wyślij mi fakturę' }))
  expect(done).toBe(1)
  const person = { name: 'Łucja Nowak', street: 'Krótka 2', postal_code: '31-146', city: 'Kraków' }
  expect(asked).toEqual([person, person])
})

test('by the link of an order the e-mail is required, and a wrong one is reported at its field', async () => {
  const user = userEvent.setup()
  const emails: string[] = []
  const message = 'To nie jest e-mail z tego zamówienia.'
  const refusal = {
    reason: 'refused' as const,
    status: 403,
    code: 'contract_other_email' as const,
    message,
    fields: {},
  }
  render(
    <AskInvoice
      asksEmail
      ask={async (_, email) => {
        emails.push(email)
        return fail(refusal)
      }}
      onAsked={() => {}}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Poproś o fakturę' }))
  const fields = {
    'Imię i nazwisko': 'Łucja',
    'Ulica i numer': 'Krótka 2',
    'Kod pocztowy': '31-146',
    Miejscowość: 'Kraków',
  }
  for (const [label, text] of Object.entries(fields)) await user.type(screen.getByLabelText(new RegExp(label)), text)
  await user.click(screen.getByRole('button', { name: 'Wyślij mi fakturę' }))
  await screen.findByText('Podaj e-mail z zamówienia.')
  await user.type(screen.getByLabelText(/E-mail z zamówienia/), 'ktos@example.test')
  await user.click(screen.getByRole('button', { name: 'Wyślij mi fakturę' }))
  await screen.findByText(message)
  expect(emails).toEqual(['ktos@example.test'])
})
