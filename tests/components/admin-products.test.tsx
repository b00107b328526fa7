import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import Products from '#app/admin/products/products-page.tsx'
import { queryClient } from '#app/query-client.ts'
import { toast } from '#app/ui/toast.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { listFields } from '#domain/catalog/product-field-lists.ts'
import { aCard, aProduct } from './shop-answers.ts'

const BRAND_ID = '00000000-0000-4000-8000-000000000002'

const LAYALI: AdminProduct = {
  ...aProduct(aCard('Layali Zahran', 11900)),
  image_alt: '',
  vat_rate: '23',
  purchase_cost_grosze: null,
  more_pictures: [],
  reduced_price_grosze: null,
  reduced_from: null,
  reduced_to: null,
  regular_price_cents: 11900,
  brand_name: 'Evarisse',
  producer_id: null,
  stock_quantity: 5,
  waiting: 0,
  held: 0,
  recalled: false,
  edited_at: '2026-11-01T10:00:00.000Z',
  version: 'v1',
}

const SAMPLE = { id: crypto.randomUUID(), kind: 'sample', volume_ml: 2 }

const asked: string[] = []
const added: object[] = []

/** A shop that finds one product for every search. */
async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = String(input)
  asked.push(path)
  const page = {
    items: [LAYALI],
    total: 1,
    page: 1,
    pageSize: 100,
    active: 1,
    brands: [{ id: BRAND_ID, name: 'Evarisse' }],
  }
  if (path.endsWith('/scents')) return Response.json([{ id: LAYALI.id, name: LAYALI.name, sizes: [LAYALI, SAMPLE] }])
  if (path === '/api/admin/products' && init?.method === 'POST') {
    added.push(JSON.parse(String(init.body)))
    return Response.json({ id: crypto.randomUUID() })
  }
  return Response.json(path.startsWith('/api/admin/products/') ? LAYALI : page)
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  asked.length = 0
  added.length = 0
})

function open(path = '/admin/produkty') {
  vi.stubGlobal('fetch', answer)
  const Panel = createRoutesStub([
    {
      path: '/admin/produkty',
      Component: Products,
      loader: () => ({ provider: 'Stripe' }),
      HydrateFallback: () => null,
    },
  ])
  render(
    <>
      <Panel initialEntries={[path]} />
      <Toaster successMs={5000} />
    </>,
  )
}

test.each([
  ['the pencil', 'link', 'Edytuj: Layali Zahran', 'Edytuj produkt'],
  ['the bin', 'button', 'Usuń: Layali Zahran', 'Usuń produkt'],
] as const)(
  'a search that was just typed does not close the dialog opened by %s, and runs after it',
  async (_, role, name, title) => {
    open()
    await screen.findByRole(role, { name })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'oud' } })
    fireEvent.click(screen.getByRole(role, { name }))
    await act(() => vi.advanceTimersByTimeAsync(2000))
    const dialog = screen.getByRole('dialog', { name: title })
    expect(asked).not.toContain('/api/admin/products?search=oud')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Anuluj' }))
    // The pause begins once the dialog is closed.
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(asked).toContain('/api/admin/products?search=oud')
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'oud')
  },
)

test('a gender chosen at the moment when the search is applied stays chosen', async () => {
  open('/admin/produkty?search=oud')
  await screen.findByRole('link', { name: 'Edytuj: Layali Zahran' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Męskie' }))
    vi.advanceTimersByTime(1000)
  })
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByRole('button', { name: 'Męskie' }).getAttribute('aria-pressed')).toBe('true')
  expect(asked.at(-1)).toBe('/api/admin/products?gender=men')
})

test('the question before deleting a product removes earlier confirmations', async () => {
  open()
  const user = userEvent.setup()
  const bin = await screen.findByRole('button', { name: 'Usuń: Layali Zahran' })
  act(() => toast({ title: 'Stan zmieniony', tone: 'success', action: { label: 'Cofnij', onClick() {} } }))
  await screen.findByRole('button', { name: 'Cofnij' })
  await user.click(bin)
  await screen.findByRole('dialog', { name: 'Usuń produkt' })
  await vi.waitFor(() => expect(screen.queryByText('Cofnij')).toBeNull())
})

