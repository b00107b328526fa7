import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import OwnTextsPage from '#app/admin/own-texts/own-texts-page.tsx'
import { queryClient } from '#app/query-client.ts'
import { PRESET_TEXTS } from '#app/shop-texts.server.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { OwnTextsArchive } from '#domain/settings/publish-own-texts.server.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const EMPTY: OwnTextsArchive = { version: 0, texts: {}, versions: [] }
const VERSION = { published_by: 'admin@example.test', published_at: '2026-11-27T10:00:00.000Z' }
const STORED: OwnTextsArchive = {
  version: 2,
  texts: { 'hero.title': 'Moje hasło' },
  versions: [
    { ...VERSION, number: 2, changed: ['hero.title'] },
    {
      ...VERSION,
      number: 1,
      changed: ['faq', 'footer.text', 'gone.text'],
    },
  ],
}

function show() {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <OwnTextsPage loaderData={PRESET_TEXTS} />
          <Toaster successMs={5000} />
        </>
      ),
    },
  ])
  render(<Page />)
  return userEvent.setup()
}

const group = async (name: string) => within(await screen.findByRole('group', { name }))
const hero = () => group('Strona główna: początek')
const publish = () => screen.getByRole('button', { name: 'Opublikuj' })

test('a new shop shows default texts, publishes only changed ones, and an emptied field means the default', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/own-texts': () => EMPTY,
    'post /api/admin/own-texts': (json) => {
      sent.push(json)
      return {} as never
    },
  })
  const user = show()
  const title: HTMLTextAreaElement = (await hero()).getByLabelText('Hasło')
  expect(title.value).toBe(PRESET_TEXTS['hero.title'])
  await screen.findByText('Jeszcze nic nie opublikowano: sklep ma teksty domyślne.')
  expect(publish()).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /^Przywróć domyślny/ })).toBeNull()

  await user.clear(title)
  screen.getByText('Puste: w sklepie stoi tekst domyślny.')
  expect(title.placeholder).toBe('Zmieniasz cenę, nie jakość.')
  await user.type(title, 'Pachnij po swojemu, każdego dnia roku')
  screen.getByText(/^37\/45/)
  const footer = (await group('Stopka')).getByLabelText('Tekst w stopce')
  await user.clear(footer)
  await user.click(publish())
  await vi.waitFor(() => expect(sent).toEqual([{ version: 0, 'hero.title': 'Pachnij po swojemu, każdego dnia roku' }]))
  await screen.findByText('Opublikowano. W sklepie widać to od razu.')
})

test('a too long text is reported at its field and not sent; one press restores the default', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/own-texts': () => STORED,
    'post /api/admin/own-texts': (json) => {
      sent.push(json)
      return {} as never
    },
  })
  const user = show()
  const title: HTMLTextAreaElement = (await hero()).getByLabelText('Hasło')
  expect(title.value).toBe('Moje hasło')
  await user.type(title, 'x'.repeat(40))
  await user.click(publish())
  await screen.findByText('Wpisz najwyżej 45 znaków')
  expect([title.getAttribute('aria-invalid'), document.activeElement === title]).toEqual(['true', true])
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Przywróć domyślny: Hasło' }))
  expect(title.value).toBe(PRESET_TEXTS['hero.title'])
  await user.click(publish())
  await vi.waitFor(() => expect(sent).toEqual([{ version: 2 }]))
})

test('a question without an answer is reported at its field, in a group that opens for it', async () => {
  const sent: { faq?: string }[] = []
  stubShop({
    'get /api/admin/own-texts': () => EMPTY,
    'post /api/admin/own-texts': (json) => {
      sent.push(json as object)
      return {} as never
    },
  })
  const user = show()
  const faq = (await group('Częste pytania')).getByLabelText<HTMLTextAreaElement>('Pytania i odpowiedzi')
  const fold = screen.getByRole<HTMLDetailsElement>('group', { name: 'Częste pytania' })
  expect(faq.value).toMatch(/^Czym różni się zamiennik od oryginału\?\nZamiennik to /)
  expect(faq.value).not.toContain('+GRATIS')
  await user.clear(faq)
  await user.type(faq, 'Czy pakujecie na prezent?')
  expect(fold.open).toBe(false)
  await user.click(publish())
  await screen.findByText('Dopisz odpowiedź w linii pod pytaniem „Czy pakujecie na prezent?”')
  expect([fold.open, sent.length]).toEqual([true, 0])
  await user.type(faq, '\nTak.')
  await user.click(publish())
  await vi.waitFor(() => expect(sent).toEqual([{ version: 0, faq: 'Czy pakujecie na prezent?\nTak.' }]))
})

test('after a change in another window the form says so, keeps the typed texts, and can load the current ones', async () => {
  let archive = EMPTY
  stubShop({
    'get /api/admin/own-texts': () => archive,
    'post /api/admin/own-texts': () => refusal(409, 'changed_meanwhile', 'Zmieniono to w międzyczasie.'),
  })
  const user = show()
  const title: HTMLTextAreaElement = (await hero()).getByLabelText('Hasło')
  await user.clear(title)
  await user.type(title, 'Drugie okno')
  archive = STORED
  await user.click(publish())
  await screen.findByText('Nie opublikowano tekstów')
  expect(title.value).toBe('Drugie okno')
  await user.click(screen.getByRole('button', { name: 'Wczytaj aktualne' }))
  await vi.waitFor(() => expect(title.value).toBe('Moje hasło'))
})

test('versions show time, author and changes; going back asks first', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/own-texts': () => STORED,
    'post /api/admin/own-texts/restore': (json) => {
      sent.push(json)
      return {} as never
    },
  })
  const user = show()
  const versions = within(await screen.findByRole('region', { name: 'Wersje' }))
  const [newest, earlier] = versions.getAllByRole('listitem')
  expect(newest?.textContent).toMatch(/^Wersja 2, 27\.11\.26, 11:00, admin@example\.test/)
  expect(newest?.textContent).toMatch(/Strona główna: początek, HasłoW sklepie$/)
  expect(earlier?.textContent).toContain('Częste pytania, Pytania i odpowiedzi; Stopka, Tekst w stopce; gone.text')
  await user.click(versions.getByRole('button', { name: 'Wróć do wersji 1' }))
  const question = within(await screen.findByRole('dialog', { name: 'Wrócić do wersji 1?' }))
  expect(question.queryByText(/przepadną/)).toBeNull()
  await user.click(question.getByRole('button', { name: 'Opublikuj ją znowu' }))
  await screen.findByText('Wróciła wersja 1')
  expect(sent).toEqual([{ version: 2, number: 1 }])
})

test('texts that cannot be loaded say so, with a retry', async () => {
  let isDown = true
  stubShop({
    'get /api/admin/own-texts': () => (isDown ? refusal(503, 'database_unavailable', 'Chwilowa przerwa.') : EMPTY),
  })
  const user = show()
  await screen.findByText('Nie udało się załadować tekstów sklepu')
  isDown = false
  await user.click(screen.getByRole('button', { name: /ponownie/ }))
  await hero()
})
