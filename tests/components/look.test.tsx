import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import LookPage from '#app/admin/look/look-page.tsx'
import * as sending from '#app/admin/send-file.ts'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { LookArchive } from '#domain/settings/publish-look.server.ts'
import { refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const EMPTY: LookArchive = { version: 0, accent: null, dark: null, logo: null, versions: [] }
const LOGO = 'a'.repeat(32)
const PUBLISHED = { published_by: 'admin@example.test', published_at: '2026-11-28T10:00:00.000Z' }
const STORED: LookArchive = {
  version: 2,
  accent: '#2f5d50',
  dark: null,
  logo: null,
  versions: [
    { ...PUBLISHED, number: 2, accent: '#2f5d50', dark: null, logo: null },
    { ...PUBLISHED, number: 1, accent: null, dark: '#1d2b4a', logo: LOGO },
  ],
}

function show() {
  const Page = createRoutesStub([{ path: '/', Component: LookPage }])
  render(
    <>
      <Page />
      <Toaster successMs={5000} />
    </>,
  )
  return userEvent.setup()
}
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const publish = () => screen.getByRole('button', { name: 'Opublikuj' })

test('a colour with too little contrast is not sent; one press takes the proposed one', async () => {
  const sent: unknown[] = []
  stubShop({
    'get /api/admin/look': () => EMPTY,
    'post /api/admin/look': (json) => {
      sent.push(json)
      return { ok: true }
    },
  })
  const user = show()
  await screen.findByText('Sklep ma nazwę zamiast logo i kolory domyślne.')
  await user.type(field('Akcent'), '#FFCC00')
  await user.click(publish())
  screen.getByText(/^Za mały kontrast do tła strony: 1,3:1, potrzeba 3:1/)
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Użyj #/ }))
  const used = field('Akcent').value
  expect(used).toMatch(/^#[0-9a-f]{6}$/)
  expect(screen.queryByRole('button', { name: /^Użyj #/ })).toBeNull()
  await user.type(field('Ciemny'), 'granat')
  await user.click(publish())
  screen.getByText(/^Podaj kolor jak/)
  await user.clear(field('Ciemny'))
  await user.click(publish())
  await screen.findByText('Opublikowano. W sklepie widać to od razu.')
  expect(sent).toEqual([{ version: 0, accent: used, dark: null, logo: null }])
})

test('an earlier version and the defaults are loaded into the form; a conflict keeps what is in it', async () => {
  stubShop({
    'get /api/admin/look': () => STORED,
    'post /api/admin/look': () => refusal(409, 'changed_meanwhile', 'Zmieniono to w międzyczasie.'),
  })
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Wczytaj wersję 1' }))
  expect([field('Akcent').value, field('Ciemny').value]).toEqual(['', '#1d2b4a'])
  expect(screen.getByRole('img', { name: 'Logo sklepu' }).getAttribute('src')).toBe(`/api/logo/${LOGO}`)
  await user.click(publish())
  await screen.findByText('Zmieniono to w międzyczasie.')
  expect(field('Ciemny').value).toBe('#1d2b4a')
  await user.click(screen.getByRole('button', { name: 'Wczytaj domyślne' }))
  expect([field('Akcent').value, field('Ciemny').value]).toEqual(['', ''])
  expect(screen.queryByRole('img', { name: 'Logo sklepu' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Wczytaj aktualne' }))
  await vi.waitFor(() => expect(field('Akcent').value).toBe('#2f5d50'))
})

test('a logo is previewed before it is published, and can be removed; a refusal stands at the field', async () => {
  const answers = [
    { body: { error: { code: 'logo_too_pale', message: 'Logo jest za jasne.' } }, status: 422 },
    { body: { logo: LOGO }, status: 200 },
  ]
  const uploads = vi.spyOn(sending, 'uploadFile').mockImplementation(async () => answers.shift() ?? 'failed')
  stubShop({ 'get /api/admin/look': () => EMPTY })
  const user = show()
  const input = await screen.findByLabelText<HTMLInputElement>('Plik ze zdjęciem')
  const file = new File(['logo'], 'logo.png', { type: 'image/png' })
  await user.upload(input, file)
  await screen.findByText('Logo jest za jasne.')
  expect(screen.queryByRole('img', { name: 'Logo sklepu' })).toBeNull()
  await user.upload(input, file)
  await screen.findByRole('img', { name: 'Logo sklepu' })
  expect(screen.queryByText('Logo jest za jasne.')).toBeNull()
  screen.getByText('Niezapisane zmiany')
  await user.click(screen.getByRole('button', { name: 'Usuń logo' }))
  expect(screen.queryByRole('img', { name: 'Logo sklepu' })).toBeNull()
  await user.upload(input, file)
  await screen.findByText('Nie udało się przesłać pliku')
  await user.upload(input, new File([new Uint8Array(5_242_881)], 'logo.png', { type: 'image/png' }))
  await screen.findByText('Maksymalny rozmiar pliku to 5MB')
  expect(uploads).toHaveBeenCalledTimes(3)
})

test('colours and logo that cannot be loaded say so', async () => {
  queryClient.setDefaultOptions({ queries: { retry: false } })
  stubShop({ 'get /api/admin/look': () => refusal(500, 'internal_error', 'Coś poszło nie tak.') })
  show()
  await screen.findByText('Nie udało się załadować wyglądu')
})
