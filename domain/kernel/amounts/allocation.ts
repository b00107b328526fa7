import type { ColumnType } from 'kysely'
import type { Grosze } from './money.ts'

/** Why money goes back, or a sale is undone. */
export type MoneyCause =
  | 'withdrawal'
  /** An accepted complaint that takes the goods back. */
  | 'complaint'
  /** An accepted complaint that lowers the price. */
  | 'price_reduction'
  | 'goodwill'
  | 'change'
  | 'cancellation'
  /** The buyer did not take the parcel, which is paid on delivery. */
  | 'not_collected'
  | 'dispute'
  /** Money that pays for nothing: it came twice. */
  | 'overpayment'

/** What money that goes back lowers of one line of a sale. */
export type AllocatedLine = {
  /** Null: the delivery. */
  item_id: string | null
  /** The VAT rate of the line. */
  rate: string
  /** Pieces that come back. Of a change: pieces taken out, negative where it adds some. */
  pieces: number
  /** What goes back. */
  grosze: Grosze
  /** What the shop keeps of the price of these pieces; negative: it gives back what it had kept. */
  kept_grosze: Grosze
}

/** What money that goes back is for. Its lines add up to what it takes off the sale. `cause` null: unknown. */
export type Allocation = { cause: MoneyCause | null; lines: AllocatedLine[] }

/** The lines as a column. Null: unknown. */
export type AllocatedLinesColumn = ColumnType<AllocatedLine[] | null, string | null | undefined, string | null>

export const toAllocationColumns = ({ cause, lines }: Allocation) => ({ cause, lines: JSON.stringify(lines) })
