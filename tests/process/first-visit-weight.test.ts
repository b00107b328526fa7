import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'

/**
 * Bytes of script, as sent, that a page refers to, without scripts that load after it is interactive. The hashed names
 * of the files change them by up to 100 from build to build.
 */
const MOST = 123_200

/** Scripts that a page of the built shop refers to. */
async function listModules(shopUrl: string, path: string): Promise<string[]> {
  const page = (await ask(shopUrl, path)).body.toString()
  return JSON.parse(/data-modules='([^']*)'/.exec(page)?.[1] ?? '[]')
}

test.for(['/', '/sklep', '/produkt/layali-zahran'])('%s: a first visit loads little script', async (path, { shop }) => {
  const modules = await listModules(shop.url, path)
  expect(modules.length).toBeGreaterThan(2)
  const files = await Promise.all(
    modules.map((module) => ask(shop.url, module, { headers: { 'Accept-Encoding': 'br' } })),
  )
  expect(files.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(MOST)
})

test('no file that visitors load, at once or later, contains code of the admin', async ({ shop }) => {
  const pages = ['/', '/sklep', '/produkt/layali-zahran', '/panel-klienta', '/payment-success']
  const reached = new Set((await Promise.all(pages.map((path) => listModules(shop.url, path)))).flat())
  // A set is iterated to its end, including elements added during the loop.
  for (const file of reached) {
    const { text } = await ask(shop.url, file)
    for (const [, name = ''] of text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) reached.add(`/assets/${name}`)
  }
  const kinds = new Set([...reached].map((file) => file.replace(/^\/assets\/(.*)-\w+\.js$/, '$1')))
  expect([...kinds]).toEqual(expect.arrayContaining(['account', 'cart-dialog', 'forms', 'picture-viewer']))
  expect([...kinds]).not.toContain('admin')
})
