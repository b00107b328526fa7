import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { sendPageView } from '#app/consents/google-tag.ts'
import Analytics from '#app/consents/measuring.tsx'
import { writeConsent } from '#app/consents/stored-consent.ts'

vi.mock('#app/consents/send-answer.ts', () => ({ sendAnswer: vi.fn(async () => {}) }))
vi.mock('#app/consents/google-tag.ts', () => ({ startTag: vi.fn(), applyConsent: vi.fn(), sendPageView: vi.fn() }))

const FACTS = {
  ids: ['G-TEST'],
  conversion: null,
  scriptOrigin: 'https://tag.example.test',
  purposes: ['statistics'],
  consentSha256: 'a'.repeat(64),
} as const
const STEPS = {
  family: '/sklep?family=oud',
  note: '/sklep?family=oud&note=wanilia',
  price: '/sklep?family=oud&note=wanilia&maxPrice=100',
  words: '/sklep?family=oud&note=wanilia&maxPrice=100&search=moje+slowa',
}

test('family, note, price and search are page views of their own; the words typed are not sent', async () => {
  writeConsent(FACTS, { statistics: true, advertising: false })
  render(
    <MemoryRouter initialEntries={['/sklep']}>
      {Object.entries(STEPS).map(([name, to]) => (
        <Link key={name} to={to}>
          {name}
        </Link>
      ))}
      <Analytics facts={FACTS} isAsking={false} />
    </MemoryRouter>,
  )
  for (const name of Object.keys(STEPS)) await userEvent.setup().click(screen.getByRole('link', { name }))
  const sent = vi.mocked(sendPageView).mock.calls.map(([{ page_location }]) => new URL(String(page_location)))
  expect(sent.map(({ pathname, search }) => pathname + search)).toEqual([
    '/sklep',
    STEPS.family,
    STEPS.note,
    STEPS.price,
    STEPS.price,
  ])
})
