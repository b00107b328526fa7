import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Stocktake from '#app/admin/stocktakes/stocktake-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { OpenStocktake } from '#domain/stocktakes/stocktake-queries.server.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const ID = '3f2a9c1e-0000-4000-8000-000000000001'
const LAYALI = '3f2a9c1e-0000-4000-8000-00000000000a'
const WARD = '3f2a9c1e-0000-4000-8000-00000000000b'
type Count = OpenStocktake['counts'][number]
const countOf = (product_id: string, name: string, [counted, expected]: [number, number]): Count => ({
  ...{ product_id, name, counted, expected, kind: 'bottle', volume_ml: 50, brand_name: 'Marka', image_key: null },
  counted_at: '2026-11-30T09:28:00.000Z',
})
const productOf = (id: string, name: string) => ({
  ...{ id, name, kind: 'bottle', volume_ml: 50, brand_name: 'Marka', image_key: null, stock_quantity: 5 },
  product_code: id === LAYALI ? '5901234123457' : null,
})

let stocktake: OpenStocktake | null
let sent: unknown[]
beforeEach(() => {
  sent = []
  stocktake = { id: ID, version: '1', created_at: '2026-11-30T09:00:00.000Z', counts: [] }
})

function open(calls: Answers = {}) {
  const items = [productOf(LAYALI, 'Layali'), productOf(WARD, 'Ward')]
  const take = (json: unknown) => {
    sent.push(json)
    return { ok: true as const }
  }
  stubShop({
    'get /api/admin/stocktake': () => stocktake,
    'get /api/admin/products': () => Response.json({ items, total: 2 }),
    'post /api/admin/stocktakes': take,
    'post /api/admin/stocktakes/:id/counts': take,
    ...calls,
  })
  const Page = createRoutesStub([{ path: '/', Component: Stocktake }])
  render(<Page />)
  return userEvent.setup()
}

const search = async (user: ReturnType<typeof userEvent.setup>, typed: string) =>
  user.type(await screen.findByLabelText('Kod EAN albo nazwa'), `${typed}{Enter}`)

test('without an open stocktake it says what happens, and begins one', async () => {
  stocktake = null
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Zacznij inwentaryzację' }))
  expect(sent).toEqual([{}])
})

test('a failed read says so and offers to try again', async () => {
  open({ 'get /api/admin/stocktake': () => refusal(500, 'internal_error', 'Coś poszło nie tak.') })
  expect((await screen.findByRole('alert')).textContent).toContain('Nie udało się wczytać inwentaryzacji.')
})

