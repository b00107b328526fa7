import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'

/** Bytes of script, as sent, that a page refers to, without scripts that load after it is interactive. */
const MOST = 123_900

/** Scripts that a page of the built shop refers to. */
async function listModules(shopUrl: string, path: string): Promise<string[]> {
  const page = (await ask(shopUrl, path)).body.toString()
  return JSON.parse(/data-modules='([^']*)'/.exec(page)?.[1] ?? '[]')
}

test.for(['/', '/sklep', '/produkt/layali-zahran'])('%s: a first visit loads little script', async (path, { shop }) => {
  const modules = await listModules(shop.url, path)
  expect(modules.length).toBeGreaterThan(2)
  const files = await Promise.all(modules.map((module) => ask(shop.url, module)))
  // Without the hashes in names of files, which change the compressed size by up to 200 bytes from build to build. The
  // letter under which one file exports something to another still changes it by 100, each route of the panel by 20.
  const sizes = files.map(({ text }) => brotliCompressSync(text.replaceAll(/-\w{7}(?=\.(?:js|css))/g, '')).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST)
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
