import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HiddenSubstitutesBar } from '#app/admin/hidden-substitutes.tsx'
import { PaymentModeCard } from '#app/admin/overview/payment-mode-card.tsx'
import { ShippingCostsCard } from '#app/admin/overview/shipping-costs.tsx'
import { StoreSettings } from '#app/admin/overview/store-settings.tsx'
import { SystemStatusCard } from '#app/admin/overview/system-status-card.tsx'
import { TodayCard } from '#app/admin/overview/today-card.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import { describeHidden } from '#domain/settings/admin-settings.ts'
import { COSTS } from './shop-answers.ts'

const SHOWN = { hide_substitutes: false, version: 'v1', hidden_since: null, products: 64, substitutes: 42 }
const REFUSAL = { error: { code: 'changed_meanwhile', message: 'Zmieniono to w międzyczasie.' } }

/** The shop's answers by method and path; every other call fails. */
let answers: Record<string, (body: unknown) => unknown>

beforeEach(() => {
  answers = {}
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const found = answers[`${init?.method} ${path}`]?.(init?.body && JSON.parse(String(init.body)))
    return found === undefined ? Response.json(REFUSAL, { status: 409 }) : Response.json(found)
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

function show(Component: ComponentType) {
  const Page = createRoutesStub([{ path: '/', Component }])
  render(
    <>
      <Page />
      <Toaster successMs={5000} />
    </>,
  )
  return userEvent.setup()
}

/** The text of the failure toast: 'Błąd' and what failed. */
const failure = async () => (await screen.findByText('Błąd')).closest('[role=alert]')?.textContent

test('shipping costs that cannot be loaded or saved: the card and a toast say so', async () => {
  const user = show(ShippingCostsCard)
  expect(await failure()).toBe('BłądNie udało się załadować kosztów wysyłki')
  const card = screen.getByRole('region', { name: 'Koszty wysyłki' })
  within(card).getByText('Nie udało się załadować kosztów wysyłki')
  answers['GET /api/admin/shipping-costs'] = () => ({ items: [COSTS] })
  await user.click(within(card).getByRole('button', { name: 'Spróbuj ponownie' }))
  const field = await within(card).findByLabelText('Kurier, z góry (zł)')
  await user.clear(field)
  await user.type(field, '14')
  await user.click(within(card).getByRole('button', { name: 'Zapisz koszty' }))
  await vi.waitFor(async () =>
    expect(await failure()).toBe('BłądNie udało się zaktualizować kosztów wysyłki. Zmieniono to w międzyczasie.'),
  )
})

/** Every means of payment that is on works. */
const MEANS = { offers_means: true, lost: '' }

test.for([
  { mode: 'test', keys: { test: false, live: true }, button: 'Włącz tryb produkcyjny' },
  { mode: 'live', keys: { test: true, live: false }, button: 'Włącz tryb testowy' },
])('a payment mode without keys is one red line, with the button to $button', async ({ button, ...settings }) => {
  answers['GET /api/admin/payment-mode'] = () => ({ ...settings, provider: 'Stripe', run_id: null, ...MEANS })
  const user = show(() => <PaymentModeCard provider="Stripe" />)
  const line = await screen.findByRole('alert')
  expect(line.textContent).toContain('Płatność online jest wyłączona')
  expect(screen.queryByText(/Brak kluczy/)).toBeNull()
  await user.click(within(line).getByRole('button', { name: button }))
  await screen.findByRole('dialog')
})

test('a payment mode that cannot be loaded or changed: the card and a toast say so', async () => {
  const user = show(() => <PaymentModeCard provider="Stripe" />)
  expect(await failure()).toBe('BłądNie udało się załadować ustawień Stripe')
  const settings = { mode: 'test', keys: { test: true, live: true }, provider: 'Stripe', run_id: null, ...MEANS }
  answers['GET /api/admin/payment-mode'] = () => settings
  await user.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }))
  await user.click(await screen.findByRole('switch', { name: 'Tryb produkcyjny' }))
  await user.click(await screen.findByRole('button', { name: 'Włącz tryb produkcyjny' }))
  await vi.waitFor(async () =>
    expect(await failure()).toBe('BłądNie udało się zaktualizować trybu. Zmieniono to w międzyczasie.'),
  )
})

/** Stops the clock. Returns a function that advances it. */
function stopClock(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') })
  return async (ms) => {
    await act(() => vi.advanceTimersByTimeAsync(ms))
  }
}

test('a successful migration of products is shown for five seconds after its end', async () => {
  const run = { id: 'run-1', status: 'done', total: 6, done: 6, failed: 0, failure: null, errors: [] }
  const settings = { mode: 'live', keys: { test: true, live: false }, provider: 'Stripe', run_id: null, ...MEANS }
  answers['GET /api/admin/payment-mode'] = () => settings
  answers['POST /api/admin/payment-mode'] = () => run
  answers['GET /api/admin/runs/run-1'] = () => run
  const pass = stopClock()
  show(() => <PaymentModeCard provider="Stripe" />)
  await pass(10)
  fireEvent.click(screen.getByRole('switch', { name: 'Tryb produkcyjny' }))
  await pass(10)
  fireEvent.click(screen.getByRole('button', { name: 'Włącz tryb testowy' }))
  // The calls for its start, the settings and its end are answered one after another.
  for (const ms of [50, 50, 50]) await pass(ms)
  screen.getByText('Gotowe: 6')
  await pass(4800)
  screen.getByText('Gotowe: 6')
  await pass(200)
  expect(screen.queryByText('Gotowe: 6')).toBeNull()
})

