import { foldHead } from '#domain/kernel/tables/read-cells.ts'
import { COMMON_HEADS, type Heads, SHOPS } from './former-heads.ts'
import type { FormerShop, MovedColumn } from './moving-in.ts'

/** A head without its number: 'Attribute 12 name' and 'attribute_3_name' are one. */
const foldNumbered = (head: string) => foldHead(head).replace(/\d+/g, '#')

const listFolded = (heads: string) => heads.split('|').map(foldNumbered)
const toMap = (heads: Heads) =>
  new Map(
    (Object.keys(heads) as (keyof Heads)[]).flatMap((column) =>
      listFolded(heads[column] ?? '').map((head) => [head, column] as const),
    ),
  )
const COMMON = toMap(COMMON_HEADS)

/** The shop whose file has these heads, and what each column is; null: it is not moved. */
export function recognizeFile(head: readonly string[]): { shop: FormerShop; columns: (MovedColumn | null)[] } {
  const folded = head.map(foldNumbered)
  const counted = Object.entries(SHOPS).map(([shop, { marks, heads }]) => {
    const known = new Set(listFolded(marks))
    return { shop: shop as FormerShop, heads, marks: folded.filter((each) => known.has(each)).length }
  })
  const [best] = counted.filter(({ marks }) => marks >= 2).toSorted((a, b) => b.marks - a.marks)
  const own = toMap(best?.heads ?? {})
  const found = folded.map((each) => own.get(each) ?? COMMON.get(each) ?? null)
  // What the seller itself pays is a price only where the file has no other.
  const isPriced = found.includes('price') || found.includes('net_price')
  const wholesale = isPriced ? null : ('net_price' as const)
  const columns = found.map((column) => (column === 'wholesale_price' ? wholesale : column))
  return { shop: best?.shop ?? 'list', columns }
}
