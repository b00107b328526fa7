import { type Grosze, parseZl } from '#domain/kernel/amounts/money.ts'
import { type Day, isDay } from '#domain/kernel/calendar-day.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'

/** A head of a column without case, Polish letters, underscores, hyphens and repeated spaces. */
export const foldHead = (head: string): string =>
  foldText(head)
    .replace(/[\s_-]+/g, ' ')
    .trim()

/**
 * An amount as shops, banks and suppliers write it: '129.99', '1 299,00 zł', '1,299.00', '-129.990000', '−5,00 PLN'. The
 * last comma or point is the decimal one, unless exactly three digits follow it: a price that is a thousand times too
 * high is refused, one that is too low would be sold.
 */
export function readAmount(cell: string): Result<Grosze, AmountFailure> {
  const exact = readExactAmount(cell)
  return exact.ok ? ok(Math.sign(exact.value) * Math.round(Math.abs(exact.value)) || 0) : exact
}

type AmountFailure = { reason: 'no_amount' | 'other_currency' }

/**
 * The same with parts of a grosz, which exports write of net prices: 8.154472 is 10,03 zł with its tax, and 8.15 would be
 * 10,02 zł.
 */
export function readExactAmount(cell: string): Result<number, AmountFailure> {
  const text = cell.replace(/[\s’']/gu, '').replace('\u2212', '-')
  const [, sign = '', before = '', digits = '', after = ''] =
    /^(-?)([^\d-]{0,5})(\d[\d.,]{0,20})([^\d]{0,5})$/u.exec(text) ?? []
  if (digits === '') return fail({ reason: 'no_amount' })
  if (isForeignCurrency(before) || isForeignCurrency(after)) return fail({ reason: 'other_currency' })
  const [, whole = digits, fraction = ''] = /^(.*)[.,](\d{1,2}|\d{4,})$/.exec(digits) ?? []
  const amount = parseZl(whole.replace(/[.,]/g, ''))
  if (!amount.ok) return fail({ reason: 'no_amount' })
  const grosze = amount.value + Number(`${fraction.slice(0, 2).padEnd(2, '0')}.${fraction.slice(2) || '0'}`)
  return ok(sign === '-' && grosze > 0 ? -grosze : grosze)
}

export const isForeignCurrency = (cell: string): boolean => !/^(?:zł|zl|pln)?\.?$/i.test(cell.trim())

/** Beginnings of the names of months, folded. */
const MONTHS = 'sty lut mar kwi maj cze lip sie wrz paz lis gru'.split(' ')

/**
 * The calendar day that a cell begins with: '2026-12-04 10:15', '2026/12/04', '20261204', '4.12.2026', '04-12-2026',
 * '4/12/2026', '4 grudnia 2026', and with a year of two digits the American '12/4/26'. Null: it is no day.
 */
export function readDay(cell: string): Day | null {
  const text = foldText(cell.trim())
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)(?!\d)/.exec(text)
  if (iso) return toDay(iso[1], iso[2], iso[3])
  const polish = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/.exec(text)
  if (polish) return toDay(polish[3], polish[2], polish[1])
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d\d)(?!\d)/.exec(text)
  if (american) return toDay(`20${american[3]}`, american[1], american[2])
  const [, date, name = '', year] = /^(\d{1,2})\s+([a-z]{3})[a-z]*\.?\s+(\d{4})(?!\d)/.exec(text) ?? []
  const month = MONTHS.indexOf(name) + 1
  return month === 0 ? null : toDay(year, String(month), date)
}

function toDay(year = '', month = '', date = ''): Day | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}
