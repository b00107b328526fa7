import { beforeEach, describe } from 'vitest'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { AdminProductPage } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { splitForChange, toProductRows } from '#domain/catalog/admin/bulk-change.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openProductSheet } from '#tests/support/product-sheet.ts'
import { clockIn, openPriceDesk, type PriceDesk, RUNNING } from '#tests/support/reduced-product.ts'

let api: Api
let desk: PriceDesk
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
  desk = await openPriceDesk(api)
})
beforeEach(() => desk.addProduct())

describe('a sale', () => {
  test('reduces many products at once, says how each may be announced, skips reduced ones, and ends for all', async () => {
    const sheet = await openProductSheet(api)
    const products: AdminProduct[] = []
    const choose = async () => {
      await desk.addProduct()
      products.push(await desk.find())
    }
    await choose()
    await desk.insertPast(8_500, 20, 2)
    await choose()
    await choose()
    await desk.edit({ reduced_price_grosze: 9_000, ...RUNNING() })
    products.push(await desk.find())
    products.splice(2, 1)
    const sale = { kind: 'sale-percent', percent: 20, endIn99: false, from: clockIn(-1), to: clockIn(24) } as const
    const { fit, leftOut } = splitForChange(products, sale, clockIn(0))
    expect(leftOut).toMatchObject([{ name: desk.product.name, why: expect.stringContaining('ma już promocję od') }])
    const rows = toProductRows(fit, sale)
    const preview = await sheet.check(rows)
    expect(preview).toMatchObject({ changed: 2, wrong: 0, applied: false })
    const byName = new Map(preview.lines.map(({ name, reduction }) => [name, reduction]))
    const [first, second] = products
    if (!first || !second) throw new Error('two products were added')
    const prices = { price_grosze: 10_000, reduced_grosze: 8_000 }
    expect(byName.get(first.name)).toEqual({ ...prices, lowest_grosze: 8_500, percent: 5 })
    expect(byName.get(second.name)).toEqual({ ...prices, lowest_grosze: 10_000, percent: 20 })

    await sheet.apply(rows)
    const seen = async ({ id }: AdminProduct) => (await (await api.get(`/api/products/${id}`)).json()) as Product
    expect(await seen(first)).toMatchObject({ current_price_cents: 8_000, lowest_price_cents: 8_500 })
    expect(await seen(second)).toMatchObject({ current_price_cents: 8_000, lowest_price_cents: 10_000 })
    // One product that was changed since it was chosen stops the whole sale.
    await api.db.updateTable('products').set({ description: 'Z innego okna' }).where('id', '=', first.id).execute()
    const found = await desk.call('GET', `?${new URLSearchParams({ promocja: 'tak' })}`)
    const reduced = ((await found.json()) as AdminProductPage).items
    expect(reduced.map(({ id }) => id)).toEqual(expect.arrayContaining(products.map(({ id }) => id)))
    expect(reduced.every(({ reduced_to }) => reduced_to !== null)).toBe(true)
    const stale = reduced.map((product) => (product.id === first.id ? first : product))
    expect(await sheet.check(toProductRows(stale, { kind: 'sale-end' }))).toMatchObject({ wrong: 1 })

    await sheet.apply(toProductRows(reduced, { kind: 'sale-end' }))
    for (const product of products) expect(await seen(product)).toMatchObject({ current_price_cents: 10_000 })
    const left = await desk.call('GET', `?${new URLSearchParams({ promocja: 'tak' })}`)
    expect(((await left.json()) as AdminProductPage).items).toEqual([])
  })

  test('is chosen by brand and by scent family', async () => {
    await api.db
      .updateTable('products')
      .set({ notes: ['CYTRYNA'] })
      .where('id', '=', desk.product.id)
      .execute()
    const { brand_id } = await desk.find()
    const list = async (query: Record<string, string>) => {
      const answer = await desk.call('GET', `?${new URLSearchParams(query)}`)
      return ((await answer.json()) as AdminProductPage).items
    }
    const ofFamily = await list({ family: 'cytrusy' })
    expect(ofFamily.map(({ id }) => id)).toContain(desk.product.id)
    expect((await list({ family: 'oud' })).map(({ id }) => id)).not.toContain(desk.product.id)
    const ofBrand = await list({ brand: brand_id, family: 'cytrusy' })
    expect(ofBrand.map(({ id }) => id)).toContain(desk.product.id)
    expect(ofBrand.every((product) => product.brand_id === brand_id)).toBe(true)
    expect(ofBrand.length).toBeLessThan(ofFamily.length)
  })
})
