import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { planMend, toInvoiceBuyer } from '#domain/papers/buyers/invoice-buyer.ts'
import type { CorrectedInvoice, Invoice, InvoiceBuyer, InvoiceSeller } from '#domain/papers/invoice.ts'
import { nameRows } from '#domain/papers/invoice-facts.ts'
import { type InvalidInvoice, writeKsefFile } from '#domain/papers/ksef/ksef-file.server.ts'
import { findCertificate, findKsefInvoice, readKsefState } from '#domain/papers/ksef/ksef-queries.server.ts'
import { insertKsefInvoice } from '#domain/papers/ksef/ksef-store.server.ts'
import { subtractSums, sumByRate } from '#domain/papers/vat.ts'
import type { Services } from '#domain/services.ts'
import { findBuyerMistakes } from './invoice-mistakes.ts'
import { findSale, type InvoicedSale, listKeptLines, listPapers, listSaleMovements } from './invoice-queries.server.ts'
import {
  deleteInvoiceProblem,
  insertInvoice,
  lockSale,
  storeInvoiceProblem,
  takeNumber,
} from './invoice-store.server.ts'
import { listLivingPapers } from './living-papers.ts'
import { type UnnumberedInvoice, writeMends } from './mend-papers.ts'
import { type InvoicePlan, planInvoice, type SaleMovement } from './plan-invoice.ts'
import { type ReceiptForInvoice, settleReceipt } from './settle-receipt.server.ts'

type Paper = Awaited<ReturnType<typeof listPapers>>[number]
type Used = Pick<Services, 'db' | 'jobs' | 'profile' | 'now' | 'ksef' | 'invoiceSchema'>

/**
 * Issues the paper that a sale lacks: its invoice, or the correction that makes its papers add up to what the shop
 * keeps. Returns its number; null when nothing is missing. Number, paper and mail are stored by one transaction. Why it
 * cannot be issued is kept for the owner, and logged when it is new.
 */
export async function issueInvoice(
  services: Used,
  checkoutId: string,
): Promise<Result<string | null, InvalidInvoice | Busy>> {
  const issued = await issueMissingPaper(services, checkoutId)
  if (issued.ok || issued.failure.reason !== 'invoice_invalid') return issued
  const { mistakes } = issued.failure
  if (await storeInvoiceProblem(services.db, checkoutId, mistakes)) {
    log.error('An invoice cannot be issued', { checkoutId, mistakes: mistakes.map(({ text }) => text) })
  }
  return issued
}

async function issueMissingPaper(services: Used, checkoutId: string) {
  const { db, profile, now } = services
  return transact(db, async (trx): Promise<Result<string | null, InvalidInvoice>> => {
    await lockSale(trx, checkoutId)
    await deleteInvoiceProblem(trx, checkoutId)
    const sale = await findSale(trx, checkoutId)
    if (!sale) return ok(null)
    const papers = listLivingPapers(await listPapers(trx, checkoutId))
    const [first, last] = [papers.at(0), papers.at(-1)]
    const buyer = toInvoiceBuyer(sale)
    const issuedGrosze = papers.reduce((sum, paper) => sum + paper.gross_grosze, 0)
    const movements = await listSaleMovements(trx, checkoutId)
    const plan = planInvoice({
      isDue: buyer !== null && sale.soldOn !== null && !sale.isCancelled,
      lines: await listKeptLines(trx, checkoutId),
      movements,
      issued: last ? { ...last, lines: last.content.lines, gross_grosze: issuedGrosze } : null,
    })
    if (buyer === null) return ok(null)
    const isWorthMending = last !== undefined && sale.isMended && issuedGrosze > 0
    const mend = isWorthMending ? planMend(last.content.buyer, buyer) : 'none'
    if (plan === null && mend === 'none') return ok(null)
    const registered = first && (await findKsefInvoice(trx, first.id))
    // A correction names the number of what it corrects, and its lines are those of the correction before it: it waits
    // until KSeF has both.
    const previous = last && (await findKsefInvoice(trx, last.id))
    if ([registered, previous].some((paper) => paper?.ksef_number === null)) return ok(null)
    const today = readWarsawClock(now()).day
    const ksefNumber = registered?.ksef_number ?? null
    const store = (content: UnnumberedInvoice, covered: readonly (SaleMovement | string)[]) =>
      storePaper(services, trx, {
        ...{ checkoutId, email: sale.email, first, registered: registered !== undefined, content },
        movements: covered.map((movement) => (typeof movement === 'string' ? movement : movement.key)),
      })
    if (first && last && mend !== 'none') {
      const facts = { first: first.content, last: last.content, buyer, ksefNumber, today }
      let stored: Awaited<ReturnType<typeof store>> = ok('')
      // What money did since comes on a correction of its own.
      for (const content of writeMends({ mend, ...facts })) {
        stored = await store(content, last.movements ?? movements.filter(({ moment }) => moment <= last.issued_at))
        if (!stored.ok) return stored
      }
      return stored
    }
    if (plan === null) return ok(null)
    const receipt = first || buyer.kind === 'company' ? 'none' : await settleReceipt(trx, checkoutId)
    // Whether a receipt of the sale exists is not known yet.
    if (receipt === 'unclear') return ok(null)
    const seller = toSeller(profile)
    return store(writeContent({ sale, plan, buyer, seller, today, papers, ksefNumber, receipt }), movements)
  })
}

