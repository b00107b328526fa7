import lighthouse from 'lighthouse'
import type { Figure } from './benchmark.ts'

export const LIGHTHOUSE_PAGES = ['/', '/sklep', '/produkt/layali-zahran']

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
  'agentic-browsing': 'use by agents',
}
const AUDITS: Record<string, Pick<Figure, 'name' | 'unit'>> = {
  'largest-contentful-paint': { name: 'LCP', unit: 'ms' },
  'first-contentful-paint': { name: 'FCP', unit: 'ms' },
  'total-blocking-time': { name: 'TBT', unit: 'ms' },
  'speed-index': { name: 'speed index', unit: 'ms' },
  'cumulative-layout-shift': { name: 'CLS', unit: '' },
}

/** One visit as on a phone: slow 4G, processor four times slower. @param port of the browser */
export async function measurePage(url: string, port: number): Promise<Map<string, Figure>> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(CATEGORIES) })
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { categories, audits } = result.lhr
  const figures = new Map<string, Figure>()
  for (const [id, name] of Object.entries(CATEGORIES)) {
    figures.set(name, { name, value: Math.round((categories[id]?.score ?? 0) * 100), unit: 'score', better: 'higher' })
  }
  for (const [id, { name, unit }] of Object.entries(AUDITS)) {
    figures.set(name, { name, value: audits[id]?.numericValue ?? Number.NaN, unit, better: 'lower' })
  }
  return figures
}
