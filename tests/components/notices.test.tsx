import { act, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeStored } from '#app/browser-storage.ts'
import Notices from '#app/notices/notices.tsx'
import type { GiftOffer } from '#domain/gifts/gift.ts'

const { showModal } = HTMLDialogElement.prototype

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // jsdom has no times of a navigation, no sizes and no modal dialogs.
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
  vi.stubGlobal('fetch', async () => Response.json({ user: null, expires_at: null }))
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

afterEach(() => {
  HTMLDialogElement.prototype.showModal = showModal
  writeStored('promo_dismissed', null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const GIFT: GiftOffer = {
  genders: ['women', 'unisex'],
  fromGrosze: 0,
  name: 'Drobny upominek',
  untilDay: null,
  left: null,
}

/** A page of the shop on which a first-time visitor has been for some seconds. */
async function stay(path: string, gift: GiftOffer | null = GIFT): Promise<void> {
  const Page = createRoutesStub([
    {
      id: 'shell/layout',
      Component: Notices,
      loader: () => ({ sellerPhone: '+48 600 700 800', analytics: null, gift }),
      HydrateFallback: () => null,
      children: [{ path: '*', Component: () => null }],
    },
  ])
  render(<Page initialEntries={[path]} />)
  await act(() => vi.advanceTimersByTimeAsync(100))
  await act(() => vi.advanceTimersByTimeAsync(3000))
}

const pill = () => screen.queryByRole('region', { name: 'Informacja o prywatności' })
const contact = () => screen.queryByRole('complementary', { name: 'Kontakt' })
const popup = () => screen.queryByRole('dialog', { name: /prezent$/ })

test('a page of the shop shows the notices, each within a landmark', async () => {
  await stay('/produkt/anbar-sahili')
  expect([pill(), contact(), popup()]).not.toContain(null)
})

test('without a gift rule no notice promises a gift', async () => {
  await stay('/produkt/anbar-sahili', null)
  expect([pill(), contact()]).not.toContain(null)
  expect(popup()).toBeNull()
})

test.each(['/odstapienie', '/reklamacja', '/ocena/anbar-sahili'])(
  '%s has the popup and the contact links, on phones too',
  async (path) => {
    await stay(path)
    expect([pill(), contact(), popup()]).not.toContain(null)
    expect(contact()?.className).not.toContain('max-sm:hidden')
  },
)

test.each(['/payment-success', '/payment-cancel', '/zamowienie', '/logowanie', '/nowe-haslo'])(
  'the popup does not open on %s',
  async (path) => {
    await stay(path)
    expect([pill(), contact()]).not.toContain(null)
    expect(popup()).toBeNull()
  },
)

test.each(['/admin', '/admin/pakowanie'])('%s has no floating notices', async (path) => {
  await stay(path)
  expect([pill(), contact(), popup()]).toEqual([null, null, null])
})
