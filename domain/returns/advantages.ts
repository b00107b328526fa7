import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { shareOfPieces } from '#domain/kernel/amounts/split-grosze.ts'

/** Something given for goods that come back: it took this sum off these orders. */
export type Advantage = {
  kind: 'sample_code' | 'least_sum' | 'free_delivery'
  code: string | null
  /** Numbers of the orders that it made cheaper. */
  orders: string[]
  /** Below zero: an earlier case deducted it, and it goes back. */
  grosze: Grosze
}

/** 'Kod ABC za próbki użyty w zamówieniu 12345678' */
export function labelAdvantage({ kind, code, orders, grosze }: Advantage): string {
  if (grosze < 0) return 'Potrącone wcześniej za rabat, wraca ze zwrotem reszty'
  const where = `w ${orders.length === 1 ? 'zamówieniu' : 'zamówieniach'} ${orders.join(', ')}`
  if (kind === 'sample_code') return `Kod ${code} za te próbki, użyty ${where}`
  if (kind === 'free_delivery') return `Darmowa dostawa ${where}: za to, co zostaje, nie przysługuje`
  return `Kod ${code} ${where}: za to, co zostaje, nie przysługuje`
}

export const describeAdvantage = (advantage: Advantage): string =>
  `${labelAdvantage(advantage)}: ${formatGrosze(advantage.grosze)}`

/** An item of the checkout, with the pieces that earlier cases and this one take back. */
type KeptItem = {
  unitPriceGrosze: Grosze
  discountGrosze: Grosze
  /** By how much complaints lowered its price. */
  loweredGrosze: Grosze
  ordered: number
  takenOut: number
  earlier: number
  returned: number
  isCancelled: boolean
  isSample: boolean
}

/** What was given for a checkout. */
export type GivenFor = {
  orders: readonly string[]
  /** Its own code, if it has a least sum and was not given for samples. */
  code: { text: string; leastGrosze: Grosze; waivedGrosze: Grosze } | null
  /** What the delivery, which was free because of the sum, costs below this sum; null: it was not free by the sum. */
  delivery: { fromGrosze: Grosze; costGrosze: Grosze } | null
  /** The code for its samples, with what it took off goods that are kept. */
  sampleCode: { text: string; orders: readonly string[]; usedGrosze: Grosze } | null
  /** What earlier cases deducted, less what they gave back, by kind. */
  deducted: SumsByKind
  /** What the owner left to the buyer in earlier cases, by kind. */
  waived: SumsByKind
}

type SumsByKind = Readonly<Partial<Record<Advantage['kind'], Grosze>>>

/**
 * What a case loses of what was given for its checkout: the code for samples beyond the price of the samples that are
 * kept; the discount of the kept goods where those alone cost less than the least sum, and their free delivery where
 * the parcel has not left. A parcel that was sent was delivered once, and its return is paid by the buyer. What earlier
 * cases deducted counts, and goes back where it was for pieces that come back now. What they waived is not lost again.
 * @param by `buyer`: a withdrawal
 */
export function findLost(
  items: readonly KeptItem[],
  given: GivenFor,
  by: { buyer: boolean; isUnsent: boolean },
): Advantage[] {
  const kept = items.map((item) => {
    const all = item.ordered - item.takenOut
    const pieces = item.isCancelled ? 0 : Math.max(0, item.ordered - item.earlier - item.returned)
    const discount = all > 0 ? shareOfPieces(item.discountGrosze, Math.min(pieces, all), all) : 0
    const full = pieces * item.unitPriceGrosze
    return { isSample: item.isSample, full, discount, paid: Math.max(0, full - discount - item.loweredGrosze) }
  })
  const sum = (of: (line: (typeof kept)[number]) => Grosze) => kept.reduce((total, line) => total + of(line), 0)
  const keptGrosze = sum(({ full }) => full)
  const samples = sum(({ isSample, paid }) => (isSample ? paid : 0))
  const { orders, code, delivery, sampleCode, deducted, waived } = given
  /** Goods that come back for a fault change nothing for the goods that are kept. */
  const isOwn = by.buyer || keptGrosze === 0
  const rightful: Advantage[] = []
  if (sampleCode) {
    const grosze = Math.max(0, sampleCode.usedGrosze - samples)
    rightful.push({ kind: 'sample_code', code: sampleCode.text, orders: [...sampleCode.orders], grosze })
  }
  if (code && isOwn) {
    const isLost = keptGrosze > 0 && keptGrosze < code.leastGrosze
    const grosze = isLost ? sum(({ discount }) => discount) + code.waivedGrosze : 0
    rightful.push({ kind: 'least_sum', code: code.text, orders: [...orders], grosze })
  }
  if (delivery && isOwn && (by.isUnsent || keptGrosze === 0)) {
    const isLost = keptGrosze > 0 && keptGrosze < delivery.fromGrosze
    rightful.push({ kind: 'free_delivery', code: null, orders: [...orders], grosze: isLost ? delivery.costGrosze : 0 })
  }
  return rightful.flatMap((advantage) => {
    const left = advantage.grosze - (deducted[advantage.kind] ?? 0)
    const grosze = left > 0 ? Math.max(0, left - (waived[advantage.kind] ?? 0)) : left
    return grosze === 0 ? [] : [{ ...advantage, grosze }]
  })
}

/** What a case takes off or gives back: what the owner waives stays with the buyer, as does what comes back. */
export function listDeducted(advantages: readonly Advantage[], isWaived: boolean): readonly Advantage[] {
  return isWaived ? advantages.filter(({ grosze }) => grosze < 0) : advantages
}

/** The advantages as far as this sum pays for them. */
export function limitAdvantages(advantages: readonly Advantage[], mostGrosze: Grosze): Advantage[] {
  let left = mostGrosze
  return advantages.flatMap((advantage) => {
    const grosze = Math.min(left, advantage.grosze)
    left -= Math.max(0, grosze)
    return grosze !== 0 ? [{ ...advantage, grosze }] : []
  })
}
