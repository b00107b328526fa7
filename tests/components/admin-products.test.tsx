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
  reduced_price_grosze: null,
  reduced_from: null,
  reduced_to: null,
  regular_price_cents: 11900,
  brand_name: 'Evarisse',
  producer_id: null,
  stock_quantity: 5,
  edited_at: '2026-11-01T10:00:00.000Z',
  version: 'v1',
}

const asked: string[] = []

/** A shop that finds one product for every search. */
async function answer(input: string | URL | Request): Promise<Response> {
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
  return Response.json(path.startsWith('/api/admin/products/') ? LAYALI : page)
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  asked.length = 0
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
  'a search that was just typed does not close what %s has opened, and is done after it',
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

test('a gender chosen in the moment in which the search is applied stays chosen', async () => {
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

test('a stock can be saved once it was changed, not before', async () => {
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

test('a form that the address opens has the focus in its first field', async () => {
  open('/admin/produkty?produkt=nowy')
  const dialog = await screen.findByRole('dialog', { name: 'Dodaj produkt' })
  await vi.waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Nazwa produktu/)))
})

test('the editor has an input for every field that is typed or chosen', async () => {
  open(`/admin/produkty?produkt=${LAYALI.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edytuj produkt' }))
  await dialog.findByLabelText(/^Nazwa/)
  const typed = listFields().filter(([, { edited }]) => edited !== 'value')
  const lacking = typed.filter(
    ([, field]) => dialog.queryAllByLabelText((label) => label.startsWith(field.label)).length === 0,
  )
  expect(lacking).toEqual([])
})
