import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'

/** Readable names of the provider's dispute statuses. */
export const DISPUTE_LABELS: Record<string, string> = {
  warning_needs_response: 'bank pyta o tę płatność, trzeba odpowiedzieć',
  warning_under_review: 'bank sprawdza odpowiedź',
  warning_closed: 'pytanie banku zamknięte',
  needs_response: 'trzeba odpowiedzieć',
  under_review: 'bank sprawdza odpowiedź',
  charge_refunded: 'zamknięty, pieniądze zwrócono',
  won: 'wygrany, pieniądze zostają',
  lost: 'przegrany, pieniądze wracają do kupującego',
}

/** The provider's statuses in which the bank waits for the shop. */
export const UNANSWERED_DISPUTES: readonly string[] = ['needs_response', 'warning_needs_response']

/** The statuses of an open dispute in their order. Events about it may come in another one. */
const COURSE = ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review']

/** Whether a status that is told now was true before the present one, so that it is over. */
export const isDisputeStatusOver = (present: string, told: string): boolean =>
  COURSE.includes(told) && COURSE.indexOf(told) < COURSE.indexOf(present)

/** 'Spór w banku o 135,89 zł: trzeba odpowiedzieć do 4 grudnia.' Without an amount for people who see none. */
export function describeDispute(dispute: { status: string; amountGrosze?: Grosze; respondBy: Date | null }): string {
  const { status, amountGrosze, respondBy } = dispute
  const isAwaited = UNANSWERED_DISPUTES.includes(status) && respondBy !== null
  const until = isAwaited ? ` do ${formatCalendarDay(readWarsawClock(respondBy).day)}` : ''
  const about = amountGrosze === undefined ? '' : ` o ${formatGrosze(amountGrosze)}`
  return `Spór w banku${about}: ${DISPUTE_LABELS[status] ?? status}${until}.`
}
