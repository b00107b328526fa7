import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'

export type FirstVisit = { scripts: number; styles: number; fonts: number; pictures: number; html: number }

/** Bytes a new visitor's browser loads for a page until it is quiet: scripts, styles and HTML as gzip, the rest as sent. */
export async function firstVisit(browser: Browser, url: string): Promise<FirstVisit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  const page = await context.newPage()
  const bytes: FirstVisit = { scripts: 0, styles: 0, fonts: 0, pictures: 0, html: 0 }
  const kinds: Record<string, keyof FirstVisit> = {
    script: 'scripts',
    stylesheet: 'styles',
    font: 'fonts',
    image: 'pictures',
    document: 'html',
  }
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    const kind = kinds[response.request().resourceType()]
    if (!kind) return
    reading.push(
      response.body().then((body) => {
        bytes[kind] += kind === 'fonts' || kind === 'pictures' ? body.length : gzipSync(body).length
      }),
    )
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(reading)
  await context.close()
  return bytes
}