test('a recalled product without pieces is put on sale by its switch: pieces first, then the sale', async () => {
  const recalled = { ...LAYALI, stock_quantity: 0, out_of_stock: true, recalled: true }
  const sent: [string, unknown][] = []
  open()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const found = await (await answer(path, init)).json()
    if (init?.method !== 'POST') return Response.json({ ...found, items: [recalled] })
    sent.push([path.split('/').at(-1) ?? '', JSON.parse(String(init.body))])
    const isOnSale = path.endsWith('/sold-out')
    return Response.json({ ...recalled, stock_quantity: 3, out_of_stock: !isOnSale, recalled: !isOnSale })
  })
  const user = userEvent.setup()
  await screen.findByText('WYCOFANA PARTIA')
  await user.click(screen.getByRole('switch', { name: /^Wyprzedany/ }))
  await user.type(await screen.findByLabelText('Liczba sztuk'), '3')
  await user.click(screen.getByRole('button', { name: 'Wróć do sprzedaży' }))
  await vi.waitFor(() => expect(screen.queryByText('WYCOFANA PARTIA')).toBeNull())
  expect(sent).toEqual([
    ['stock', { stock_quantity: 3, seen: 0 }],
    ['sold-out', { out_of_stock: false, recalled: true }],
  ])
})

test('one touch of the switch does not end a recall: it asks first whether the shelf was looked through', async () => {
  const recalled = { ...LAYALI, out_of_stock: true, recalled: true }
  const sent: unknown[] = []
  open()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ ...(await (await answer(path)).json()), items: [recalled] })
    sent.push(JSON.parse(String(init.body)))
    return Response.json({ ...recalled, out_of_stock: false, recalled: false })
  })
  const user = userEvent.setup()
  await screen.findByText('WYCOFANA PARTIA')
  await user.click(screen.getByRole('switch', { name: /^Wyprzedany/ }))
  const question = await screen.findByRole('dialog', { name: 'Sprzedawać ponownie mimo wycofanej partii?' })
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Sprzedawaj ponownie' }))
  await vi.waitFor(() => expect(sent).toEqual([{ out_of_stock: false, recalled: true }]))
  await screen.findByText('Produkt wrócił do sprzedaży')
  expect(screen.queryByRole('button', { name: 'Cofnij' }), 'the recall would not begin again').toBeNull()
})

test('the undo of a stock that ended the mark of its owner brings the mark back', async () => {
  const marked = { ...LAYALI, out_of_stock: true }
  let stored: AdminProduct = marked
  open()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ ...(await (await answer(path)).json()), items: [stored] })
    const sent = JSON.parse(String(init.body))
    stored = path.endsWith('/sold-out')
      ? { ...stored, out_of_stock: sent.out_of_stock }
      : { ...stored, stock_quantity: sent.stock_quantity, out_of_stock: false }
    return Response.json(stored)
  })
  const user = userEvent.setup()
  const stock = await screen.findByLabelText('Stan magazynowy: Layali Zahran')
  await screen.findByText('WYPRZEDANE')
  await user.clear(stock)
  await user.type(stock, '7')
  await user.click(screen.getByRole('button', { name: 'Zapisz stan: Layali Zahran' }))
  await user.click(await screen.findByRole('button', { name: 'Cofnij' }))
  await vi.waitFor(() => expect(stored).toEqual(marked))
})

test('pieces held for buyers are named beside the stock, of which they are no part', async () => {
  open()
  vi.stubGlobal('fetch', async (path: string) => {
    const found = await (await answer(path)).json()
    return Response.json({ ...found, items: [LAYALI, { ...LAYALI, id: SAMPLE.id, held: 2 }] })
  })
  expect((await screen.findAllByText(/odłożone dla kupujących/)).map(({ textContent }) => textContent)).toEqual([
    'oprócz tego odłożone dla kupujących: 2 szt.',
  ])
})

