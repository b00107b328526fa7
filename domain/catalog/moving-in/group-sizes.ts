import { foldText } from '#domain/kernel/text/fold-text.ts'
import type { MovedRow } from './moved-row.ts'

/** ' 50 ml', ', 50ml', ' (50 ml)', ' - 50 ml'. */
const SIZE = /[\s,–-]*\(?(?<![\d.,])\d{1,4}\s?ml\)?(?!\p{L})/giu

/**
 * Products of one brand whose names differ by their volume alone, which are sizes of one scent. Returns the groups of
 * lines, two or more each.
 */
function findSizes(rows: readonly MovedRow[]): MovedRow[][] {
  const heads = new Set(rows.map(({ scentLine }) => scentLine))
  const alone = rows.filter((row) => row.scentLine === null && !heads.has(row.line) && row.cells.volume_ml)
  const groups = Map.groupBy(alone, ({ cells }) =>
    foldText(`${cells.brand_id}|${stripSize(cells.name)}`.replace(/\s+/g, ' ')),
  )
  return [...groups.values()].filter((group) => {
    const volumes = new Set(group.map(({ cells }) => cells.volume_ml))
    return group.length > 1 && volumes.size === group.length
  })
}

const stripSize = (name = '') => name.replace(SIZE, '').trim() || name

/** Puts sizes together where `isWanted`. Returns the lines, and how many of them can be sizes. */
export function groupSizes(rows: readonly MovedRow[], isWanted: boolean): { rows: MovedRow[]; sizes: number } {
  const groups = findSizes(rows)
  const sizes = groups.reduce((sum, group) => sum + group.length, 0)
  if (!isWanted) return { rows: [...rows], sizes }
  const headOf = new Map(groups.flatMap((group) => group.map((row) => [row, group[0]?.line ?? row.line] as const)))
  return {
    sizes,
    rows: rows.map((row) => {
      const head = headOf.get(row)
      if (head === undefined) return row
      const cells = { ...row.cells, name: stripSize(row.cells.name) }
      return { ...row, cells, scentLine: head === row.line ? null : head }
    }),
  }
}
