import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import type { Services } from '#domain/services.ts'
import { readDispatchCalendar, readShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { writeCeneoFeed } from './ceneo-feed.ts'
import { isRefusedOffer, listProblems } from './feed-problems.ts'
import { type FeedRow, recallRow } from './feed-row.ts'
import { writeGoogleFeed, writeProductTable } from './google-feed.ts'
import { type SaleFacts, toSaleFacts } from './sale-facts.ts'

type Feed = {
  path: string
  /** The gender of the scent, in Polish. */
  title: string
  type: string
  write(rows: readonly FeedRow[], facts: SaleFacts): string
}

/** The files with all products that marketplaces read. */
export const FEEDS: readonly Feed[] = [
  { path: '/feed/google.xml', title: 'Google, Facebook i Instagram', type: 'application/xml', write: writeGoogleFeed },
  { path: '/feed/ceneo.xml', title: 'Ceneo', type: 'application/xml', write: writeCeneoFeed },
  {
    path: '/feed/products.tsv',
    title: 'Inne, jako tabela (TSV)',
    type: 'text/tab-separated-values',
    write: writeProductTable,
  },
]

/** Every product that visitors see now, newest first, and the facts common to all. */
export async function readFeedRows({ catalog, publicDb, profile, now }: Services) {
  const [{ products }, costs, calendar] = await Promise.all([
    catalog.read(),
    readShippingCosts(publicDb),
    readDispatchCalendar(publicDb),
  ])
  const facts = toSaleFacts({ profile, costs, calendar, now: now() })
  return { facts, rows: products.map((product) => recallRow(product, facts)) }
}

/** The feeds with the number of their offers, and what marketplaces would refuse. */
export async function readFeedReport(services: Services) {
  const { rows, facts } = await readFeedRows(services)
  const problems = listProblems(rows)
  return {
    files: FEEDS.map(({ title, path }) => ({ title, url: `${facts.shopUrl}${path}` })),
    /** Products in the files. */
    products: rows.length,
    /** Products and firms with something to mend, of which `items` are the first. */
    flawed: problems.length,
    refused: problems.filter((item) => item.problems.some(isRefusedOffer)).length,
    items: problems.slice(0, PAGE_SIZES.feedProblems),
  }
}
export type FeedReport = Awaited<ReturnType<typeof readFeedReport>>