type StoredPaper = {
  checkoutId: string
  email: string
  /** The invoice that counts until now. */
  first: Paper | undefined
  /** Whether that one is in KSeF. */
  registered: boolean
  content: UnnumberedInvoice
  /** Keys of what had changed the sale by then. */
  movements: string[]
}

/** Gives a paper its number and stores it, for KSeF or with its mail. Returns the number. */
async function storePaper(
  services: Used,
  trx: Transaction<Database>,
  { checkoutId, email, first, registered, movements, content: unnumbered }: StoredPaper,
): Promise<Result<string, InvalidInvoice>> {
  const isCorrection = unnumbered.corrected !== null
  const year = Number(unnumbered.issued_on.slice(0, 4))
  const number = await takeNumber(trx, isCorrection ? 'FK' : 'FV', year)
  const lines = nameRows(unnumbered.lines, unnumbered.corrected?.lines_before ?? [], number)
  const content = { ...unnumbered, number, lines }
  const mistakes = isCorrection ? [] : findBuyerMistakes(content)
  if (mistakes.length > 0) return fail({ reason: 'invoice_invalid', mistakes })
  // Also a correction of an invoice from before the shop was in KSeF.
  const isForKsef = (isCorrection && registered) || (await goesToKsef(services, trx, content.buyer))
  const file = isForKsef ? await writeKsefFile(services, content) : null
  if (file && !file.ok) return file
  const id = await insertInvoice(trx, {
    checkoutId,
    correctsId: isCorrection && first ? first.id : null,
    replacesId: isCorrection || !first ? null : first.id,
    content,
    grossGrosze: content.gross_grosze,
    movements,
  })
  // What goes to KSeF is mailed when it has its number there.
  if (file) {
    await insertKsefInvoice(trx, { invoice_id: id, ...file.value, written_at: services.now(), next_at: services.now() })
    await services.jobs.enqueue(trx, 'send-invoices', {})
  } else await queueMail(trx, { key: `invoice:${id}`, to: email, template: 'invoice', ids: { invoiceId: id } })
  return ok(number)
}

/** Invoices for companies, and for people if the owner says so, once the shop can sign in to KSeF. */
async function goesToKsef({ ksef }: Pick<Services, 'ksef'>, trx: Transaction<Database>, buyer: InvoiceBuyer) {
  if (ksef === null || (await findCertificate(trx, 'authentication')) === undefined) return false
  return buyer.kind === 'company' || (await readKsefState(trx)).with_persons
}

export const toSeller = (profile: Services['profile']): InvoiceSeller => ({
  nip: profile.sellerNip.replaceAll(/\D/g, ''),
  name: profile.sellerName,
  address: profile.sellerAddress,
  bdo: profile.sellerBdo,
  regon: profile.sellerRegon,
  email: profile.sellerEmail,
  phone: profile.sellerPhone,
  bank_account: profile.sellerBankAccount,
})

type Facts = {
  sale: InvoicedSale
  plan: InvoicePlan
  buyer: InvoiceBuyer
  seller: InvoiceSeller
  today: string
  /** Of the invoice that counts. */
  papers: readonly Paper[]
  ksefNumber: string | null
  receipt: ReceiptForInvoice | 'none'
}

function writeContent(facts: Facts): UnnumberedInvoice {
  const { sale, plan, buyer, seller, today, papers, ksefNumber, receipt } = facts
  const [first, last] = [papers.at(0), papers.at(-1)]
  const linesBefore = last?.content.lines ?? []
  const sums = subtractSums(sumByRate(plan.lines), sumByRate(linesBefore))
  const soldOn = first?.content.sold_on ?? sale.soldOn ?? today
  const corrected: CorrectedInvoice | null = first
    ? {
        number: first.number,
        issued_on: first.content.issued_on,
        ksef_number: ksefNumber,
        reason: plan.reason,
        lines_before: linesBefore,
      }
    : null
  return {
    issued_on: today,
    sold_on: soldOn,
    // A correction is for the people of the last paper: who is mended gets a paper of its own.
    seller: last?.content.seller ?? seller,
    buyer: last?.content.buyer ?? buyer,
    lines: plan.lines,
    sums,
    gross_grosze: sums.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0),
    order_numbers: sale.orderNumbers,
    ordered_on: sale.orderedOn,
    payment: sale.payment,
    paid_on: sale.payment === 'cash_on_delivery' ? null : soldOn,
    ...describeReceipt(last?.content, receipt),
    corrected,
  }
}

/** A correction is to the receipt of its invoice. */
function describeReceipt(last: Invoice | undefined, receipt: ReceiptForInvoice | 'none') {
  const { has_receipt, receipt_number } = last ?? {
    has_receipt: receipt !== 'none',
    receipt_number: receipt === 'none' || receipt.number === '' ? undefined : receipt.number,
  }
  return { has_receipt, ...(receipt_number !== undefined && { receipt_number }) }
}
