import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_SESSION } from '#app/account/session.ts'
import { LockerChoice } from '#app/checkout/lockers/locker-search.tsx'
import { useCheckoutForm } from '#app/checkout/use-checkout-form.ts'
import { queryClient } from '#app/query-client.ts'

const locker = (number: number) => ({
  inpost_id: `DEMO-KRK-0${number}`,
  name: `DEMO-KRK-0${number}`,
  address: `ul. Miodowa ${number}`,
  city: 'Kraków',
  postal_code: number < 12 ? '31-009' : '31-010',
  status: 'active',
  opening_hours: null,
  ...(number < 12 && { distance: number * 85, latitude: 50.06, longitude: 19.94 }),
})
const LOCKERS = Array.from({ length: 18 }, (_, index) => locker(index + 10))

afterEach(() => {
  // First, because mounted components would call the shop again.
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
})

function Locker() {
  const form = useCheckoutForm({ session: NO_SESSION, dialog: 'cart' })
  return <LockerChoice form={form} />
}

async function search(term: string) {
  vi.stubGlobal('fetch', async () => Response.json(LOCKERS))
  const user = userEvent.setup({ delay: null })
  render(<Locker />)
  await user.type(screen.getByRole('textbox', { name: 'Znajdź paczkomat' }), term)
  await screen.findByRole('radiogroup', { name: 'Paczkomaty' })
  return user
}
const shown = () => screen.queryAllByRole('radio').length

test('the list shows five lockers, more on request, with distances, and marks those with the typed code', async () => {
  const user = await search('31009')
  expect(shown()).toBe(5)
  for (const aside of ['ten sam kod, 850 m', 'ten sam kod, 940 m']) screen.getByText(aside)
  await user.click(screen.getByRole('button', { name: 'Pokaż więcej' }))
  expect(shown()).toBe(15)
  await user.click(screen.getByRole('button', { name: 'Pokaż więcej' }))
  expect(shown()).toBe(18)
  expect(screen.queryByRole('button', { name: 'Pokaż więcej' })).toBeNull()
})

test('the chosen locker replaces search and list; “Zmień” restores them', async () => {
  const user = await search('Miodowa')
  await user.click(screen.getByRole('radio', { name: /DEMO-KRK-012/ }))
  expect(shown()).toBe(0)
  expect(screen.queryByRole('textbox', { name: 'Znajdź paczkomat' })).toBeNull()
  expect(screen.getByText(/^Wybrany paczkomat/).parentElement?.textContent).toContain('DEMO-KRK-012')
  const change = screen.getByRole('button', { name: 'Zmień' })
  await waitFor(() => expect(document.activeElement).toBe(change))
  await user.click(change)
  expect(shown()).toBe(5)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /DEMO-KRK-012/ }).checked).toBe(true)
  // The same locker again.
  await user.click(screen.getByRole('radio', { name: /DEMO-KRK-012/ }))
  expect(shown()).toBe(0)
})

test.for([
  { name: 'its position', number: 10, query: '50.06,19.94' },
  { name: 'its address, where the position is unknown', number: 12, query: 'ul. Miodowa 12, 31-010 Kraków' },
])('the chosen locker leads to a map of $name', async ({ number, query }) => {
  const user = await search('Miodowa')
  await user.click(screen.getByRole('radio', { name: new RegExp(`DEMO-KRK-0${number}`) }))
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: /^Mapa/ })
  expect(new URL(href).searchParams.get('query')).toBe(query)
})

test('arrow keys move through the open list of lockers; Enter chooses one', async () => {
  const user = await search('Miodowa')
  screen.getAllByRole('radio')[0]?.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('DEMO-KRK-012')
  await user.keyboard('{Enter}')
  expect(shown()).toBe(0)
  screen.getByRole('button', { name: 'Zmień' })
})

test('no line breaks within a postal code or between it and its town', async () => {
  await search('31009')
  for (const code of screen.getAllByText('31-009 Kraków')) expect(code.className).toContain('whitespace-nowrap')
})
