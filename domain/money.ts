/** Integer grosze: 11900 is 119,00 zł. The only form money has between the database and the screen. */
export type Grosze = number

/** '1 119,00 zł' with no-break spaces, so that a price is never torn apart. */
export function formatGrosze(grosze: Grosze): string {
  const sign = grosze < 0 ? '-' : ''
  const absolute = Math.abs(grosze)
  const whole = String(Math.trunc(absolute / 100)).replace(/\B(?=(?:\d{3})+$)/g, '\u00a0')
  return `${sign}${whole},${String(absolute % 100).padStart(2, '0')}\u00a0zł`
}

/** The zł number of the JSON contract: 11990 -> 119.9. Never calculated with. */
export function groszeToZl(grosze: Grosze): number {
  return grosze / 100
}

/** The same of an amount that may be missing. */
export function toOptionalZl(grosze: Grosze | null): number | null {
  return grosze === null ? null : groszeToZl(grosze)
}

/** Whole grosze of a zł number from the JSON contract; undefined when it has more than two decimals or is no amount. */
export function zlToGrosze(zl: number): Grosze | undefined {
  if (!Number.isFinite(zl)) return undefined
  const grosze = Math.round(zl * 100)
  return Number.isSafeInteger(grosze) && grosze / 100 === zl ? grosze : undefined
}

/**
 * Splits an amount by weights to the grosz (largest remainder, ties to the earlier part):
 * the parts always add up to the amount and no part is negative. Equal weights split evenly.
 */
export function splitGrosze(amount: Grosze, weights: readonly number[]): Grosze[] {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount: ${amount}`)
  if (weights.length === 0 || weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('weights must be whole and not negative')
  }
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) throw new RangeError('weights must not all be zero')
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, whole: Number(exact / total), remainder: exact % total }
  })
  let left = amount - shares.reduce((sum, share) => sum + share.whole, 0)
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const share of byRemainder) {
    if (left === 0) break
    share.whole += 1
    left -= 1
  }
  return shares.map((share) => share.whole)
}

/** What a person typed as an amount in zł, with comma or point: '1 245,8' -> 124580; undefined when it is none. */
export function parseTypedGrosze(typed: string): Grosze | undefined {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/\s|zł$/g, ''))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}
