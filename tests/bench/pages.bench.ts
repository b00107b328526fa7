import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { freePort } from '#tests/support/free-port.ts'
import { type BenchContext, defineBenchmark } from './benchmark.ts'
import { load, recordLoad } from './load.ts'

const PAGES = ['/', '/sklep', '/produkt/layali-zahran']

/** A query this long is nothing a page links to, so it is rendered each time (infra/http/public-addresses.ts). */
const UNCACHED = `ref=${'x'.repeat(450)}`

export default defineBenchmark({
  title: 'public pages, cached beside raw Node with the same bytes, and rendered each time',
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
      await recordLoad(context, shop, `rendered ${path}`, () => load(`${shop.url}${path}?${UNCACHED}`, context.seconds))
    }
    context.record({ name: 'memory after pages', value: shop.residentMib(), unit: 'MiB', better: 'lower' })
  },
})

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
