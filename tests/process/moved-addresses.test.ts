import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'

test('former addresses redirect once to the imported product, and nothing else is redirected', async ({ shop }) => {
  const { db } = shop.database
  const { id, slug } = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where('active', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const paths = ['/products/oud', '/21-oud.html', '/p/żółty', '/produkt/dawny-oud', '/sklep', '/feed/google.xml']
  await db
    .insertInto('moved_addresses')
    .values(paths.map((path) => ({ path, product_id: id })))
    .execute()
  const read = async (path: string) => {
    const { status, headers } = await ask(shop.url, path)
    return [status, headers.location]
  }
  const page = `/produkt/${slug}`
  await expect.poll(() => read('/products/oud')).toEqual([301, page])
  for (const path of ['/21-oud.html', '/p/%C5%BC%C3%B3%C5%82ty', '/products/oud?utm_source=a', '/produkt/dawny-oud']) {
    expect(await read(path), path).toEqual([301, page])
  }
  // A final slash and escapes of plain letters are removed first, as everywhere.
  expect(await read('/products/oud/')).toEqual([301, '/products/oud'])
  // The shop's own pages and files are not replaced.
  expect((await read('/sklep'))[0]).toBe(200)
  expect((await read('/feed/google.xml'))[0]).toBe(200)
  for (const path of [
    '/products',
    '/products/oud/x',
    '/PRODUCTS/oud',
    '//evil.example/products/oud',
    '/%2F%2Fevil.example',
  ]) {
    const [status, location = ''] = await read(path)
    expect([301, 404], path).toContain(status)
    expect(location, path).not.toMatch(/^\/\/|^https?:|evil\.example.*\/produkt/)
  }
  expect((await ask(shop.url, '/products/oud', { method: 'HEAD' })).status).toBe(301)

  // There is no redirect to a product that is no longer sold.
  await db.updateTable('products').set({ active: false }).where('id', '=', id).execute()
  await expect.poll(() => read('/products/oud')).toEqual([404, undefined])
  await db.updateTable('products').set({ active: true }).where('id', '=', id).execute()
  await expect.poll(() => read('/products/oud')).toEqual([301, page])
})
