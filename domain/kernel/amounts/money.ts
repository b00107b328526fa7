import { fail, ok, type Result } from '#domain/kernel/result.ts'

/** Integer grosze: 11900 is 119,00 zł. The only form of money between the database and the screen. */
export type Grosze = number

/** '1 119,00 zł', '−14,98 zł', with no-break spaces, so that a price never wraps. */
export function formatGrosze(grosze: Grosze): string {
  const sign = grosze < 0 ? '\u2212' : ''
  const absolute = Math.abs(grosze)
  const whole = String(Math.trunc(absolute / 100)).replace(/\B(?=(?:\d{3})+$)/g, '\u00a0')
  return `${sign}${whole},${String(absolute % 100).padStart(2, '0')}\u00a0zł`
}

/** The zł number of the JSON contract: 11990 -> 119.9. Never used in calculations. */
export const groszeToZl = (grosze: Grosze): number => grosze / 100

/** As `groszeToZl`, for an amount that may be missing. */
export const toOptionalZl = (grosze: Grosze | null): number | null => (grosze === null ? null : groszeToZl(grosze))

/** Whole grosze of a zł number from the JSON contract. Undefined when it is no amount or has more than two decimals. */
export function zlToGrosze(zl: number): Grosze | undefined {
  if (!Number.isFinite(zl)) return undefined
  const grosze = Math.round(zl * 100)
  return Number.isSafeInteger(grosze) && grosze / 100 === zl ? grosze : undefined
}

/** Whole grosze of a zł number that was checked before, so another one is a broken invariant. */
export function parseCheckedZl(zl: number): Grosze {
  const grosze = zlToGrosze(zl)
  if (grosze === undefined) throw new RangeError(`not an amount: ${zl}`)
  return grosze
}

/** A typed amount in zł, or why it is invalid. */
export type TypedAmount = Result<Grosze, { reason: 'no_amount' } | { reason: 'too_precise' }>

const AMOUNT = /^([+-]?)(\d{0,7})(?:[.,](\d*))?$/

/**
 * Parses an amount in zł as people type it: comma or point, a leading sign, spaces between digits, a trailing 'zł'. '1
 * 245,8' is 124580, '.5' is 50. A third decimal is `too_precise` unless it is a zero.
 */
export function parseZl(typed: string): TypedAmount {
  const text = typed.replace(/\s|zł\s*$/g, '').replace('\u2212', '-')
  const [, sign = '', whole = '', fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === '' && fraction === '') return fail({ reason: 'no_amount' })
  if (/[1-9]/.test(fraction.slice(2))) return fail({ reason: 'too_precise' })
  const grosze = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return ok(sign === '-' && grosze > 0 ? -grosze : grosze)
}

/** '16,99' for an input field. */
export const formatTypedZl = (grosze: Grosze): string => groszeToZl(grosze).toFixed(2).replace('.', ',')
