import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { CorrectedInvoice, Invoice, InvoiceBuyer, InvoiceSeller } from '#domain/papers/invoice.ts'
import { type InvalidInvoice, writeKsefFile } from '#domain/papers/ksef/ksef-file.server.ts'
import { findCertificate, findKsefInvoice, readKsefState } from '#domain/papers/ksef/ksef-queries.server.ts'
import { insertKsefInvoice } from '#domain/papers/ksef/ksef-store.server.ts'
import { subtractSums, sumByRate } from '#domain/papers/vat.ts'
import type { Services } from '#domain/services.ts'
import { findSale, type InvoicedSale, listPapers, listSoldLines } from './invoice-queries.server.ts'
import { insertInvoice, lockSale, takeNumber } from './invoice-store.server.ts'
import { type InvoicePlan, planInvoice } from './plan-invoice.ts'

type Paper = Awaited<ReturnType<typeof listPapers>>[number]

/**
 * Issues the paper that a sale lacks: its invoice, or the correction that makes its papers add up to what the shop
 * keeps. Returns its number; null when nothing is missing. Number, paper and mail are stored by one transaction.
 */
export async function issueInvoice(
  services: Pick<Services, 'db' | 'jobs' | 'profile' | 'now' | 'ksef' | 'invoiceSchema'>,
  checkoutId: string,
): Promise<Result<string | null, InvalidInvoice | Busy>> {
  const { db, profile, now } = services
  return transact(db, async (trx): Promise<Result<string | null, InvalidInvoice>> => {
    await lockSale(trx, checkoutId)
    const sale = await findSale(trx, checkoutId)
    if (!sale) return ok(null)
    const papers = await listPapers(trx, checkoutId)
    const last = papers.at(-1)
    const buyer = toBuyer(sale)
    const plan = planInvoice({
      isDue: buyer !== null && sale.soldOn !== null && !sale.isCancelled,
      kept_grosze: sale.keptGrosze,
      lines: await listSoldLines(trx, checkoutId),
      issued: last
        ? { lines: last.content.lines, gross_grosze: papers.reduce((sum, paper) => sum + paper.gross_grosze, 0) }
        : null,
    })
    if (plan === null || buyer === null) return ok(null)
    const [first] = papers
    const registered = first && (await findKsefInvoice(trx, first.id))
    // A correction names the number of what it corrects, so it waits for that.
    if (registered && registered.ksef_number === null) return ok(null)
    const today = readWarsawClock(now()).day
    const number = await takeNumber(trx, plan.kind === 'invoice' ? 'FV' : 'FK', Number(today.slice(0, 4)))
    const content = writeContent({
      sale,
      plan,
      buyer,
      seller: toSeller(profile),
      number,
      today,
      papers,
      ksefNumber: registered?.ksef_number ?? null,
    })
    // Also a correction of an invoice from before the shop was in KSeF.
    const isForKsef = registered !== undefined || (await goesToKsef(services, trx, buyer))
    const file = isForKsef ? await writeKsefFile(services, content) : null
    if (file && !file.ok) return file
    const id = await insertInvoice(trx, {
      checkoutId,
      correctsId: papers[0]?.id ?? null,
      content,
      grossGrosze: content.gross_grosze,
    })
    // What goes to KSeF is mailed when it has its number there.
    if (file) {
      await insertKsefInvoice(trx, { invoice_id: id, ...file.value, next_at: now() })
      await services.jobs.enqueue(trx, 'send-invoices', {})
    } else await queueMail(trx, { key: `invoice:${id}`, to: sale.email, template: 'invoice', ids: { invoiceId: id } })
    return ok(number)
  })
}

/** Invoices for companies, and for people if the owner says so, once the shop can sign in to KSeF. */
async function goesToKsef({ ksef }: Pick<Services, 'ksef'>, trx: Transaction<Database>, buyer: InvoiceBuyer) {
  if (ksef === null || (await findCertificate(trx, 'authentication')) === undefined) return false
  return buyer.kind === 'company' || (await readKsefState(trx)).with_persons
}

function toBuyer({ company, person }: InvoicedSale): InvoiceBuyer | null {
  if (company) return { kind: 'company', ...company }
  return person && { kind: 'person', ...person }
}

const toSeller = (profile: Services['profile']): InvoiceSeller => ({
  nip: profile.sellerNip.replaceAll(/\D/g, ''),
  name: profile.sellerName,
  address: profile.sellerAddress,
  bdo: profile.sellerBdo,
  regon: profile.sellerRegon,
  email: profile.sellerEmail,
  phone: profile.sellerPhone,
})

type Facts = {
  sale: InvoicedSale
  plan: InvoicePlan
  buyer: InvoiceBuyer
  seller: InvoiceSeller
  number: string
  today: string
  papers: readonly Paper[]
  ksefNumber: string | null
}

function writeContent({ sale, plan, buyer, seller, number, today, papers, ksefNumber }: Facts): Invoice {
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
    number,
    issued_on: today,
    sold_on: soldOn,
    // A correction is for the same people, even if their data were changed since.
    seller: first?.content.seller ?? seller,
    buyer: first?.content.buyer ?? buyer,
    lines: plan.lines,
    sums,
    gross_grosze: sums.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0),
    order_numbers: sale.orderNumbers,
    ordered_on: sale.orderedOn,
    payment: sale.payment,
    paid_on: sale.payment === 'prepaid' ? soldOn : null,
    has_receipt: buyer.kind === 'person',
    corrected,
  }
}
