import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'

/** Bytes of script, as sent, that a page names: what it needs to live, without what comes when it is alive. */
const MOST = 120_000

test.for(['/', '/sklep', '/produkt/layali-zahran'])(
  '%s: a first visit is sent little script',
  async (path, { shop }) => {
    const page = (await ask(shop.url, path)).body.toString()
    const modules: string[] = JSON.parse(/data-modules='([^']*)'/.exec(page)?.[1] ?? '[]')
    expect(modules.length).toBeGreaterThan(2)
    const files = await Promise.all(
      modules.map((module) => ask(shop.url, module, { headers: { 'Accept-Encoding': 'br' } })),
    )
    expect(files.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(MOST)
  },
)
