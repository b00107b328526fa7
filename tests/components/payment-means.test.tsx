import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import PaymentMeansPage from '#app/admin/settings/payment-means-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const STORED = {
  on: ['card', 'blik'],
  available: ['card', 'blik', 'p24'],
  asked_at: '2026-11-30T08:00:00.000Z',
  version: '7',
  provider: 'Stripe',
  settings_url: 'https://dashboard.stripe.com/settings/payment_methods',
}

function show() {
  const Page = createRoutesStub([{ path: '/', Component: PaymentMeansPage }])
  render(
    <>
      <Page />
      <Toaster successMs={5000} />
    </>,
  )
  return userEvent.setup()
}
const means = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const save = () => screen.getByRole('button', { name: 'Zapisz sposoby płatności' })

test('payment means: what the account lacks cannot be switched on, and says where it can be had', async () => {
  stubShop({ 'get /api/admin/payment-means': () => STORED })
  show()
  expect([(await means(/^karta/)).checked, (await means(/^Przelewy24/)).checked]).toEqual([true, false])
  expect((await means(/^Klarna.*Niedostępne: konto Stripe tego nie ma/)).disabled).toBe(true)
  expect((await means(/^Przelewy24/)).disabled).toBe(false)
  const [link] = screen.getAllByRole('link', { name: 'Ustawienia Stripe' })
  expect(link?.getAttribute('href')).toBe(STORED.settings_url)
  screen.getByText(/^Konto Stripe sprawdzone 30.*9:00/)
})

test('payment means: the choice is sent with the version that was seen; without the card the form says what it means', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/payment-means': () => STORED,
    'post /api/admin/payment-means': (json) => {
      sent.push(json)
      return refusal(409, 'changed_meanwhile', 'Zmieniono to w międzyczasie.')
    },
  })
  const user = show()
  await user.click(await means(/^Przelewy24/))
  screen.getByText('Klienci zobaczą: karta, BLIK, Przelewy24.')
  await user.click(await means(/^karta/))
  screen.getByText(/^Bez karty płatność online jest wyłączona/)
  await user.click(save())
  await screen.findByText('Nie udało się zapisać sposobów płatności')
  await screen.findByRole('button', { name: 'Wczytaj aktualne' })
  expect(sent).toEqual([{ means: ['blik', 'p24'], version: '7' }])
})

test('payment means: the provider is asked again by a button, and a failure leaves its last answer', async () => {
  let asks = 0
  stubShop({
    'get /api/admin/payment-means': () => (asks < 2 ? { ...STORED, available: null, asked_at: null } : STORED),
    'post /api/admin/payment-means/check': () => {
      asks += 1
      return asks < 2 ? refusal(503, 'payment_means_unread', 'Operator płatności nie odpowiedział.') : { ok: true }
    },
  })
  const user = show()
  await screen.findByText('Sklep jeszcze nie pytał, które sposoby ma Twoje konto Stripe.')
  expect((await means(/^Klarna/)).disabled).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Sprawdź teraz' }))
  await screen.findByText('Operator płatności nie odpowiedział.')
  await user.click(screen.getByRole('button', { name: 'Sprawdź teraz' }))
  await screen.findByRole('button', { name: 'Sprawdź ponownie' })
  expect((await means(/^Klarna/)).disabled).toBe(true)
})
