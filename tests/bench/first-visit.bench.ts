import type { Browser } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { type BenchContext, type BenchShop, defineBenchmark } from './benchmark.ts'
import { load } from './load.ts'

const PAGES = ['/', '/sklep', '/produkt/layali-zahran']
/** Scripts loaded after the page is interactive, which delay nobody. */
const LATER = 'scripts once it is alive'
/** Scripts that compete with the first paint for bandwidth and processor. */
const EARLY = 'script in the first 2.5 s'
const EARLY_MS = 2_500
const KINDS = { script: 'scripts', stylesheet: 'styles', font: 'fonts', image: 'pictures', document: 'HTML' } as const

export default defineBenchmark({
  title: 'bytes on the wire until a new visitor on a phone has everything, and what its files take of the processor',
  async run(context) {
    const shop = await context.startShop()
    const browser = await launchBrowser()
    for (const path of PAGES) {
      const { bytes, files } = await visitFirst(browser, shop.url + path)
      for (const [kind, sum] of bytes) {
        context.record({ name: `first visit ${path}: ${kind}`, value: sum / 1000, unit: 'KB', better: 'lower' })
      }
      await measureFiles(context, shop, path, files)
    }
    await browser.close()
  },
})

/** Processor time of the shop for sending the files of a visit: scripts, styles, fonts and pictures. */
async function measureFiles(context: BenchContext, shop: BenchShop, path: string, files: string[]): Promise<void> {
  const before = shop.cpuMs()
  const { done } = await load(shop.url, context.seconds, (request) => files[request % files.length] ?? path)
  const each = (shop.cpuMs() - before) / done
  const figure = { unit: 'ms', better: 'lower', note: `${files.length} files` } as const
  context.record({ ...figure, name: `first visit ${path}: CPU of all its files`, value: each * files.length })
  context.record({ ...figure, name: `first visit ${path}: CPU of a file`, value: each })
}

/** Sent bytes by kind of file, and the paths of the files. */
async function visitFirst(browser: Browser, url: string): Promise<{ bytes: Map<string, number>; files: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  const page = await context.newPage()
  const bytes = new Map<string, number>([...Object.values(KINDS), LATER, EARLY].map((kind) => [kind, 0]))
  // The first call of an interactive page asks who is signed in.
  let isAlive = false
  const later = new Set<unknown>()
  const early = new Set<unknown>()
  const files = new Set<string>()
  const began = performance.now()
  page.on('request', (request) => {
    isAlive ||= request.url().endsWith('/api/me')
    const isScript = request.resourceType() === 'script'
    if (isAlive && isScript) later.add(request)
    if (isScript && performance.now() - began < EARLY_MS) early.add(request)
  })
  const reading: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const kind = later.has(request)
      ? LATER
      : Object.entries(KINDS).find(([type]) => type === request.resourceType())?.[1]
    if (!kind) return
    if (request.resourceType() !== 'document') files.add(new URL(request.url()).pathname)
    const read = async () => {
      const { responseBodySize } = await request.sizes()
      for (const counted of early.has(request) ? [kind, EARLY] : [kind]) {
        bytes.set(counted, (bytes.get(counted) ?? 0) + responseBodySize)
      }
    }
    reading.push(read())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(reading)
  await context.close()
  return { bytes, files: [...files] }
}