test('a system check shows its time after a second, and the next check updates it', async () => {
  answers['GET /api/admin/system-status'] = () => ({ checks: [] })
  const pass = stopClock()
  show(SystemStatusCard)
  await pass(900)
  screen.getByText('Sprawdzanie…')
  await pass(100)
  screen.getByText('Ostatnie sprawdzenie: 13:00:01')
  fireEvent.click(screen.getByRole('button', { name: 'Sprawdź' }))
  await pass(900)
  screen.getByText('Ostatnie sprawdzenie: 13:00:01')
  await pass(100)
  screen.getByText('Ostatnie sprawdzenie: 13:00:02')
})

test('hiding substitutes asks with their number; then card and bar under the header say so until it is undone', async () => {
  let stored: typeof SHOWN | (Omit<typeof SHOWN, 'hidden_since'> & { hidden_since: string | null }) = SHOWN
  answers['GET /api/admin/shop-settings'] = () => stored
  answers['POST /api/admin/shop-settings'] = (body) => {
    const { hide_substitutes } = body as typeof SHOWN
    stored = { ...SHOWN, hide_substitutes, hidden_since: hide_substitutes ? new Date().toISOString() : null }
    return {}
  }
  const user = show(() => (
    <>
      <HiddenSubstitutesBar initial={SHOWN} />
      <StoreSettings />
    </>
  ))
  const bar = () => screen.queryByRole('complementary', { name: 'Ukryte zamienniki' })
  await user.click(await screen.findByRole('button', { name: 'Ukryj zamienniki na sklepie' }))
  expect(bar()).toBeNull()
  const question = await screen.findByRole('dialog', { name: 'Ukryć zamienniki?' })
  within(question).getByText('Z 64 produktów w sklepie zniknie 42, aż pokażesz je znowu.')
  await user.click(within(question).getByRole('button', { name: 'Ukryj zamienniki' }))
  const shown = await screen.findByRole('complementary', { name: 'Ukryte zamienniki' })
  within(shown).getByText(/^42 zamienniki są ukryte od \d\d:\d\d\.$/)
  screen.getByText(/^42 zamienniki są ukryte od \d\d:\d\d: w sklepie widać tylko oryginalne linie\.$/)
  await user.click(within(shown).getByRole('button', { name: 'Pokaż wszystkie perfumy' }))
  await vi.waitFor(() => expect(bar()).toBeNull())
})

test('hiding substitutes that is refused: a toast says so, and they stay shown', async () => {
  answers['GET /api/admin/shop-settings'] = () => SHOWN
  const user = show(StoreSettings)
  await user.click(await screen.findByRole('button', { name: 'Ukryj zamienniki na sklepie' }))
  const question = await screen.findByRole('dialog', { name: 'Ukryć zamienniki?' })
  await user.click(within(question).getByRole('button', { name: 'Ukryj zamienniki' }))
  await screen.findByText('Nie udało się zmienić ustawień sklepu.')
  await screen.findByRole('button', { name: 'Ukryj zamienniki na sklepie' })
})

test.each([
  [1, '2026-11-24T13:50:00Z', '1 zamiennik jest ukryty od 14:50'],
  [42, '2026-11-23T13:50:00Z', '42 zamienniki są ukryte od 23 listopada 2026, 14:50'],
  [5, null, '5 zamienników jest ukrytych'],
])('%i hidden substitutes since %s are described', (substitutes, hidden_since, words) => {
  const described = describeHidden({ substitutes, hidden_since }, new Date('2026-11-24T18:00:00Z'))
  expect(described.replaceAll('\u00a0', ' ')).toBe(words)
})

const NOTHING = { on_delivery_grosze: 0, elsewhere_grosze: 0, undone_grosze: 0, returned_grosze: 0 }

test.each([
  [{ orders: 10, parcels: 7, sold_grosze: 122_631 }, 'Dzisiaj10 zamówień, 7 paczek1 226,31 zł utargu'],
  [{ orders: 1, parcels: 1, sold_grosze: 9900 }, 'Dzisiaj1 zamówienie99,00 zł utargu'],
  [{ orders: 0, parcels: 0, sold_grosze: 0 }, 'Dzisiaj0 zamówień0,00 zł utargu'],
  [
    { orders: 2, parcels: 2, sold_grosze: 9900, returned_grosze: 5889, undone_grosze: 4590 },
    'Dzisiaj2 zamówienia99,00 zł utarguoddano 58,89 zł, anulowano pobrania na 45,90 zł',
  ],
])('the card of today’s sales: %o', (today, words) => {
  show(() => <TodayCard today={{ ...NOTHING, ...today }} />)
  const { textContent } = screen.getByRole('region', { name: 'Dzisiaj' })
  expect(textContent?.replaceAll(/\s/g, ' ')).toBe(`${words}Wszystkie liczby`)
})
