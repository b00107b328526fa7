import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { NewVersion } from '#app/admin/terms/new-version.tsx'
import { writeStored } from '#app/browser-storage.ts'
import type { ShopFeatures } from '#domain/terms/features/feature.ts'
import type { TermsArchive } from '#domain/terms/publish-terms.server.ts'
import { refusal, stubShop } from './stub-shop.ts'

const BODY = '§ 7. Dostawa\n1. W ciągu 24 godzin.\n2. Do paczkomatu.\n\n§ 8. Odstąpienie\n1. W 14 dni.'
const ARCHIVE: TermsArchive = {
  in_force: '2026-01-01',
  body: BODY,
  versions: [{ version: '2026-01-01', sha256: 'a'.repeat(64), published_at: '2026-01-01T10:00:00Z' }],
  at_once: false,
  earliest: '2026-12-10',
  accounts: 3,
}
const onPublished = vi.fn(async () => {})

beforeEach(() => writeStored('terms_draft', null))

const show = (shopBody = BODY, features: ShopFeatures = {}) =>
  render(
    <MemoryRouter>
      <NewVersion archive={ARCHIVE} shopBody={shopBody} features={features} onPublished={onPublished} />
    </MemoryRouter>,
  )
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Treść/ })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))
const changes = () => screen.getByRole('region', { name: 'Co się zmienia' })

test('the comparison shows the words that change, under the heading of their paragraph', () => {
  show()
  expect(changes().textContent).toContain('Jeszcze nic.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ogłoś' }).disabled).toBe(true)
  type(BODY.replace('24', '48'))
  expect(changes().querySelector('li p')?.textContent).toBe('§ 7. Dostawa')
  expect(changes().querySelector('del')?.textContent).toBe('24')
  expect(changes().querySelector('ins')?.textContent).toBe('48')
  expect(changes().textContent).not.toContain('§ 8.')
  type(BODY.replace('\n\n§ 8. Odstąpienie\n1. W 14 dni.', ''))
  expect(changes().querySelector('del')?.textContent).toBe('1. W 14 dni.')
})

test('publishing asks first with the number of mails, and shows a refusal at its field, keeping the text', async () => {
  const sent: unknown[] = []
  const sentence = 'W regulaminie brakuje rozdziału o reklamacjach.'
  stubShop({
    'post /api/admin/terms': (json) => {
      sent.push(json)
      return sent.length === 1
        ? refusal(400, 'terms_incomplete', sentence, { body: sentence })
        : { version: '2026-12-10', accounts: 3 }
    },
  })
  show()
  const changed = BODY.replace('24', '48')
  type(changed)
  await press('Ogłoś')
  const dialog = await screen.findByRole('dialog', { name: 'Ogłosić regulamin?' })
  expect(dialog.textContent).toContain('10 grudnia 2026')
  expect(dialog.textContent).toContain('3 konta')
  expect(sent).toEqual([])
  await press('Ogłoś i zawiadom')
  await screen.findByText(sentence)
  expect(field().value).toBe(changed)
  await press('Ogłoś')
  await press('Ogłoś i zawiadom')
  await waitFor(() => expect(onPublished).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toEqual({ version: '2026-12-10', body: changed })
})

test('an unfinished draft is restored, and one press loads the shop’s text', async () => {
  const { unmount } = show()
  type(`${BODY}\n2. Szkic.`)
  unmount()
  show(`${BODY}\n2. Z ustawień.`)
  expect(field().value).toBe(`${BODY}\n2. Szkic.`)
  await press('Wstaw go do pola')
  expect(field().value).toBe(`${BODY}\n2. Z ustawień.`)
  await press('Przywróć najnowszą wersję')
  expect(field().value).toBe(BODY)
})

test('features that the text does not tell of are named, and one press adds their sentences before publishing', async () => {
  show(BODY, { codes: true })
  screen.getByText(/^Ten tekst nie mówi wszystkiego o tym, co w sklepie działa: .*newsletter.*kody rabatowe\.$/)
  await press('Dopisz brakujące zdania')
  expect(field().value).toContain('Usługi i dokumenty Sklepu')
  expect(field().value).toContain('Kod rabatowy obniża cenę')
  expect(field().value).toContain('§ 8. Odstąpienie\n1. W 14 dni.')
  expect(screen.queryByRole('button', { name: 'Dopisz brakujące zdania' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ogłoś' }).disabled).toBe(false)
})
