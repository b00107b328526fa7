import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import PeoplePage from '#app/admin/people/people-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { Person } from '#domain/accounts/people-queries.server.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const person = (email: string, more: Partial<Person> = {}): Person => ({
  id: crypto.randomUUID(),
  email,
  role: 'packer',
  invited_at: '2026-11-20T09:00:00.000Z',
  accepted: false,
  link_until: null,
  last_sign_in_at: null,
  ...more,
})

const open = () => {
  const Page = createRoutesStub([{ path: '/', Component: PeoplePage }])
  render(
    <>
      <Page />
      <Toaster successMs={5000} />
    </>,
  )
  return userEvent.setup()
}
const textsOf = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('each person has a state in words; only an open invitation can be mailed again', async () => {
  const asked: string[] = []
  const items = [
    person('nowa@example.test', { link_until: '2026-11-27T09:00:00.000Z' }),
    person('dawna@example.test', { role: 'accountant' }),
    person('pakuje@example.test', { accepted: true, last_sign_in_at: '2026-11-21T17:30:00.000Z' }),
  ]
  stubShop({
    'get /api/admin/people': () => ({ items }),
    'post /api/admin/people/:id/invite': () => {
      asked.push('again')
      return { ok: true }
    },
  })
  const user = open()
  await screen.findByText('nowa@example.test')
  expect(textsOf()).toEqual([
    'nowa@example.testPakuje. Zaproszono 20.11.26, 10:00; link działa do 27.11.26, 10:00Wyślij ponownieUsuń',
    'dawna@example.testKsięgowość. Zaproszono 20.11.26, 10:00; link stracił ważnośćWyślij ponownieUsuń',
    'pakuje@example.testPakuje. Zaproszono 20.11.26, 10:00; ostatnie logowanie 21.11.26, 18:30Usuń',
  ])
  await user.click(screen.getByRole('button', { name: 'Wyślij ponownie zaproszenie: dawna@example.test' }))
  await screen.findByText('Zaproszenie wysłane ponownie')
  expect(asked).toEqual(['again'])
})

test('a refused address stays typed, with the sentence at its field; an invited one appears', async () => {
  const items: Person[] = []
  const taken = 'Ten adres ma już konto w sklepie.'
  stubShop({
    'get /api/admin/people': () => ({ items }),
    'post /api/admin/people': (json) => {
      const { email, role } = json as Pick<Person, 'email' | 'role'>
      if (email === 'klientka@example.test') return refusal(409, 'person_address_taken', taken, { email: taken })
      items.push(person(email, { role }))
      return { id: crypto.randomUUID() }
    },
  })
  const user = open()
  await screen.findByText('Na razie panel masz tylko Ty.')
  const field: HTMLInputElement = screen.getByLabelText(/^E-mail osoby/)
  await user.click(screen.getByRole('button', { name: 'Zaproś' }))
  await screen.findByText('Email jest wymagany')
  await user.type(field, 'klientka@example.test')
  await user.click(screen.getByRole('button', { name: 'Zaproś' }))
  expect((await screen.findAllByText(taken)).length).toBeGreaterThan(0)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['klientka@example.test', 'true'])
  await user.clear(field)
  await user.type(field, 'ksiegowa@example.test')
  await user.selectOptions(screen.getByLabelText('Co będzie robić'), 'Księgowość')
  await user.click(screen.getByRole('button', { name: 'Zaproś' }))
  const row = await screen.findByRole('listitem')
  within(row).getByText('ksiegowa@example.test')
  within(row).getByText(/^Księgowość\. Zaproszono/)
  expect(field.value).toBe('')
})

test('with five people there is no form; removing one asks first and names the address', async () => {
  const items = Array.from({ length: 5 }, (_, n) => person(`osoba${n}@example.test`, { accepted: true }))
  const removed: string[] = []
  stubShop({
    'get /api/admin/people': () => ({ items }),
    'delete /api/admin/people/:id': () => {
      removed.push(items.shift()?.email ?? '')
      return { ok: true }
    },
  })
  const user = open()
  await screen.findByText('Zaprosić można najwyżej 5 osób. Usuń którąś, aby zaprosić nową.')
  expect(screen.queryByLabelText(/^E-mail osoby/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Usuń osobę: osoba0@example.test' }))
  const dialog = await screen.findByRole('dialog', { name: 'Usunąć tę osobę?' })
  within(dialog).getByText(/osoba0@example\.test od razu straci dostęp/)
  expect(removed).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Usuń osobę' }))
  await screen.findByLabelText(/^E-mail osoby/)
  expect(removed).toEqual(['osoba0@example.test'])
  expect(textsOf().map((text) => text?.slice(0, 6))).toEqual(['osoba1', 'osoba2', 'osoba3', 'osoba4'])
})

test('a list that cannot be loaded says so, with a retry', async () => {
  let fails = true
  stubShop({
    'get /api/admin/people': () => (fails ? refusal(503, 'busy', 'Spróbuj ponownie.') : { items: [] }),
  })
  const user = open()
  await screen.findByText('Nie udało się załadować osób', {}, { timeout: 10_000 })
  fails = false
  await user.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }))
  await screen.findByText('Na razie panel masz tylko Ty.')
})
