import { isAccountNumber, normalizeAccountNumber } from '#domain/kernel/numbers/account-number.ts'

/** Takes spaces, hyphens and dashes out of a number; null when what remains is not digits alone. */
function readDigits(typed: string): string | null {
  const compact = typed.replace(/[\s\p{Pd}]/gu, '')
  return /^\d+$/.test(compact) ? compact : null
}

/** The remainder by 11 of the sum of digits, each by its weight. */
const weigh = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11

const NIP_WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]
const REGON_WEIGHTS = [8, 9, 2, 3, 4, 5, 6, 7]
const LONG_REGON_WEIGHTS = [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]

/** The ministry's type `TNrNIP`: no tax office has the code of zeros that check digits alone would accept. */
const NIP = /^[1-9]((\d[1-9])|([1-9]\d))\d{7}$/

/**
 * The ten digits of a NIP, typed with spaces, dashes, 'PL' or 'NIP' before it; null when it is none. Its check digit
 * must be right (a remainder of 10 is never issued), and its form that of KSeF.
 */
export function readNip(typed: string): string | null {
  const digits = readDigits(typed.trim().replace(/^(?:NIP\s*:?\s*)?(?:PL)?/i, ''))
  if (digits === null || !NIP.test(digits)) return null
  return weigh(digits, NIP_WEIGHTS) === Number(digits[9]) ? digits : null
}

export const isNip = (typed: string): boolean => readNip(typed) !== null

/** Whether a REGON (nine digits, or fourteen of a local unit) has the right check digits. */
export function isRegon(typed: string): boolean {
  const digits = readDigits(typed)
  if (digits?.length !== 9 && digits?.length !== 14) return false
  const isChecked = (weights: readonly number[], at: number) => weigh(digits, weights) % 10 === Number(digits[at])
  return isChecked(REGON_WEIGHTS, 8) && (digits.length === 9 || isChecked(LONG_REGON_WEIGHTS, 13))
}

/** Whether an IBAN, or the 26 digits of a Polish account, has the right check digits. */
export const isIban = (typed: string): boolean => isAccountNumber(normalizeAccountNumber(typed))
