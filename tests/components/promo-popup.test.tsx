import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from '#app/browser-storage.ts'
import { dismissPlaced, tellPlaced } from '#app/checkout/placed-order-news.ts'
import { askForConsent } from '#app/consents/ask-for-consent.ts'
import Analytics from '#app/consents/measuring.tsx'
import { useAsking } from '#app/consents/use-asking.ts'
import { promo_titles } from '#app/copy.json'
import { announceDialog } from '#app/dialogs/dialogs.ts'
import { PromoPopup } from '#app/notices/promo-popup.tsx'
import type { GiftOffer } from '#domain/gifts/gift.ts'

vi.mock('#app/consents/send-answer.ts', () => ({ sendAnswer: vi.fn(async () => {}) }))
vi.mock('#app/consents/google-tag.ts', () => ({ startTag: vi.fn(), applyConsent: vi.fn(), sendPageView: vi.fn() }))

const original = window.matchMedia
const dialogs = HTMLDialogElement.prototype
const { showModal, close } = dialogs

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // jsdom has no times of a navigation.
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  let before: Element | null = null
  // As browsers do: the first button receives the focus, which later returns to the previous element.
  dialogs.showModal = function () {
    before = document.activeElement
    this.open = true
    this.querySelector('button')?.focus()
  }
  dialogs.close = function () {
    this.open = false
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (before instanceof HTMLElement) before.focus()
  }
})

afterEach(() => {
  Object.assign(dialogs, { showModal, close })
  window.matchMedia = original
  writeStored('promo_dismissed', null)
  writeStored('analytics_consent', null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const FACTS = {
  ids: ['G-TEST'],
  conversion: null,
  scriptOrigin: 'https://tag.example.test',
  purposes: ['statistics'],
  consentSha256: 'a'.repeat(64),
} as const
const OFFER: GiftOffer = {
  genders: ['women', 'unisex'],
  fromGrosze: 0,
  name: 'Drobny upominek',
  untilDay: null,
  left: null,
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const popup = () => screen.queryByRole('dialog')

function show({ isPhone = false, isMeasured = false } = {}) {
  window.matchMedia = (query) => ({ ...original(query), matches: isPhone && query.includes('max-width') })
  return render(
    <MemoryRouter>
      <a href="#tresc">Przejdź do treści</a>
      <Link to="/sklep">Sklep</Link>
      <Surfaces isMeasured={isMeasured} />
    </MemoryRouter>,
  )
}

function Surfaces({ isMeasured }: { isMeasured: boolean }) {
  const isAsking = useAsking(isMeasured ? FACTS : null)
  return (
    <>
      <PromoPopup offer={OFFER} waits={isAsking} />
      {isMeasured && <Analytics facts={FACTS} isAsking={isAsking} />}
    </>
  )
}

test('it opens a second after the load and takes the focus; closing returns it, or moves it to the skip link', async () => {
  show()
  await pass(900)
  expect(popup()).toBeNull()
  await pass(200)
  expect(document.activeElement).toBe(popup())
  fireEvent(popup() as HTMLElement, new Event('cancel', { cancelable: true }))
  await pass(400)
  expect(popup()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Przejdź do treści' }))
  expect(readStored('promo_dismissed')).not.toBeNull()
})

test('it returns the focus to the previous element', async () => {
  show()
  screen.getByRole('link', { name: 'Sklep' }).focus()
  await pass(1100)
  fireEvent(popup() as HTMLElement, new Event('cancel', { cancelable: true }))
  await pass(400)
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Sklep' }))
})

test('it waits for a dialog that is about to open, such as the login that the panel asks for', async () => {
  show()
  announceDialog()
  await pass(3000)
  expect(popup()).toBeNull()
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('link', { name: 'Sklep' }))
  await pass(600)
  expect(popup()).not.toBeNull()
})

test('on a phone it blocks nothing, leaves the focus alone, and closes when the visitor goes on', async () => {
  show({ isPhone: true })
  const link = screen.getByRole('link', { name: 'Sklep' })
  link.focus()
  dialogs.showModal = () => {
    throw new Error('modal')
  }
  await pass(1100)
  expect(popup()?.textContent).toContain(promo_titles.women)
  expect(document.activeElement).toBe(link)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(link)
  await pass(400)
  expect(popup()).toBeNull()
  expect(readStored('promo_dismissed')).not.toBeNull()
})

test('on a phone Escape closes it from anywhere', async () => {
  show({ isPhone: true })
  await pass(1100)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await pass(400)
  expect(popup()).toBeNull()
})

test('leaving the shop while it is open dismisses it, and leaving before it opened does not', async () => {
  show()
  fireEvent(window, new Event('pagehide'))
  expect(readStored('promo_dismissed')).toBeNull()
  await pass(1100)
  fireEvent(window, new Event('pagehide'))
  expect(readStored('promo_dismissed')).not.toBeNull()
})

test('it waits until the question for consent is answered', async () => {
  show({ isMeasured: true })
  await pass(3000)
  expect(popup()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Odrzuć' }))
  await pass(600)
  expect(popup()).not.toBeNull()
})

test('on a phone it gives way to the question for consent that the footer asks again', async () => {
  show({ isPhone: true, isMeasured: true })
  fireEvent.click(screen.getByRole('button', { name: 'Odrzuć' }))
  await pass(1700)
  expect(popup()).not.toBeNull()
  act(() => askForConsent())
  await pass(400)
  expect(screen.getByRole('region', { name: 'Czy możemy mierzyć odwiedziny?' })).toBeDefined()
  expect(popup()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Odrzuć' }))
})

test('whoever has placed an order is not offered a gift any more', async () => {
  show()
  tellPlaced({
    numbers: ['12345678'],
    delivery: 'locker',
    totalGrosze: 100,
    isPaid: false,
    path: '/zamowienie#a',
    arrival: null,
  })
  await pass(3000)
  expect(popup()).toBeNull()
  dismissPlaced()
})
