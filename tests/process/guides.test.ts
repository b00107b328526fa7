import { onTestFinished } from 'vitest'
import { cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { readPage } from '#tests/support/page-head.ts'
import { startShop } from '#tests/support/shop-process.ts'

const AUTH_SECRET = 'one secret of two processes of the tests 0123456789'
const test = base.extend('shopEnv', { scope: 'file' }, { AUTH_SECRET })

const HOSTILE = `</script><script>alert('poradnik')</script>`
const PATH = '/poradnik/zapachy-na-zime'

test('guides: a preview is for the admin alone; publishing and hiding reach every process and the sitemap', async ({
  shop,
}) => {
  const other = await startShop(shop.database, { AUTH_SECRET })
  onTestFinished(async () => void (await other.stop()))

  const { db } = shop.database
  const [sold, gone] = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('active', '=', true)
    .limit(2)
    .execute()
  if (!sold || !gone) throw new Error('the demo has no products')
  await db.updateTable('products').set({ active: false }).where('id', '=', gone.id).execute()

  const get = (url: string, path: string) => fetch(url + path)
  const page = async (url: string, path: string) => (await get(url, path)).text()
  const signIn = await fetch(`${shop.url}/api/admin-sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url },
    body: JSON.stringify(shop.admin),
  })
  const headers = { 'Content-Type': 'application/json', Origin: shop.url, Cookie: cookieOf(signIn) }
  const send = (method: string, path: string, body: object, more = {}) =>
    fetch(`${shop.url}/api/admin/guides${path}`, {
      method,
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    })
  const added = await send('POST', '', { title: 'Zapachy na zimę' }, { 'Idempotency-Key': crypto.randomUUID() })
  const { id } = (await added.json()) as { id: string }
  const version = async () => {
    const answer = await fetch(`${shop.url}/api/admin/guides/${id}`, { headers })
    return ((await answer.json()) as { version: string }).version
  }
  const guide = async (published: boolean) => ({
    version: await version(),
    published,
    title: 'Zapachy na zimę',
    description: `Co nosić, gdy jest mróz. ${HOSTILE}`,
    blocks: [
      { id: 'a', kind: 'heading', text: 'Nuty, które grzeją' },
      { id: 'b', kind: 'paragraph', text: `Pierwszy akapit.\n\nDrugi akapit. ${HOSTILE}` },
      { id: 'c', kind: 'products', product_ids: [sold.id, gone.id] },
    ],
  })
  const save = async (published: boolean) =>
    expect((await send('PATCH', `/${id}`, await guide(published))).status).toBe(200)

  await save(false)
  for (const path of ['/poradnik', '/', '/sitemap.xml', '/llms.txt'])
    expect(await page(shop.url, path), path).not.toContain('zapachy-na-zime')
  expect([(await get(shop.url, PATH)).status, (await get(other.url, PATH)).status]).toEqual([404, 404])
  expect((await readPage(shop, '/poradnik')).robots).toContain('noindex')

  const preview = async (more: Record<string, string>, body: object | string) =>
    fetch(`${shop.url}/admin/podglad-poradnika`, {
      method: 'POST',
      headers: { Origin: shop.url, ...more },
      body: new URLSearchParams({ guide: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const { Cookie } = headers
  const shown = await preview({ Cookie }, await guide(false))
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const draft = await shown.text()
  for (const text of ['Nuty, które grzeją', 'Drugi akapit.', sold.name, 'jeszcze nie opublikowano'])
    expect(draft).toContain(text)
  expect(draft).not.toContain('<script')
  expect((await preview({}, await guide(false))).status).toBe(401)
  expect((await preview({ Cookie }, { title: '' })).status).toBe(400)
  expect((await preview({ Cookie }, '{')).status).toBe(400)

  await save(true)
  for (const { url } of [shop, other]) {
    await eventually(async () => {
      const article = await page(url, PATH)
      for (const text of ['Nuty, które grzeją', 'Pierwszy akapit.', sold.name, '"@type":"Article"', '"BreadcrumbList"'])
        expect(article).toContain(text)
      expect(article).not.toContain(gone.name)
      expect(article).not.toContain(HOSTILE)
      expect(article).not.toContain("<script>alert('poradnik')")
      expect(article).toContain('&lt;script&gt;alert(')
      for (const path of ['/poradnik', '/', '/llms.txt']) expect(await page(url, path), path).toContain(PATH)
      const map = await page(url, '/sitemap.xml')
      expect(map).toContain(`${PATH}</loc><lastmod>`)
      expect(map).toContain('/poradnik</loc>')
    })
  }
  for (const path of ['/poradnik', PATH]) {
    const head = await readPage(shop, path)
    expect([head.status, head.robots, head.canonical]).toEqual([200, undefined, `${shop.url}${path}`])
  }
  // Its data, too, are the same for everybody and cached.
  expect((await get(shop.url, `${PATH}.data`)).status).toBe(200)

  await save(false)
  expect((await get(shop.url, PATH)).status).toBe(404)
  expect(await page(shop.url, '/poradnik')).not.toContain(PATH)
  await eventually(async () => expect((await get(other.url, PATH)).status).toBe(404))
})
