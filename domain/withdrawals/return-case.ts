import { addDays, type Day, readWarsawClock, weekdayOf } from '#domain/shipping/delivery-date/calendar-day.ts'
import { isPublicHoliday } from '#domain/shipping/delivery-date/public-holidays.ts'

export const CASE_KINDS = ['withdrawal', 'complaint'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const CASE_KIND_LABELS: Record<CaseKind, string> = { withdrawal: 'Odstąpienie', complaint: 'Reklamacja' }

export const DEMANDS = ['repair', 'replacement', 'lower_price', 'withdrawal'] as const
export type Demand = (typeof DEMANDS)[number]

export const DEMAND_LABELS: Record<Demand, string> = {
  repair: 'naprawa',
  replacement: 'wymiana na nowy produkt',
  lower_price: 'obniżenie ceny',
  withdrawal: 'odstąpienie od umowy i zwrot pieniędzy',
}

/**
 * How the order of a statement was found. `signed`: by the order's mailed link; `typed`: its number and e-mail agree;
 * `number_only`: the e-mail is another one; `none`: there is no such order; `confirmed`: the owner decided.
 */
export const CASE_MATCHES = ['signed', 'typed', 'number_only', 'none', 'confirmed'] as const
export type CaseMatch = (typeof CASE_MATCHES)[number]

/** Whether the statement surely is of the order's buyer, who may then follow it on the order's page. */
export function isTrusted(match: CaseMatch | null): boolean {
  return match === 'signed' || match === 'typed' || match === 'confirmed'
}

export const DECISIONS = ['accepted', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]

export const ITEM_CONDITIONS = ['sealed', 'opened', 'damaged'] as const
export type ItemCondition = (typeof ITEM_CONDITIONS)[number]

export const CONDITION_LABELS: Record<ItemCondition, string> = {
  sealed: 'nienaruszony',
  opened: 'otwarty',
  damaged: 'uszkodzony lub zużyty',
}

/**
 * Where a case stands. `waiting_for_goods`: the money may wait for the goods or the proof that they were sent;
 * `to_settle`: the money is due; `settled`: it is on its way; `to_answer`, `answered`: of a complaint; `refused`: a
 * withdrawal that has no effect.
 */
export const CASE_STAGES = ['waiting_for_goods', 'to_settle', 'settled', 'to_answer', 'answered', 'refused'] as const
export type CaseStage = (typeof CASE_STAGES)[number]

export const STAGE_LABELS: Record<CaseStage, string> = {
  waiting_for_goods: 'Czeka na towar',
  to_settle: 'Do oddania',
  settled: 'Pieniądze oddane',
  to_answer: 'Do odpowiedzi',
  answered: 'Odpowiedź wysłana',
  refused: 'Odmowa',
}

type Steps = {
  kind: CaseKind
  sent_back_at: Date | null
  arrived_at: Date | null
  settled_at: Date | null
  answered_at: Date | null
}

export function findStage({ kind, sent_back_at, arrived_at, settled_at, answered_at }: Steps): CaseStage {
  if (kind === 'complaint') return answered_at === null ? 'to_answer' : 'answered'
  if (settled_at !== null) return 'settled'
  if (answered_at !== null) return 'refused'
  return arrived_at === null && sent_back_at === null ? 'waiting_for_goods' : 'to_settle'
}

const OPEN_STAGES: readonly CaseStage[] = ['waiting_for_goods', 'to_settle', 'to_answer']
export const isOpen = (stage: CaseStage) => OPEN_STAGES.includes(stage)

/** Days within which the money of a withdrawal goes back, and a complaint is answered. */
const CLOCK_DAYS = 14

/** The last day of a case's clock in Warsaw. The day of the statement is not counted. */
export function findDueDay(receivedAt: Date): Day {
  return addDays(readWarsawClock(receivedAt).day, CLOCK_DAYS)
}

/** Whether the shop is late: the clock is over, and it does not wait for the buyer. */
export function isOverdue(stage: CaseStage, receivedAt: Date, now: Date): boolean {
  return (stage === 'to_settle' || stage === 'to_answer') && readWarsawClock(now).day > findDueDay(receivedAt)
}

/** Days to withdraw after the day of delivery. */
const WITHDRAWAL_DAYS = 14

/**
 * Whether a statement of withdrawal came too late. A time that would end on a Saturday, a Sunday or a holiday ends on
 * the next working day.
 * @param deliveredAt null: the parcel has not arrived, so the time has not begun
 */
export function isLate(receivedAt: Date, deliveredAt: Date | null): boolean {
  if (deliveredAt === null) return false
  let last = addDays(readWarsawClock(deliveredAt).day, WITHDRAWAL_DAYS)
  while (weekdayOf(last) > 5 || isPublicHoliday(last)) last = addDays(last, 1)
  return readWarsawClock(receivedAt).day > last
}

/** A returned piece; of its order: all pieces, and the free gifts that came with them. */
type GiftedPiece = { order_id: string; quantity: number; ordered: number; gift_pieces: number | null }

/** How many free gifts go back with these pieces: all beyond one for each piece of their order that is kept. */
export function countGifts(items: readonly GiftedPiece[]): number {
  return [...Map.groupBy(items, ({ order_id }) => order_id).values()].reduce((sum, ofOrder) => {
    const [{ ordered, gift_pieces: given } = { ordered: 0, gift_pieces: 0 }] = ofOrder
    const kept = ofOrder.reduce((left, { quantity }) => left - quantity, ordered)
    return sum + Math.max(0, (given ?? 0) - kept)
  }, 0)
}
