import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import Products from '#app/admin/products/products-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { aCard, aProduct } from './shop-answers.ts'
import { stubShop } from './stub-shop.ts'

const LOWEST = /^Najniższa cena z 30 dni przed obniżką: 100,00.zł$/

afterEach(() => queryClient.clear())

describe('the form of a product', () => {
  const product: AdminProduct = {
    ...aProduct(aCard('Layali Zahran', 10_000)),
    regular_price_cents: 10_000,
    image_alt: '',
    vat_rate: '23',
    purchase_cost_grosze: null,
    more_pictures: [],
    reduced_price_grosze: null,
    reduced_from: null,
    reduced_to: null,
    brand_name: 'Evarisse',
    producer_id: null,
    stock_quantity: 5,
    waiting: 0,
    held: 0,
    recalled: false,
    edited_at: '2026-11-01T10:00:00.000Z',
    version: 'v1',
  }
  const sent: unknown[] = []

  async function openForm(address = product.id, title = 'Edytuj produkt') {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T11:00:00Z') })
    const price = (grosze: number, from: string, to: string | null) => ({ grosze, reduced: false, from, to })
    stubShop({
      'get /api/admin/products': () => ({
        items: [product],
        total: 1,
        page: 1,
        pageSize: 100,
        active: 1,
        limit: 200,
        brands: [{ id: product.brand_id, name: 'Evarisse' }],
      }),
      'get /api/admin/products/:id': () => product,
      'get /api/admin/producers': () => ({ items: [] }),
      'get /api/admin/products/:id/prices': () => ({
        card: aCard('Layali Zahran', 10_000),
        prices: [
          price(10_000, '2026-01-01T00:00:00.000Z', '2026-10-30T08:00:00.000Z'),
          price(9_100, '2026-10-30T08:00:00.000Z', '2026-11-03T08:00:00.000Z'),
          price(10_000, '2026-11-03T08:00:00.000Z', null),
        ],
      }),
      'patch /api/admin/products/:id': (json) => {
        sent.push(json)
        return product
      },
      'post /api/admin/products': (json) => {
        sent.push(json)
        return { id: crypto.randomUUID() }
      },
    })
    const Panel = createRoutesStub([
      {
        path: '/admin/produkty',
        Component: Products,
        loader: () => ({ provider: 'Stripe' }),
        HydrateFallback: () => null,
      },
    ])
    render(<Panel initialEntries={[`/admin/produkty?produkt=${address}`]} />)
    const form = within(await screen.findByRole('dialog', { name: title }))
    return { form, field: async (label: string | RegExp) => form.findByLabelText(label) }
  }

  afterEach(() => {
    vi.useRealTimers()
    sent.length = 0
  })

  test('says before saving how the price may be announced and when, and shows the product card', async () => {
    const { form, field } = await openForm()
    const user = userEvent.setup()
    await user.type(await field('Cena promocyjna (zł)'), '80')
    const preview = within(await form.findByRole('region', { name: 'Podgląd promocji' }))
    expect(preview.getByRole('status').textContent?.replaceAll('\u00a0', ' ')).toContain('dziś −12 %, od 4.12. −20 %')
    preview.getByText(/^Najniższa cena z 30 dni przed obniżką: 91,00.zł$/)
    await user.type(await field('Promocja od'), '2026-12-04T08:00')
    preview.getByText(LOWEST)
    preview.getByText(/od 4\.12\.2026, 8:00/)
    // No error is shown while the three fields are being typed.
    expect(form.queryByText(/^Podaj cenę promocyjną/)).toBeNull()

    await user.click(form.getByRole('button', { name: 'Zaktualizuj produkt' }))
    form.getByText('Podaj cenę promocyjną, początek i koniec promocji albo zostaw wszystkie trzy puste.')
    await user.type(await field('Promocja do'), '2026-12-11T20:00')
    expect(form.queryByText(/^Podaj cenę promocyjną/)).toBeNull()
    await user.click(form.getByRole('button', { name: 'Zaktualizuj produkt' }))
    const reduction = { reduced_price_grosze: 8_000, reduced_from: '2026-12-04T08:00', reduced_to: '2026-12-11T20:00' }
    await vi.waitFor(() => expect(sent).toMatchObject([{ version: 'v1', ...reduction }]))
  })

  test('says that a price which is not lower than before announces nothing', async () => {
    const { form, field } = await openForm()
    const user = userEvent.setup()
    await user.type(await field('Cena promocyjna (zł)'), '95')
    const preview = within(await form.findByRole('region', { name: 'Podgląd promocji' }))
    preview.getByText(/zobaczą samą cenę, bez słowa o obniżce/)
    expect(preview.queryByText(/Najniższa cena/)).toBeNull()
    expect(preview.getByRole('status').textContent).toContain('dziś bez słowa o obniżce, od 4.12.')
  })

  test('of a new product compares with its price from today on, and is stored with the product', async () => {
    const { form, field } = await openForm('nowy', 'Dodaj produkt')
    const user = userEvent.setup()
    await user.type(await field(/^Nazwa produktu/), 'Nocny oud')
    await user.selectOptions(await field(/^Marka/), product.brand_id)
    await user.type(await field(/^Cena \(zł\)/), '100')
    await user.type(await field('Cena promocyjna (zł)'), '80')
    const preview = within(await form.findByRole('region', { name: 'Podgląd promocji' }))
    preview.getByText('Nowy produkt porównujemy z ceną od dnia, w którym trafi do sklepu.')
    const said = () => preview.getByRole('status').textContent?.replaceAll('\u00a0', ' ')
    expect(said()).toMatch(/dziś bez słowa o obniżce, od 25\.11\. −20 %$/)
    preview.getByText(/zobaczą samą cenę, bez słowa o obniżce/)
    await user.type(await field('Promocja od'), '2026-12-04T08:00')
    expect(preview.queryByText(/zobaczą samą cenę/)).toBeNull()
    await user.type(await field('Promocja do'), '2026-12-11T20:00')
    await user.click(form.getByRole('button', { name: 'Dodaj produkt' }))
    const reduction = { reduced_price_grosze: 8_000, reduced_from: '2026-12-04T08:00', reduced_to: '2026-12-11T20:00' }
    await vi.waitFor(() => expect(sent).toMatchObject([{ name: 'Nocny oud', price: 100, ...reduction }]))
  })
})
