import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { freePort } from '#tests/support/free-port.ts'
import { type BenchContext, defineBenchmark } from './benchmark.ts'
import { load, recordLoad } from './load.ts'

const PAGES = ['/', '/sklep', '/produkt/layali-zahran']

/** Parameters that an advertisement adds to its address. */
const ADVERTISEMENT = `utm_source=instagram&utm_campaign=${'jesien'.repeat(20)}&fbclid=${'x'.repeat(300)}`

export default defineBenchmark({
  title: 'public pages, cached, compared with raw Node for the same bytes; unknown addresses; files of a first visit',
  async run(context) {
    const shop = await context.startShop()
    for (const path of PAGES) {
      const raw = await startRawNode(context, shop.url + path)
      const cached = await recordLoad(context, shop, `cached ${path}`, () => load(shop.url + path, context.seconds))
      const yardstick = await load(raw, context.seconds)
      const share = (cached.perSecond / yardstick.perSecond) * 100
      context.record({ name: `cached ${path} against raw Node`, value: share, unit: '%', better: 'higher' })
    }
    for (const path of PAGES) {
      await recordLoad(context, shop, `${path} from an advertisement`, () =>
        load(shop.url, context.seconds, (request) => `${path}?${ADVERTISEMENT}${request}`),
      )
    }
    await recordLoad(context, shop, 'unknown address', () =>
      load(shop.url, context.seconds, (request) => `/wp-login-${request}.php`, 404),
    )
    for (const [kind, path] of Object.entries(await findFiles(shop.url))) {
      await recordLoad(context, shop, `file: ${kind}`, () => load(shop.url + path, context.seconds))
    }
    context.record({ name: 'memory after pages', value: shop.residentMib(), unit: 'MiB', better: 'lower' })
  },
})

/** Files that the landing page refers to. */
async function findFiles(url: string): Promise<Record<string, string>> {
  const page = await (await fetch(url)).text()
  const find = (pattern: RegExp) => pattern.exec(page)?.[0] ?? ''
  return {
    script: find(/\/assets\/framework[\w.-]*\.js/),
    font: find(/\/assets\/[\w.-]+\.woff2/),
    picture: find(/\/media\/[\w/]+\/240\.avif/),
  }
}

async function startRawNode(context: BenchContext, page: string): Promise<string> {
  const response = await fetch(page, { headers: { 'accept-encoding': 'br' } })
  const html = Buffer.from(await response.arrayBuffer())
  const file = join(context.folder, 'page.br')
  writeFileSync(file, brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
  const port = await freePort()
  const child = fork('tests/bench/raw-node.ts', [file, String(port)])
  context.adopt(child)
  await new Promise((resolve) => child.once('message', resolve))
  return `http://127.0.0.1:${port}/`
}
