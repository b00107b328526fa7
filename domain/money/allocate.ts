import type { AllocatedLine } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'

/** A line of an order as it stands: after all that was taken off it. */
export type OrderLine = {
  /** Null: the delivery. */
  item_id: string | null
  rate: string
  pieces: number
  /** What the pieces cost together. */
  grosze: Grosze
  /** What the shop keeps of pieces that came back. */
  kept_grosze: Grosze
}

/** The pieces of an item that come back, at the price that was paid for them, and what the shop keeps of it. */
export type ReturnedPieces = { item_id: string; pieces: number; worth_grosze: Grosze; deduction_grosze: Grosze }

/** What money is given back for. */
export type AllocationPurpose =
  | {
      kind: 'return'
      items: readonly ReturnedPieces[]
      delivery_grosze: Grosze
    }
  /** A lower price of these items; of all that are left where none is named, or for what exceeds them. */
  | { kind: 'price'; items: readonly { item_id: string; grosze: Grosze }[] }
  | { kind: 'delivery' }
  /** The whole order is undone. */
  | { kind: 'cancellation' }

const isDelivery = ({ item_id }: { item_id: string | null }) => item_id === null

export const sumOfLines = (lines: readonly OrderLine[]): Grosze =>
  lines.reduce((sum, { grosze, kept_grosze }) => sum + grosze + kept_grosze, 0)

/**
 * The lines less what was taken off them. A line that would be negative, because a change took out pieces whose price
 * had been lowered, takes the rest off the others.
 */
export function takeOff(lines: readonly OrderLine[], taken: readonly AllocatedLine[]): OrderLine[] {
  const left = lines.map((line) => ({ ...line }))
  let missing = 0
  for (const { item_id, pieces, grosze, kept_grosze } of taken) {
    const line = left.find((each) => each.item_id === item_id)
    if (!line) {
      missing += grosze
      continue
    }
    line.pieces = isDelivery(line) ? line.pieces : Math.max(0, line.pieces - pieces)
    line.grosze -= grosze + kept_grosze
    line.kept_grosze += kept_grosze
  }
  for (const line of left) {
    if (line.grosze >= 0) continue
    missing -= line.grosze
    line.grosze = 0
  }
  return missing === 0 ? left : takeOff(left, lowerLines(left, missing))
}

/**
 * Takes a sum off all lines: off the goods by their worth, then off what was kept of earlier ones, the delivery last.
 * Takes at most what they cost.
 */
export function lowerLines(lines: readonly OrderLine[], grosze: Grosze): AllocatedLine[] {
  let left = grosze
  const shareOut = (worths: readonly Grosze[]) => {
    const part = Math.min(
      left,
      worths.reduce((sum, worth) => sum + worth, 0),
    )
    left -= part
    return part > 0 ? splitGrosze(part, worths) : worths.map(() => 0)
  }
  const goods = shareOut(lines.map((line) => (isDelivery(line) ? 0 : line.grosze)))
  const kept = shareOut(lines.map(({ kept_grosze }) => kept_grosze))
  const delivery = shareOut(lines.map((line) => (isDelivery(line) ? line.grosze : 0)))
  return lines.flatMap((line, at) => {
    const given = (goods[at] ?? 0) + (kept[at] ?? 0) + (delivery[at] ?? 0)
    return given === 0 ? [] : [toAllocated(line, { grosze: given, kept_grosze: -(kept[at] ?? 0) })]
  })
}

/** The lines of an order at this sum: where the rows do not explain it, all lines are lowered or raised. */
export function fitLines(lines: readonly OrderLine[], grosze: Grosze): OrderLine[] {
  const more = sumOfLines(lines) - grosze
  if (more >= 0) return more === 0 ? [...lines] : takeOff(lines, lowerLines(lines, more))
  const [dearest] = lines.toSorted((a, b) => b.grosze - a.grosze)
  return lines.map((line) => (line === dearest ? { ...line, grosze: line.grosze - more } : line))
}

/**
 * The lines that a sum lowers which goes back for this purpose. They add up to the sum, or to all that the lines cost
 * where that is less.
 */
export function allocate(lines: readonly OrderLine[], grosze: Grosze, purpose: AllocationPurpose): AllocatedLine[] {
  const most = Math.min(grosze, sumOfLines(lines))
  const taken = chooseLines(lines, most, purpose)
  const left = most - taken.reduce((sum, line) => sum + line.grosze, 0)
  return left === 0 ? taken : mergeLines([...taken, ...lowerLines(takeOff(lines, taken), left)])
}

