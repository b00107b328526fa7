import type { Browser } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { defineBenchmark } from './benchmark.ts'

const PAGES = ['/', '/sklep', '/produkt/layali-zahran']
/** What is asked for once the page lives: nobody waits for it. */
const LATER = 'scripts once it is alive'
const KINDS = { script: 'scripts', stylesheet: 'styles', font: 'fonts', image: 'pictures', document: 'HTML' } as const

export default defineBenchmark({
  title: 'bytes on the wire until a new visitor on a phone has everything',
  async run(context) {
    const shop = await context.startShop()
    const browser = await launchBrowser()
    for (const path of PAGES) {
      for (const [kind, bytes] of await visitFirst(browser, shop.url + path)) {
        context.record({ name: `first visit ${path}: ${kind}`, value: bytes / 1000, unit: 'KB', better: 'lower' })
      }
    }
    await browser.close()
  },
})

/** Bytes as sent, per kind of file. */
async function visitFirst(browser: Browser, url: string): Promise<Map<string, number>> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  const page = await context.newPage()
  const bytes = new Map<string, number>([...Object.values(KINDS), LATER].map((kind) => [kind, 0]))
  // The first thing a page does when it is alive is to ask who is signed in.
  let isAlive = false
  const later = new Set<unknown>()
  page.on('request', (request) => {
    isAlive ||= request.url().endsWith('/api/me')
    if (isAlive && request.resourceType() === 'script') later.add(request)
  })
  const reading: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const kind = later.has(request)
      ? LATER
      : Object.entries(KINDS).find(([type]) => type === request.resourceType())?.[1]
    if (!kind) return
    const read = async () => {
      const { responseBodySize } = await request.sizes()
      bytes.set(kind, (bytes.get(kind) ?? 0) + responseBodySize)
    }
    reading.push(read())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(reading)
  await context.close()
  return bytes
}