test('a code that a scanner types leads to its product; the number is sent as typed', async () => {
  const user = open()
  await search(user, '5901234123457')
  const field = await screen.findByLabelText('Ile sztuk leży na półce')
  expect(screen.getByText('Layali, 50 ml')).toBeTruthy()
  await user.type(field, 'pięć{Enter}')
  expect(await screen.findByText('Podaj, ile sztuk leży na półce')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(field)
  await user.type(field, '7{Enter}')
  expect(await screen.findByLabelText('Kod EAN albo nazwa')).toBeTruthy()
  expect(sent).toEqual([{ product_id: LAYALI, counted: 7, replaces: null }])
})

test('a name leads to a list; a refused number stays typed, with the shop’s sentence', async () => {
  const sentence = 'Ta inwentaryzacja jest już zamknięta, może w innym oknie. Odśwież stronę.'
  const user = open({
    'post /api/admin/stocktakes/:id/counts': () => refusal(409, 'stocktake_closed', sentence),
  })
  stocktake = { id: ID, version: '1', created_at: '', counts: [countOf(WARD, 'Ward', [4, 4])] }
  await search(user, 'Ward')
  await user.click(await screen.findByRole('button', { name: /Ward/ }))
  const field = await screen.findByLabelText<HTMLInputElement>('Ile sztuk leży na półce')
  await user.type(field, '3{Enter}')
  expect(field.value).toBe('3')
  expect(screen.queryByLabelText('Kod EAN albo nazwa')).toBeNull()
})

test('differences need a reason each, and one of one’s own needs words; nothing is booked before', async () => {
  stocktake = {
    ...{ id: ID, version: '7', created_at: '2026-11-30T09:00:00.000Z' },
    counts: [countOf(LAYALI, 'Layali', [5, 7]), countOf(WARD, 'Ward', [4, 4])],
  }
  const user = open({
    'post /api/admin/stocktakes/:id/book': (json) => {
      sent.push(json)
      stocktake = null
      return { booked: 1, short: [] }
    },
  })
  const [first, second] = await screen.findAllByRole('article')
  expect(first?.textContent).toContain('5 z 7różnica −2')
  expect(second?.textContent).toContain('4 z 4zgadza się')
  await user.click(screen.getByRole('button', { name: 'Pokaż różnice' }))
  const dialog = await screen.findByRole('dialog')
  const book = within(dialog).getByRole('button', { name: 'Zapisz różnice' })
  await user.click(book)
  expect(within(dialog).getAllByText('Wybierz powód').length).toBe(2)
  await user.selectOptions(within(dialog).getByLabelText('Powód'), 'inny powód')
  await user.click(book)
  expect(await within(dialog).findByText('Napisz, co się stało')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(within(dialog).getByLabelText('Co się stało'), 'oddane na testery')
  await user.click(book)
  expect(await screen.findByText('Policz, co leży na półce')).toBeTruthy()
  const reasons = [{ product_id: LAYALI, reason: 'other', note: 'oddane na testery' }]
  expect(sent).toEqual([{ version: '7', reasons }])
})

test('a product that has to be counted again leads back to the list, and the chosen reasons stay', async () => {
  stocktake = {
    ...{ id: ID, version: '7', created_at: '2026-11-30T09:00:00.000Z' },
    counts: [countOf(LAYALI, 'Layali', [5, 7]), countOf(WARD, 'Ward', [3, 4])],
  }
  const sentence = 'Stan zmieniono już po policzeniu: Ward, 50 ml. Policz jeszcze raz i zapisz różnice.'
  const user = open({
    'post /api/admin/stocktakes/:id/book': () => refusal(409, 'stock_set_meanwhile', sentence),
  })
  await user.click(await screen.findByRole('button', { name: 'Pokaż różnice' }))
  const choose = async (name: RegExp, reason: string) =>
    user.selectOptions(within(await screen.findByRole('group', { name })).getByLabelText('Powód'), reason)
  await choose(/^Layali/, 'stolen')
  await choose(/^Ward/, 'broken')
  await user.click(screen.getByRole('button', { name: 'Zapisz różnice' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Counted again, Ward agrees.
  stocktake = { ...stocktake, version: '8', counts: [countOf(LAYALI, 'Layali', [5, 7]), countOf(WARD, 'Ward', [3, 3])] }
  await queryClient.invalidateQueries()
  await screen.findByText('zgadza się')
  await user.click(screen.getByRole('button', { name: 'Pokaż różnice' }))
  expect(await screen.findByLabelText('Powód')).toHaveProperty('value', 'stolen')
})

test('the camera is offered where the browser reads codes; one that is refused leads back to typing', async () => {
  vi.stubGlobal('BarcodeDetector', class {})
  const stopped = vi.fn()
  vi.stubGlobal('navigator', {
    ...navigator,
    mediaDevices: { getUserMedia: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
  })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Zeskanuj aparatem' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nie udało się włączyć aparatu')
  await user.click(screen.getByRole('button', { name: 'Zamknij aparat' }))
  expect(screen.queryByRole('alert')).toBeNull()

  const tracks = { getTracks: () => [{ stop: stopped }] }
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: () => Promise.resolve(tracks) } })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = () => Promise.resolve([{ rawValue: '5901234123457' }])
    },
  )
  await user.click(screen.getByRole('button', { name: 'Zeskanuj aparatem' }))
  expect(await screen.findByLabelText('Ile sztuk leży na półce')).toBeTruthy()
  expect(stopped).toHaveBeenCalledOnce()
})

test('without a reader of codes no camera is offered', async () => {
  open()
  await screen.findByLabelText('Kod EAN albo nazwa')
  expect(screen.queryByRole('button', { name: 'Zeskanuj aparatem' })).toBeNull()
})
