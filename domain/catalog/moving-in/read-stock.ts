import { all, first, hasColumn, type MovedLine } from './moved-line.ts'
import type { FormerShop, UnknownStock } from './moving-in.ts'
import { readPieces, saysNo, saysOnOrder, saysUnavailable, saysYes } from './read-values.ts'

/** `stock`: pieces, '' for a product that is not counted. `isUnknown`: the file does not say which of both. */
export type MovedStock = { stock: string; isUnknown: boolean; problem: string | null; remarks: string[] }

export const UNKNOWN_STOCK = 'Stan nieznany: 0 czy bez limitu?'

/** The pieces of a line. What the file does not say is never taken for 'not counted' without an answer. */
export function readStock(
  line: MovedLine,
  { shop, head, unknown }: { shop: FormerShop; head: MovedLine; unknown: UnknownStock },
): MovedStock {
  const cell = first(line, 'stock')
  const pieces = readPieces(cell)
  const known = (stock: string, ...remarks: string[]) => ({ stock, isUnknown: false, problem: null, remarks })
  const isUnavailable = all(line, 'available').some(saysUnavailable)
  if (isUncounted(line)) return known(isUnavailable ? '0' : '')
  if (pieces !== null && pieces < 0) return known('0', `Stan w pliku to ${pieces}: przeniesiemy 0.`)
  if (pieces !== null && pieces > 0 && isUnavailable) {
    return known('0', `Stan w pliku to ${pieces}, ale tamten sklep go nie sprzedawał: przeniesiemy 0.`)
  }
  if (pieces !== null) {
    const isOversold = saysYes(first(line, 'oversold'))
    const oversold = 'Tamten sklep sprzedawał go także bez stanu: tu kupujący dostaną najwyżej tyle sztuk.'
    return known(String(pieces), ...(isOversold ? [oversold] : []))
  }
  if (isUnavailable || saysUnavailable(cell)) return known('0')
  if ([cell, ...all(line, 'available')].some(saysOnOrder)) {
    return known('0', 'Tamten sklep sprzedawał go na zamówienie, bez stanu: przeniesiemy 0.')
  }
  // A shop that counts nothing of a product leaves the cell empty; a parent's pieces would be of all its variants.
  const isEmptyOnPurpose = shop === 'woocommerce' && hasColumn(line, 'stock') && cell === ''
  if (isEmptyOnPurpose && (head === line || readPieces(first(head, 'stock')) === null)) return known('')
  if (unknown === 'ask') return { stock: '', isUnknown: true, problem: UNKNOWN_STOCK, remarks: [] }
  return { ...known(unknown === 'zero' ? '0' : ''), isUnknown: true }
}

/** Shopify leaves the tracker empty, Magento says that it does not manage the stock. */
const isUncounted = (line: MovedLine) =>
  hasColumn(line, 'counted') && all(line, 'counted').every((cell) => cell === '' || saysNo(cell))