/** What goes back of these lines for this purpose where the sum does not limit it. */
export const sumWanted = (lines: readonly OrderLine[], purpose: AllocationPurpose): Grosze =>
  chooseLines(lines, sumOfLines(lines), purpose).reduce((sum, { grosze }) => sum + grosze, 0)

function chooseLines(lines: readonly OrderLine[], grosze: Grosze, purpose: AllocationPurpose): AllocatedLine[] {
  switch (purpose.kind) {
    case 'return':
      return takeReturned(lines, grosze, purpose)
    case 'price': {
      // Of an item whose pieces have all come back, what was kept of them becomes less.
      const isBack = (line: OrderLine) => line.pieces === 0 && !isDelivery(line)
      const wanted = lines.map((line) => {
        const asked = purpose.items.find(({ item_id }) => item_id === line.item_id)?.grosze ?? 0
        return Math.min(isBack(line) ? line.kept_grosze : line.grosze, asked)
      })
      const shares = limitParts(wanted, grosze)
      return lines.flatMap((line, at) => {
        const share = shares[at] ?? 0
        return share === 0 ? [] : [toAllocated(line, { grosze: share, kept_grosze: isBack(line) ? -share : 0 })]
      })
    }
    case 'delivery': {
      const delivery = lines.find(isDelivery)
      const part = Math.min(grosze, delivery?.grosze ?? 0)
      return delivery && part > 0 ? [toAllocated(delivery, { grosze: part })] : []
    }
    case 'cancellation': {
      if (grosze < sumOfLines(lines)) return []
      return lines.map((line) => ({
        ...toAllocated(line, { grosze: line.grosze + line.kept_grosze, kept_grosze: -line.kept_grosze }),
        pieces: isDelivery(line) ? 0 : line.pieces,
      }))
    }
  }
}

/**
 * The returned pieces with what goes back for them: their price less what is kept, less what went back for them before,
 * so that it fits the sum. The last pieces of an item take along all that it still costs.
 */
function takeReturned(
  lines: readonly OrderLine[],
  grosze: Grosze,
  { items, delivery_grosze }: Extract<AllocationPurpose, { kind: 'return' }>,
): AllocatedLine[] {
  const parts = lines.map((line) => {
    const item = items.find(({ item_id }) => item_id === line.item_id)
    const isLast = item !== undefined && item.pieces >= line.pieces
    const worth = item ? Math.min(item.worth_grosze, line.grosze) : 0
    const asked = item ? Math.max(0, worth - item.deduction_grosze) : isDelivery(line) ? delivery_grosze : 0
    return { line, item, isLast, asked: Math.min(asked, line.grosze) }
  })
  const forDelivery = parts.reduce((sum, part) => sum + (isDelivery(part.line) ? part.asked : 0), 0)
  const delivery = Math.min(grosze, forDelivery)
  const goods = limitParts(
    parts.map((part) => (isDelivery(part.line) ? 0 : part.asked)),
    grosze - delivery,
  )
  const shares = parts.map(({ line }, at) => (isDelivery(line) ? delivery : (goods[at] ?? 0)))
  return parts.flatMap(({ line, item, isLast }, at) => {
    const share = shares[at] ?? 0
    if (!item) return share === 0 ? [] : [toAllocated(line, { grosze: share })]
    const kept_grosze = isLast ? line.grosze - share : Math.min(item.deduction_grosze, line.grosze - share)
    return [{ ...toAllocated(line, { grosze: share, kept_grosze }), pieces: Math.min(item.pieces, line.pieces) }]
  })
}

/** The parts, in proportion lower where they exceed the sum. */
function limitParts(parts: readonly Grosze[], grosze: Grosze): readonly Grosze[] {
  return parts.reduce((sum, part) => sum + part, 0) <= grosze ? parts : splitGrosze(grosze, parts)
}

const toAllocated = (
  { item_id, rate }: OrderLine,
  { grosze, kept_grosze = 0 }: { grosze: Grosze; kept_grosze?: Grosze },
): AllocatedLine => ({ item_id, rate, pieces: 0, grosze, kept_grosze })

function mergeLines(lines: readonly AllocatedLine[]): AllocatedLine[] {
  return [...Map.groupBy(lines, ({ item_id }) => item_id).values()].flatMap((same) => {
    const [first] = same
    const add = (field: 'pieces' | 'grosze' | 'kept_grosze') => same.reduce((sum, line) => sum + line[field], 0)
    return first ? [{ ...first, pieces: add('pieces'), grosze: add('grosze'), kept_grosze: add('kept_grosze') }] : []
  })
}
