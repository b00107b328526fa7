import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { describe } from 'vitest'
import { FEEDS } from '#domain/feeds/read-feed-rows.server.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

test.beforeAll(({ shop: started }) => {
  shop = started
})

/** The products of the table by their ids: the values of each column. */
async function readTable(): Promise<Map<string, Record<string, string>>> {
  const { text } = await ask(shop.url, '/feed/products.tsv')
  const [heads = [], ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return new Map(
    lines.map((cells) => [cells[0] ?? '', Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']))]),
  )
}

describe('a file with all products', () => {
  test.for(FEEDS.map(({ path, type }) => [path, type] as const))(
    '%s is public, has its type and a tag, and is not sent again to clients that have it',
    async ([path, type]) => {
      const first = await ask(shop.url, path)
      expect([first.status, first.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
      expect(first.headers['cache-control']).toMatch(/^public, /)
      expect([first.headers['set-cookie'], first.headers['x-robots-tag']]).toEqual([undefined, 'noindex'])
      expect(first.text).toContain(`${shop.url}/produkt/layali-zahran`)
      const etag = first.headers.etag ?? ''
      const again = await ask(shop.url, path, { headers: { 'If-None-Match': etag } })
      expect([again.status, again.headers.etag, again.body.length]).toEqual([304, etag, 0])
      const other = await ask(shop.url, path, { headers: { 'If-None-Match': 'W/"andere"' } })
      expect([other.status, other.headers.etag, other.body.length]).toEqual([200, etag, first.body.length])
      const { db } = shop.database
      const products = db.updateTable('products').where('slug', '=', 'layali-zahran')
      const { price_grosze } = await products
        .set(({ eb }) => ({ price_grosze: eb('price_grosze', '+', 100) }))
        .returning('price_grosze')
        .executeTakeFirstOrThrow()
      await expect
        .poll(async () => (await ask(shop.url, path, { headers: { 'If-None-Match': etag } })).status)
        .toBe(200)
      const changed = await ask(shop.url, path)
      expect(changed.headers.etag).not.toBe(etag)
      expect(changed.text).toContain((price_grosze / 100).toFixed(2))
    },
  )

  test('leaves out hidden products, and says of the others whether they can be ordered', async () => {
    const { db } = shop.database
    const isInAll = async (slug: string) =>
      (await Promise.all(FEEDS.map(({ path }) => ask(shop.url, path)))).map(({ text }) =>
        text.includes(`${shop.url}/produkt/${slug}`),
      )
    const all = (await readTable()).size
    expect(all).toBeGreaterThan(60)
    await db.updateTable('products').set({ active: false }).where('slug', '=', 'anbar-sahili').execute()
    await expect.poll(() => isInAll('anbar-sahili')).toEqual([false, false, false])
    await db.updateTable('products').set({ out_of_stock: true }).where('slug', '=', 'ward-nahari').execute()
    // Of the files in the order of FEEDS only Ceneo's lacks it.
    await expect.poll(() => isInAll('ward-nahari')).toEqual([true, false, true])
    // Each file is cached separately, so the table may be older than Ceneo's file.
    await expect
      .poll(async () => [...(await readTable()).values()].find(({ link }) => link?.endsWith('/ward-nahari')))
      .toMatchObject({ availability: 'out_of_stock' })
    const originals = await db
      .selectFrom('products')
      .innerJoin('brands', 'brands.id', 'products.brand_id')
      .select('products.id')
      .where('products.active', '=', true)
      .where('brands.is_original', '=', true)
      .execute()
    await db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
    await expect
      .poll(async () => [...(await readTable()).keys()].toSorted())
      .toEqual(originals.map(({ id }) => id).toSorted())
    await db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
    await expect.poll(async () => (await readTable()).size).toBe(all - 1)
  })
})

type Offer = {
  price: string
  availability: string
  priceSpecification: { price: string }[]
  shippingDetails: { shippingRate: { value: string } }
}
type ProductThing = {
  name: string
  sku: string
  url: string
  image: string[]
  gtin13?: string
  description: string
  offers: Offer
}

type ScentThing = { productGroupID: string; hasVariant: { url: string }[] }

test('the page of every product satisfies the rules of rich results, and agrees with the files', async () => {
  const { db } = shop.database
  await db.updateTable('products').set({ product_code: '5901234123457' }).where('slug', '=', 'layali-zahran').execute()
  await db
    .updateTable('products')
    .set({ reduced_price_grosze: 2_000, reduced_from: '2026-01-01T00:00', reduced_to: '2096-12-11T20:00' })
    .where('slug', '=', 'sahra-dafina')
    .execute()
  await expect
    .poll(async () => JSON.stringify([...(await readTable())]))
    .toMatch(/5901234123457[\s\S]*20\.00 PLN|20\.00 PLN[\s\S]*5901234123457/)
  const rows = [...(await readTable()).values()]
  const wrong: string[] = []
  for (const row of rows) {
    const { text } = await ask(shop.url, new URL(row.link ?? '').pathname)
    const extracted = new WebAutoExtractor().parse(text)
    for (const { severity, issueMessage, path } of await new Validator().validate(extracted)) {
      if (severity === 'ERROR') wrong.push(`${row.link} ${path.map(({ type }) => type).join('/')}: ${issueMessage}`)
    }
    const [product] = extracted.jsonld.Product as [ProductThing]
    const [scent] = (extracted.jsonld.ProductGroup ?? []) as ScentThing[]
    const sizes = rows.filter(({ item_group_id: scentId }) => scentId !== '' && scentId === row.item_group_id)
    expect(scent?.hasVariant.map(({ url }) => url).toSorted() ?? []).toEqual(sizes.map(({ link }) => link).toSorted())
    expect(scent?.productGroupID ?? '').toBe(row.item_group_id)
    const { price, priceSpecification, availability, shippingDetails } = product.offers
    expect({
      link: product.url,
      description: product.description,
      image_link: product.image[0],
      gtin: product.gtin13 ?? '',
      availability: availability === 'https://schema.org/InStock' ? 'in_stock' : 'out_of_stock',
      price: `${priceSpecification[1]?.price ?? price} PLN`,
      sale_price: priceSpecification[1] ? `${price} PLN` : '',
      shipping: `PL:::${shippingDetails.shippingRate.value} PLN`,
    }).toEqual(
      Object.fromEntries(
        ['link', 'description', 'image_link', 'gtin', 'availability', 'price', 'sale_price', 'shipping'].map((name) => [
          name,
          row[name],
        ]),
      ),
    )
  }
  expect(wrong).toEqual([])
  expect(rows.filter(({ sale_price }) => sale_price !== '')).toHaveLength(1)
  expect(rows.filter(({ gtin }) => gtin === '5901234123457')).toHaveLength(1)
})

test('llms.txt describes the shop, and links to its lists, files and terms', async () => {
  const { status, headers, text } = await ask(shop.url, '/llms.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^# Perfumeria\n\n> Zmieniasz cenę, nie jakość\./)
  const links = [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, name = '', url = '']) => [
    name,
    url.replace(shop.url, ''),
  ])
  expect(links).toEqual(
    expect.arrayContaining([
      ['Perfumy damskie', '/sklep?gender=women'],
      ['Perfumy arabskie', '/sklep?category=arabic'],
      ['Orsolay', '/sklep?brand=orsolay'],
      ['Ceneo', '/feed/ceneo.xml'],
      ['Regulamin', '/regulamin'],
    ]),
  )
  for (const [name, path = ''] of links) expect((await ask(shop.url, path)).status, name).toBe(200)
})
