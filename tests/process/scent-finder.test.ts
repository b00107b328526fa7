import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { readPage } from '#tests/support/page-head.ts'
import { ask } from '#tests/support/raw-request.ts'

test('the scent finder answers without scripts, and a size within the price counts', async ({ shop }) => {
  const { status, text } = await readPage(shop, '/znajdz-zapach?jak=layali-zahran&ale=lzejszy&maxPrice=35')
  expect(status).toBe(200)
  expect(text).toContain('Podobne do: Layali Zahran')
  // The bottle of 50 ml for 31,90 zł; that of 100 ml costs more.
  expect(text.replaceAll('\u00a0', ' ')).toContain('87,10 zł tańszy (50 ml zamiast 100 ml)')
  expect(text).toMatch(/<form[^>]+action="\/znajdz-zapach#wyniki"/)
  expect(text).not.toContain('Rose Delaviere</a></h3>')
})

test('search engines index the page and no question, which is cached beside linked pages', async ({ shop }) => {
  const page = await readPage(shop, '/znajdz-zapach')
  expect([page.canonical, page.robots]).toEqual([`${shop.url}/znajdz-zapach`, undefined])
  expect((await ask(shop.url, '/sitemap.xml')).text).toContain('/znajdz-zapach</loc>')
  const asked = await readPage(shop, '/znajdz-zapach?lubie=oud')
  expect([asked.canonical, asked.robots]).toEqual([undefined, 'noindex, follow'])
  // What is not a question is the page itself.
  expect((await readPage(shop, '/znajdz-zapach?utm_source=x&lubie=smok&kiedy=jutro')).robots).toBeUndefined()
  const again = await ask(shop.url, '/znajdz-zapach?fbclid=1&lubie=oud&lubie=oud')
  expect(again.headers['cache-status']).toMatch(/hit/)
  expect(again.headers['set-cookie']).toBeUndefined()
})

test('unknown scents and endless values are answered with the page', async ({ shop }) => {
  const unknown = await readPage(shop, '/znajdz-zapach?jak=nie-ma&ale=tanszy')
  expect(unknown.status).toBe(200)
  expect(unknown.text).toContain('Nie mamy zapachu, do którego miałby być podobny.')
  const many = Array.from({ length: 300 }, (_, at) => `lubie=smok-${at}&nie=<b>${at}`).join('&')
  const flooded = await readPage(shop, `/znajdz-zapach?${encodeURI(many)}&lubie=kawa-i-kakao`)
  expect(flooded.status).toBe(200)
  expect(flooded.text).toContain('2 zapachy')
  expect(flooded.text).not.toContain('smok-')
})

test('a product and its call offer only differences that have an answer', async ({ shop }) => {
  const { text } = await ask(shop.url, '/produkt/layali-zahran')
  expect(text).toContain('/znajdz-zapach?jak=layali-zahran&amp;ale=lzejszy#wyniki')
  expect(text).not.toContain('ale=cieplejszy')
  const similar = JSON.parse((await ask(shop.url, '/api/products/layali-zahran/similar')).text)
  expect(similar.twists.map(({ name }: { name: string }) => name)).toEqual(['lżejszy', 'tańszy', 'trwalszy'])
})
