import { all, first, isVariantHead, type MovedLine } from './moved-line.ts'
import type { MovedColumn } from './moving-in.ts'

/** Lines of one scent, with the line that has what they share: their parent, else the first one. */
export type LineGroup = {
  head: MovedLine
  members: MovedLine[]
  /** Variants that the parent names and the file does not have. */
  missing: string[]
}

/** What a variant has of its own; everything else it takes from the line that heads its group. */
const OWN: ReadonlySet<MovedColumn> = new Set<MovedColumn>([
  ...(['price', 'net_price', 'sale_price', 'sale_from', 'sale_to', 'discount_amount', 'discount_percent'] as const),
  ...(['compare_price', 'ean', 'code', 'stock', 'available', 'counted', 'oversold', 'id', 'type'] as const),
  ...(['address', 'visibility'] as const),
])

/** A line that only adds a picture to its product (Shopify). */
export const isPictureOnly = (line: MovedLine) =>
  (['name', 'price', 'net_price'] as const).every((column) => first(line, column) === '')

export function groupLines(lines: readonly MovedLine[]): LineGroup[] {
  const parents = new Map<string, MovedLine>()
  const variants = new Map<string, { head: MovedLine; options: [name: string, value: string][] }>()
  for (const head of lines.filter(isVariantHead)) {
    parents.set(`id:${first(head, 'id')}`, head)
    if (first(head, 'code') !== '') parents.set(first(head, 'code'), head)
    for (const { sku, options } of listVariations(first(head, 'variations'))) variants.set(sku, { head, options })
  }
  const known = lines.map((line) => addOptions(line, variants.get(first(line, 'code'))?.options ?? []))
  const groups = Map.groupBy(known, (line) => {
    const parent = first(line, 'parent')
    const head = variants.get(first(line, 'code'))?.head ?? (parent === '' ? line : parents.get(parent))
    return head ? `line:${head.line}` : parent
  })
  const codes = new Set(lines.map((line) => first(line, 'code')))
  return [...groups.values()].flatMap((members) => {
    const head = members.find(isVariantHead) ?? members[0]
    if (!head) return []
    const named = listVariations(first(head, 'variations')).map(({ sku }) => sku)
    return [{ head, members, missing: named.filter((sku) => !codes.has(sku)) }]
  })
}

/** 'sku=RP-50,size=50 ml|sku=RP-100,size=100 ml' (Magento). */
function listVariations(cell: string): { sku: string; options: [name: string, value: string][] }[] {
  return cell.split('|').flatMap((variation) => {
    const pairs = variation.split(',').map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), value.join('=').trim()]
    })
    const sku = pairs.find(([name]) => name === 'sku')?.[1] ?? ''
    return sku === '' ? [] : [{ sku, options: pairs.filter(([name]) => name !== 'sku') }]
  })
}

function addOptions(line: MovedLine, options: readonly [name: string, value: string][]): MovedLine {
  if (options.length === 0) return line
  const option_name = [...all(line, 'option_name'), ...options.map(([name]) => name)]
  const option_value = [...all(line, 'option_value'), ...options.map(([, value]) => value)]
  return { ...line, cells: { ...line.cells, option_name, option_value } }
}

/** The cells of a variant, and those of the head of its group that it leaves empty. */
export function inherit(own: MovedLine, head: MovedLine): MovedLine {
  const cells = { ...own.cells }
  for (const column of Object.keys(head.cells) as MovedColumn[]) {
    const isPair = column === 'option_name' || column === 'option_value'
    const shared = all(head, column)
    if (column === 'pictures') cells[column] = [...all(own, column), ...shared]
    else if (isPair) {
      const given = all(own, column)
      cells[column] = [...given, ...shared.slice(given.length)].map((cell, index) => cell || (shared[index] ?? ''))
    } else if (!OWN.has(column) && first(own, column) === '') cells[column] = shared
  }
  return { ...own, cells }
}
