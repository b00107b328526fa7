import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createRoutesStub, Link } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ShippingCostsCard } from '#app/admin/overview/shipping-costs.tsx'
import { findSettings } from '#app/admin/settings/find-settings.ts'
import { ProfileForm } from '#app/admin/settings/profile-form.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { StoredProfile } from '#domain/settings/change-profile.server.ts'
import { fieldOf, INITIAL_PROFILE, listEditedKeys } from '#domain/settings/profile-fields.ts'
import { COSTS } from './shop-answers.ts'
import { refusal, stubShop } from './stub-shop.ts'

const Seller = () => <ProfileForm page="seller" />

afterEach(() => queryClient.clear())

function show(Component: ComponentType) {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <Component />
          <Link to="/dalej">Dalej</Link>
          <Toaster successMs={5000} />
        </>
      ),
    },
    { path: '/dalej', Component: () => <h1>Inna strona</h1> },
  ])
  render(<Page />)
  return userEvent.setup()
}

/** The profile of a new shop whose name stands in the environment. */
const stored = (): StoredProfile => ({
  version: 'v1',
  fields: listEditedKeys().map((key) =>
    key === 'seller_name'
      ? { key, value: 'Anna Nowak Zapachy', source: 'environment' }
      : { key, value: INITIAL_PROFILE[key], source: 'initial' },
  ),
})

test('the seller: values of the environment are read-only, demo values are named, and only changes are sent', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/shop-profile': stored,
    'get /api/admin/setup': () => ({ steps: [] }),
    'post /api/admin/shop-profile': (json) => {
      sent.push(json)
      return {} as never
    },
  })
  const user = show(Seller)
  const name: HTMLInputElement = await screen.findByLabelText(/^Nazwa firmy/)
  expect([name.value, name.readOnly]).toEqual(['Anna Nowak Zapachy', true])
  screen.getByText('Ustawione w konfiguracji serwera (SELLER_NAME)')
  const nip: HTMLInputElement = screen.getByLabelText(/^NIP/)
  expect(nip.value).toBe('')
  screen.getByText('Teraz w sklepie: „000-000-00-00”, dane pokazowe.')

  await user.type(nip, '676-10-20-304')
  await user.tab()
  await screen.findByText(/W tym NIP-ie jest pomyłka/)
  expect(nip.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Niezapisane zmiany')
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  expect(sent).toEqual([])

  await user.clear(nip)
  await user.type(nip, '676-10-20-309')
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  await vi.waitFor(() => expect(sent).toEqual([{ version: 'v1', seller_nip: '676-10-20-309' }]))
  await screen.findByText(/^Zapisano \d\d:\d\d$/)
})

test('the seller: a refusal is shown at its field, and typed values stay', async () => {
  stubShop({
    'get /api/admin/shop-profile': stored,
    'post /api/admin/shop-profile': () =>
      refusal(400, 'invalid_request', 'Popraw zaznaczone pola.', { seller_bdo: 'Podaj dziewięć cyfr numeru' }),
  })
  const user = show(Seller)
  const bdo: HTMLInputElement = await screen.findByLabelText(/^Numer BDO/)
  await user.type(bdo, '000123456')
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  await screen.findByText('Podaj dziewięć cyfr numeru')
  expect(bdo.value).toBe('000123456')
})

test('leaving with unsaved changes asks; without them it does not', async () => {
  stubShop({ 'get /api/admin/shop-profile': stored })
  const user = show(Seller)
  await user.type(await screen.findByLabelText(/^Adres do zwrotów/), 'ul. Długa 3')
  await user.click(screen.getByRole('link', { name: 'Dalej' }))
  const question = await screen.findByRole('dialog', { name: 'Porzucić niezapisane zmiany?' })
  await user.click(within(question).getByRole('button', { name: 'Zostań' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.clear(screen.getByLabelText(/^Adres do zwrotów/))
  await user.click(screen.getByRole('link', { name: 'Dalej' }))
  await screen.findByRole('heading', { name: 'Inna strona' })
})

test('shipping costs: an empty or non-numeric field is refused, and 0 means free', async () => {
  const sent: { kurier_prepaid?: number }[] = []
  stubShop({
    'get /api/admin/shipping-costs': () => ({ items: [{ ...COSTS, preset: false }] }),
    'post /api/admin/shipping-costs': (json) => {
      sent.push(json as object)
      return {} as never
    },
  })
  const user = show(ShippingCostsCard)
  const field = await screen.findByLabelText('Kurier, z góry (zł)')
  for (const typed of ['abc', '', '-', '12,345x']) {
    await user.clear(field)
    if (typed !== '') await user.type(field, typed)
    await user.click(screen.getByRole('button', { name: 'Zapisz koszty' }))
    await screen.findByText('Podaj kwotę w zł, na przykład 16,99 lub 0')
  }
  expect(sent).toEqual([])
  await user.clear(field)
  await user.type(field, '0')
  await user.click(screen.getByRole('button', { name: 'Zapisz koszty' }))
  const question = within(await screen.findByRole('dialog', { name: 'Dostawa za 0,00 zł?' }))
  question.getByText('Klient nie zapłaci za dostawę: Kurier, z góry.')
  expect(sent).toEqual([])
  await user.click(question.getByRole('button', { name: 'Zapisz 0,00 zł' }))
  await vi.waitFor(() => expect(sent.map(({ kurier_prepaid }) => kurier_prepaid)).toEqual([0]))
})

test('the search of the panel finds every field of the profile by its name, and pages by other words', () => {
  for (const key of listEditedKeys()) {
    const { label } = fieldOf(key)
    expect(
      findSettings(label).map(({ title }) => title),
      label,
    ).toContain(label)
  }
  const [first] = findSettings('nip')
  expect(first).toEqual({
    title: 'NIP',
    detail: 'Ustawienia, Sprzedawca',
    to: '/admin/ustawienia/sprzedawca#seller_nip',
  })
  for (const [typed, title] of [
    ['urlop', 'Terminy wysyłki'],
    ['wycofaj partię', 'Partie'],
    ['remanent', 'Inwentaryzacja'],
    ['przez telefon', 'Zamówienia przez telefon'],
    ['cisza nocna', 'Powiadomienia'],
    ['koszty wys', 'Koszty wysyłki'],
    ['etykiety', 'Skład i producenci'],
    ['prezent', 'Gratisy'],
    ['limity', 'Limity nowych klientów'],
    ['nowe konta', 'Limity nowych klientów'],
    ['backup', 'Kopia zapasowa'],
    ['google analytics', 'Pomiar odwiedzin'],
    ['paragon', 'Kasa'],
    ['rabat', 'Kody'],
    ['zwrot', 'Zwroty'],
    ['reklamacje', 'Zwroty'],
    ['etykieta', 'Przesyłki'],
    ['faktura', 'Faktury'],
    ['JPK', 'Miesiąc'],
    ['opinie', 'Przegląd'],
    ['regulamin', 'Regulamin'],
    ['hasło', 'Hasło i logowanie'],
    ['ŁACZE', undefined],
  ] as const) {
    expect(findSettings(typed).map((found) => found.title)[0], typed).toBe(title)
  }
})
