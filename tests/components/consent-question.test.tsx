import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { askForConsent } from '#app/consents/ask-for-consent.ts'
import Analytics from '#app/consents/measuring.tsx'
import { readConsent } from '#app/consents/stored-consent.ts'
import { useAsking } from '#app/consents/use-asking.ts'
import type { ConsentAnswer } from '#domain/consents/consent.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import { stubShop } from './stub-shop.ts'

const BOTH: AnalyticsFacts = {
  ids: ['G-TEST', 'AW-123456'],
  conversion: null,
  scriptOrigin: 'https://tag.example.test',
  purposes: ['statistics', 'advertising'],
  consentSha256: 'b'.repeat(64),
}
/** The answers that the shop received. */
let sent: ConsentAnswer[]

beforeEach(() => {
  sent = []
  writeStored('analytics_consent', null)
  stubShop({
    'post /api/consents': (json) => {
      sent.push(json as ConsentAnswer)
      return { ok: true }
    },
  })
})

const show = (facts = BOTH) =>
  render(
    <MemoryRouter>
      <Measuring facts={facts} />
    </MemoryRouter>,
  )

function Measuring({ facts }: { facts: AnalyticsFacts }) {
  return <Analytics facts={facts} isAsking={useAsking(facts)} />
}

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('region', { name: 'Czy możemy mierzyć odwiedziny?' })
/** Calls of Google's queue, by command and name. */
const googled = () =>
  (window.dataLayer ?? []).map((call) => {
    const [command, name, fields] = Array.from(call as ArrayLike<unknown>)
    return { command, name, fields }
  })

test('every answer is a button of one kind, and nothing is chosen in advance', async () => {
  show()
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Odrzuć', 'Wybieram', 'Zgadzam się'])
  expect(new Set(buttons.map(({ className }) => className)).size).toBe(1)
  await press('Wybieram')
  for (const purpose of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(purpose.checked).toBe(false)
})

test('only statistics: only their id is measured, the shop keeps the choice, and the footer lets withdraw it', async () => {
  show()
  await press('Wybieram')
  await userEvent.setup().click(screen.getByRole('checkbox', { name: /Statystyka/ }))
  await press('Zapisz')
  expect(question()).toBeNull()
  expect(readConsent()).toEqual({ statistics: true, advertising: false })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ text_sha256: BOTH.consentSha256, statistics: true, advertising: false })
  await waitFor(() => expect(readStoredObject('analytics_consent')?.unsent).toBe(false))
  expect(
    googled()
      .filter(({ command }) => command === 'config')
      .map(({ name }) => name),
  ).toEqual(['G-TEST'])
  expect(googled()[0]?.fields).toMatchObject({ analytics_storage: 'granted', ad_storage: 'denied' })
  expect(googled().filter(({ name }) => name === 'update')).toEqual([])
  expect(window).toMatchObject({ 'ga-disable-G-TEST': false, 'ga-disable-AW-123456': true })

  // The footer asks again.
  await waitFor(() => {
    askForConsent()
    expect(question()).not.toBeNull()
  })
  expect(screen.getByText('Teraz: zgoda na: statystyka.')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Statystyka/ }).checked).toBe(true)
  await press('Odrzuć')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ browser_id: sent[0]?.browser_id, statistics: false, advertising: false })
  expect(sent[1]?.id).not.toBe(sent[0]?.id)
  expect(googled().at(-1)).toMatchObject({
    command: 'consent',
    name: 'update',
    fields: { analytics_storage: 'denied' },
  })
  expect(window).toMatchObject({ 'ga-disable-G-TEST': true })
})

test('an answer that does not reach the shop is valid, and is sent again by a later page', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  vi.spyOn(console, 'warn').mockReturnValue()
  const { unmount } = show()
  await press('Odrzuć')
  expect(question()).toBeNull()
  expect(readConsent()).toEqual({ statistics: false, advertising: false })
  await waitFor(() => expect(console.warn).toHaveBeenCalled())
  expect(readStoredObject('analytics_consent')?.unsent).toBe(true)
  unmount()
  stubShop({
    'post /api/consents': (json) => {
      sent.push(json as ConsentAnswer)
      return { ok: true }
    },
  })
  show()
  await waitFor(() => expect(readStoredObject('analytics_consent')?.unsent).toBe(false))
  expect(sent).toHaveLength(1)
  expect(question()).toBeNull()
})

test('with one purpose there are no options; when another one is added, the question is asked again', async () => {
  const { unmount } = show({ ...BOTH, ids: ['G-TEST'], purposes: ['statistics'] })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Odrzuć', 'Zgadzam się'])
  await press('Zgadzam się')
  expect(question()).toBeNull()
  unmount()
  show()
  expect(question()).not.toBeNull()
})
