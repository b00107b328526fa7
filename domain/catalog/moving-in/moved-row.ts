import type { ProductCsvRow } from '#domain/catalog/sheet/product-csv.ts'
import type { FormerAddress } from './former-addresses.ts'

/** A line of the product sheet that was made of a line of another shop's file. */
export type MovedRow = ProductCsvRow & {
  /** The line of the first size of its scent; null: this one. */
  scentLine: number | null
  pictures: string[]
  /** Where its former page was. */
  addresses: FormerAddress[]
}
