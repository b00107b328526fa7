import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import BaselinkerPage from '#app/admin/baselinker/baselinker-page.tsx'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const NEW = {
  enabled: false,
  papers_here: false,
  key_made_at: null,
  seen_at: null,
  refusal: null,
  refused_at: null,
  added: 0,
  version: '1',
  address: 'https://sklep.example/api/baselinker',
}
const CONNECTED = {
  ...NEW,
  enabled: true,
  key_made_at: '2026-11-20T09:00:00.000Z',
  seen_at: '2026-11-24T10:58:00.000Z',
  added: 3,
  version: '2',
}

function show(answers: Answers) {
  stubShop(answers)
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <BaselinkerPage />
          <Toaster successMs={5000} />
        </>
      ),
    },
  ])
  render(<Page />)
  return { user: userEvent.setup() }
}

test('before the first key there is one button; the key is shown once with the address', async () => {
  let stored: typeof NEW | typeof CONNECTED = NEW
  const { user } = show({
    'get /api/admin/baselinker': () => stored,
    'post /api/admin/baselinker-key': () => {
      stored = CONNECTED
      return { key: '0123456789abcdef' }
    },
  })
  const card = await screen.findByRole('region', { name: 'Połączenie' })
  expect(card.textContent).toContain('umowę powierzenia danych')
  expect(screen.queryByRole('region', { name: 'Ustawienia' })).toBeNull()
  await user.click(within(card).getByRole('button', { name: 'Utwórz klucz i włącz' }))
  const dialog = await screen.findByRole('dialog', { name: 'Klucz BaseLinkera' })
  within(dialog).getByText('0123456789abcdef')
  within(dialog).getByText(CONNECTED.address)
  await user.keyboard('{Escape}')
  await screen.findByRole('region', { name: 'Ustawienia' })
  expect(document.body.textContent).not.toContain('0123456789abcdef')
})

test('connected, it says when BaseLinker called, what it added, and its last refusal', async () => {
  show({
    'get /api/admin/baselinker': () => ({
      ...CONNECTED,
      refusal: 'Produkt „Noc” jest wyprzedany.',
      refused_at: '2026-11-24T10:00:00.000Z',
    }),
  })
  const card = await screen.findByRole('region', { name: 'Połączenie' })
  expect(card.textContent).toMatch(/BaseLinker ostatnio zgłosił się/)
  expect(card.textContent).toContain('Zamówienia dodane z platform: 3.')
  expect(card.textContent).toMatch(/Ostatnia odmowa, .*: Produkt „Noc” jest wyprzedany\./)
})

test('the choice of papers is sent with its version, and a refusal keeps it on the screen', async () => {
  const sent: unknown[] = []
  const { user } = show({
    'get /api/admin/baselinker': () => CONNECTED,
    'post /api/admin/baselinker': (json) => {
      sent.push(json)
      return refusal(409, 'changed_meanwhile', 'Zmieniono to w innym oknie.')
    },
  })
  await user.click(await screen.findByRole('radio', { name: /^Tutaj/ }))
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  await screen.findByText('Zmieniono to w innym oknie.')
  expect(sent).toEqual([{ version: '2', enabled: true, papers_here: true }])
  expect(screen.getByRole('radio', { name: /^Tutaj/ })).toHaveProperty('checked', true)
  screen.getByRole('button', { name: 'Wczytaj aktualne' })
})

test('when the connection cannot be read, the page says so and offers to try again', async () => {
  show({ 'get /api/admin/baselinker': () => refusal(500, 'internal_error', 'Coś poszło nie tak.') })
  await screen.findByText('Nie udało się wczytać połączenia z BaseLinkerem')
  screen.getByRole('button', { name: /Spróbuj/ })
})
