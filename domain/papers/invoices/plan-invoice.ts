import type { MoneyCause } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { labelCause, WON_BACK_LABEL } from '#domain/money/label-cause.ts'
import type { InvoiceLine } from '#domain/papers/invoice.ts'
import { listCorrectedLines } from '#domain/papers/ksef/fa3-correction.ts'

/** Something that changed a sale. `cause` null: unknown. */
export type SaleMovement = { key: string; cause: MoneyCause | null; moment: Date }

/** What is known of a sale when its papers are compared with its money. */
export type InvoiceState = {
  /** Whether somebody asked for an invoice, the sale took place and is not cancelled. */
  isDue: boolean
  /** The lines as they stand, without free ones, adding up to what the shop keeps. */
  lines: readonly InvoiceLine[]
  /** What changed the sale so far. */
  movements: readonly SaleMovement[]
  /** The papers so far; null: there is none. */
  issued: {
    /** The lines of the last one. */
    lines: readonly InvoiceLine[]
    /** Of all together. */
    gross_grosze: Grosze
    issued_at: Date
    /** Keys of what had changed the sale by then; null: written by an earlier build. */
    movements: readonly string[] | null
  } | null
}

export type InvoicePlan = { kind: 'invoice' | 'correction'; lines: readonly InvoiceLine[]; reason: string }

/** The paper that is missing; null: none. Papers add up to what the shop keeps, and their lines are those of the sale. */
export function planInvoice({ isDue, lines, movements, issued }: InvoiceState): InvoicePlan | null {
  const gross = lines.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0)
  if (issued === null) return isDue && gross > 0 ? { kind: 'invoice', lines, reason: '' } : null
  const reasons = listReasons(movements, issued)
  if (issued.gross_grosze === gross) {
    // Goods were exchanged for others of the same worth.
    const isExchanged = reasons.length > 0 && listCorrectedLines(issued.lines, lines).length > 0
    return isExchanged ? { kind: 'correction', lines, reason: reasons.join('; ') } : null
  }
  const otherwise = gross > issued.gross_grosze ? 'Ponowna wpłata' : labelCause(null)
  return { kind: 'correction', lines, reason: reasons.join('; ') || otherwise }
}

/** Why what had changed a sale does so no more. */
function labelUndone(key: string): string {
  if (key.startsWith('cancelled:')) return 'Przywrócenie zamówienia'
  return key.startsWith('dispute:') ? WON_BACK_LABEL : 'Zwrot, który nie doszedł do kupującego'
}

/** Why the sale differs from its last paper: what changed it since, and what was undone since. Each reason once. */
function listReasons(
  movements: readonly SaleMovement[],
  { issued_at, movements: stored }: NonNullable<InvoiceState['issued']>,
): string[] {
  const covered = new Set(stored ?? movements.filter(({ moment }) => moment <= issued_at).map(({ key }) => key))
  const keys = new Set(movements.map(({ key }) => key))
  const made = movements.filter(({ key }) => !covered.has(key)).map(({ cause }) => labelCause(cause))
  const undone = [...covered].filter((key) => !keys.has(key)).map(labelUndone)
  return [...new Set([...made, ...undone])]
}
