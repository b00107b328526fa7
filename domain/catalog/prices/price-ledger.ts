import { countPercent, formatPercent } from '#domain/catalog/product.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import {
  addDays,
  type Day,
  fromWallClock,
  readWarsawClock,
  startOfDay,
  type WallClock,
} from '#domain/kernel/calendar-day.ts'

/** A price and when it was in force; `to` null: it still is. `reduced`: it was a temporary reduction. */
export type LedgerEntry = { grosze: Grosze; reduced: boolean; from: Date; to: Date | null }

/** Every price of a product, oldest first. In a gap it was not sold. */
export type PriceLedger = readonly LedgerEntry[]

/** Days before a reduction whose lowest price is shown with it. */
const WINDOW_DAYS = 30

/**
 * The lowest price in force in the 30 days before a reduction; of a product sold for a shorter time, since it was first
 * sold. Whole Polish days, and the day of the reduction until it begins. Null: nothing was in force.
 */
export function findLowestBefore(ledger: PriceLedger, cut: Date): Grosze | null {
  const start = startOfDay(addDays(readWarsawClock(cut).day, -WINDOW_DAYS))
  const inForce = ledger.filter(
    ({ from, to }) => from < cut && (to === null || (to > start && to.getTime() > from.getTime())),
  )
  return inForce.length === 0 ? null : Math.min(...inForce.map(({ grosze }) => grosze))
}

/** A reduction that may be announced. */
export type Reduction = {
  lowestGrosze: Grosze
  /** Whole percent below the lowest price, rounded down; 0 is not announced. */
  percent: number
}

/**
 * What may be said about the present price of a product; null: it is not reduced, or not lower than the lowest price
 * before it, so nothing may. A second reduction is compared with the first, which is a price of the 30 days before.
 */
export function findReduction(ledger: PriceLedger): Reduction | null {
  const present = ledger.at(-1)
  return present?.to === null && present.reduced
    ? compare(present.grosze, findLowestBefore(ledger, present.from))
    : null
}

function compare(grosze: Grosze, lowestGrosze: Grosze | null): Reduction | null {
  if (lowestGrosze === null || lowestGrosze <= grosze) return null
  return { lowestGrosze, percent: countPercent(grosze, lowestGrosze) }
}

/** A reduction that is being planned: the price outside of it, and the price in it. */
export type PlannedReduction = { priceGrosze: Grosze; reducedGrosze: Grosze }

/** What may be said about a planned reduction that begins at this wall clock, or now if that is past. */
export function planReduction(
  ledger: PriceLedger,
  planned: PlannedReduction,
  from: WallClock,
  now: Date,
): Reduction | null {
  return planAt(ledger, planned, fromWallClock(from), now)
}

const planAt = (ledger: PriceLedger, planned: PlannedReduction, from: Date, now: Date): Reduction | null =>
  compare(planned.reducedGrosze, findLowestBeforePlanned(ledger, planned, from, now))

/** The lowest price of the 30 days before a planned reduction that begins at this moment, or now if that is past. */
export function findLowestBeforePlanned(
  ledger: PriceLedger,
  { priceGrosze, reducedGrosze }: PlannedReduction,
  from: Date,
  now: Date,
): Grosze | null {
  const present = ledger.at(-1)
  const isRunning = present?.to === null && present.reduced && present.grosze === reducedGrosze && from <= now
  if (isRunning) return findLowestBefore(ledger, present.from)
  const until = ledger.map((entry) => ({ ...entry, to: entry.to ?? now }))
  const between = from > now && present ? [{ grosze: priceGrosze, reduced: false, from: now, to: from }] : []
  return findLowestBefore([...until, ...between], from > now ? from : now)
}

/**
 * What may be said about a planned reduction, by the day on which it begins: today and every later day from which
 * another percentage holds. Until then the price outside of it is assumed to be in force.
 */
export function listReductions(
  ledger: PriceLedger,
  planned: PlannedReduction,
  now: Date,
): { day: Day; percent: number }[] {
  const today = readWarsawClock(now).day
  const steps: { day: Day; percent: number }[] = []
  for (let days = 0; days <= WINDOW_DAYS + 1; days += 1) {
    const day = addDays(today, days)
    const percent = planAt(ledger, planned, startOfDay(day), now)?.percent ?? 0
    if (steps.at(-1)?.percent !== percent) steps.push({ day, percent })
  }
  return steps
}

/** The ledger as it was at a moment. */
export function ledgerAt(ledger: PriceLedger, moment: Date): PriceLedger {
  return ledger
    .filter(({ from }) => from <= moment)
    .map((entry) => (entry.to !== null && entry.to > moment ? { ...entry, to: null } : entry))
}

/** 'dziś −12 %, od 4.12. −20 %' */
export function describeReductions(steps: readonly { day: Day; percent: number }[]): string {
  return steps
    .map(({ day, percent }, index) => {
      const [, month, date] = day.split('-').map(Number)
      const when = index === 0 ? 'dziś' : `od ${date}.${month}.`
      return `${when} ${percent === 0 ? 'bez słowa o obniżce' : formatPercent(percent)}`
    })
    .join(', ')
}
