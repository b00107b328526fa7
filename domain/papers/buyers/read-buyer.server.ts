import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { findKsefInvoice } from '#domain/papers/ksef/ksef-queries.server.ts'
import { findSale, type InvoicedSale, listPapers } from '../invoices/invoice-queries.server.ts'
import { listLivingPapers } from '../invoices/living-papers.ts'
import { type BuyerState, findBuyerActs, type MendableSale } from './invoice-buyer.ts'

/** The buyer of a sale with the version of what was read. Undefined when there is no such checkout. */
export async function findMendableSale(db: Kysely<Database>, checkoutId: string) {
  const sale = await findSale(db, checkoutId)
  if (!sale) return undefined
  const papers = listLivingPapers(await listPapers(db, checkoutId))
  const [first] = papers
  const registered = first && (await findKsefInvoice(db, first.id))
  const mendable: MendableSale = {
    company: sale.company,
    person: sale.person,
    isSold: sale.soldOn !== null,
    isOver: sale.isCancelled || (sale.soldOn !== null && sale.keptGrosze <= 0),
    invoice: first
      ? {
          isZero: papers.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0) <= 0,
          isRefused: registered?.state === 'refused' && !registered.offline,
        }
      : null,
  }
  const seen = JSON.stringify([sale.company, sale.person, mendable.isSold, papers.at(-1)?.id ?? null])
  return {
    ...mendable,
    version: createHash('sha256').update(seen).digest('base64url'),
    issuedBuyer: papers.at(-1)?.content.buyer ?? null,
    number: first?.number ?? null,
    awaitsKsef: registered !== undefined && registered.ksef_number === null,
    sale: sale satisfies InvoicedSale,
  }
}

/** Whom the invoice of a sale is for, and what this reader may mend. Null when there is no such checkout. */
export async function readBuyer(
  db: Kysely<Database>,
  checkoutId: string,
  actor: 'customer' | 'admin',
): Promise<BuyerState | null> {
  const found = await findMendableSale(db, checkoutId)
  if (!found) return null
  const { version, company, person, number, awaitsKsef } = found
  return { version, company, person, invoice: number, awaits_ksef: awaitsKsef, ...findBuyerActs(found, actor) }
}