test('a stock can be saved only after it was changed', async () => {
  open()
  const user = userEvent.setup()
  const stock = await screen.findByLabelText('Stan magazynowy: Layali Zahran')
  const save = () => screen.queryByRole('button', { name: 'Zapisz stan: Layali Zahran' })
  expect(save()).toBeNull()
  await user.type(stock, '0')
  expect(save()).not.toBeNull()
  await user.type(stock, '{Backspace}')
  expect(save()).toBeNull()
})

test('a form opened by the address has the focus in its first field', async () => {
  open('/admin/produkty?produkt=nowy')
  const dialog = await screen.findByRole('dialog', { name: 'Dodaj produkt' })
  await vi.waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Nazwa produktu/)))
})

test('the editor has an input for every editable field', async () => {
  open(`/admin/produkty?produkt=${LAYALI.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edytuj produkt' }))
  await dialog.findByLabelText(/^Nazwa/)
  // Only samples have a field for who filled them.
  await userEvent.setup().selectOptions(dialog.getByLabelText('Rodzaj'), 'sample')
  const typed = listFields().filter(([, { edited }]) => edited !== 'value')
  const lacking = typed.filter(
    ([, field]) => dialog.queryAllByLabelText((label) => label.startsWith(field.label)).length === 0,
  )
  expect(lacking).toEqual([])
})

test("'Dodaj rozmiar' fills a new form with all values except those that differ by size", async () => {
  open(`/admin/produkty?produkt=${LAYALI.id}`)
  const user = userEvent.setup()
  const edited = within(await screen.findByRole('dialog', { name: 'Edytuj produkt' }))
  expect((await edited.findByRole('link', { name: /^próbka/ })).getAttribute('href')).toContain(SAMPLE.id)
  await user.click(edited.getByRole('link', { name: 'Dodaj rozmiar' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Dodaj rozmiar' }))
  const shownAt = (label: string | RegExp) => dialog.getByLabelText<HTMLInputElement>(label).value
  await vi.waitFor(() => expect(shownAt(/^Nazwa produktu/)).toBe('Layali Zahran'))
  expect([shownAt(/^Cena \(zł\)/), shownAt(/^Pojemność w ml/), shownAt(/^Kod EAN/)]).toEqual(['', '', ''])
  await vi.waitFor(() => expect(shownAt('Ten sam zapach co')).toBe(LAYALI.id))
  expect(dialog.queryByText('Niezapisane zmiany')).toBeNull()

  await user.type(dialog.getByLabelText(/^Cena \(zł\)/), '9,90')
  await user.selectOptions(dialog.getByLabelText('Rodzaj'), 'sample')
  await user.selectOptions(dialog.getByLabelText('Kto napełnił'), 'shop')
  await user.click(dialog.getByRole('button', { name: 'Dodaj produkt' }))
  await dialog.findByText('Tylko próbkę z numerem partii można sprzedać jako napełnioną w sklepie.')
  await user.type(dialog.getByLabelText(/^Numer partii/), 'A-1')
  await user.click(dialog.getByRole('button', { name: 'Dodaj produkt' }))
  await vi.waitFor(() => expect(added).toHaveLength(1))
  const sample = { kind: 'sample', filled_by: 'shop', batch: 'A-1', price: 9.9, scent_id: LAYALI.id }
  expect(added[0]).toMatchObject({ name: 'Layali Zahran', brand_id: BRAND_ID, ...sample })
})

test('turning a sample filled by the shop into a bottle sets its producer as the filler', async () => {
  open('/admin/produkty?produkt=nowy')
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog', { name: 'Dodaj produkt' }))
  await user.selectOptions(dialog.getByLabelText('Rodzaj'), 'sample')
  await user.selectOptions(dialog.getByLabelText('Kto napełnił'), 'shop')
  await user.selectOptions(dialog.getByLabelText('Rodzaj'), 'bottle')
  expect(dialog.queryByLabelText('Kto napełnił')).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Rodzaj'), 'sample')
  expect(dialog.getByLabelText<HTMLSelectElement>('Kto napełnił').value).toBe('producer')
})
