import { writeCeneoFeed } from './ceneo-feed.ts'
import type { FeedRow } from './feed-row.ts'
import { writeGoogleFeed, writeProductTable } from './google-feed.ts'
import type { SaleFacts } from './sale-facts.ts'

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
