import { addDays, type Day, readWarsawClock, weekdayOf } from '#domain/kernel/calendar-day.ts'
import { isPublicHoliday } from '#domain/kernel/public-holidays.ts'

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

/** Matches by which the statement surely comes from the order's buyer, who may then follow it on the order's page. */
export const TRUSTED_MATCHES: readonly CaseMatch[] = ['signed', 'typed', 'confirmed']

export const isTrusted = (match: CaseMatch | null): boolean => match !== null && TRUSTED_MATCHES.includes(match)

/** How far the parcel with the pieces of a case is, or was when it was stopped. */
export const DISPATCHES = ['not_sent', 'sent', 'delivered'] as const
export type Dispatch = (typeof DISPATCHES)[number]

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
 * The state of a case. `waiting_for_goods`: the money may wait for the goods or the proof that they were sent;
 * `to_settle`: the money is due; `settled`: it is on its way; `to_answer`: a complaint that waits for its answer;
 * `answered`: a complaint that no money follows; `refused`: a withdrawal that has no effect.
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

/** What decides whether pieces and money of a case go back. */
type Course = { kind: CaseKind; demand: Demand | null; decision: Decision | null }

/** Whether the pieces go back: of a withdrawal that has effect, and of a complaint that was accepted as one. */
export function takesPiecesBack({ kind, demand, decision }: Course): boolean {
  return kind === 'withdrawal' ? decision !== 'rejected' : demand === 'withdrawal' && decision === 'accepted'
}

/** Whether money goes back: for such pieces, or because an accepted complaint lowered their price. */
export function givesMoneyBack(course: Course): boolean {
  return takesPiecesBack(course) || (course.demand === 'lower_price' && course.decision === 'accepted')
}

/** Whether a case can still involve money: never a repair or a replacement, nor a rejected case. */
export function isAboutMoney({ kind, demand, decision }: Course): boolean {
  return decision !== 'rejected' && (kind === 'withdrawal' || demand === 'lower_price' || demand === 'withdrawal')
}

/** How the goods survive the way back. */
export const PACK_THE_BOTTLE = 'Owiń flakon tak, żeby się nie stłukł i nie otworzył, i włóż kartkę z numerem sprawy.'

export const isUnanswered = ({ kind, decision }: Course) => kind === 'complaint' && decision === null

/** When a case takes its pieces back; null: it has not. */
export function findTakingMoment(found: Course & { received_at: Date; answered_at: Date | null }): Date | null {
  if (!takesPiecesBack(found)) return null
  return found.kind === 'withdrawal' ? found.received_at : found.answered_at
}

type Steps = Course & {
  sent_back_at: Date | null
  arrived_at: Date | null
  settled_at: Date | null
  /** null: the case belongs to no order yet. */
  dispatch: Dispatch | null
}

export function findStage(steps: Steps): CaseStage {
  if (steps.settled_at !== null) return 'settled'
  if (isUnanswered(steps)) return 'to_answer'
  if (!givesMoneyBack(steps)) return steps.kind === 'complaint' ? 'answered' : 'refused'
  // A parcel that never left cannot come back.
  const isBack = steps.arrived_at !== null || steps.sent_back_at !== null || steps.dispatch === 'not_sent'
  const waits = takesPiecesBack(steps) && !isBack
  return waits ? 'waiting_for_goods' : 'to_settle'
}

/** Whether goods are still to come back, also where their money did not wait for them. */
export function awaitsGoods(steps: Steps): boolean {
  const stage = findStage(steps)
  const isGone = steps.arrived_at !== null || steps.sent_back_at !== null || steps.dispatch === 'not_sent'
  return (stage === 'waiting_for_goods' || stage === 'settled') && takesPiecesBack(steps) && !isGone
}

const OPEN_STAGES: readonly CaseStage[] = ['waiting_for_goods', 'to_settle', 'to_answer']
export const isOpen = (stage: CaseStage) => OPEN_STAGES.includes(stage)

/**
 * What the owner does with a case. `answer`: a complaint; `refuse`: a withdrawal, with the reason; `take_out`: pieces of
 * a parcel that is still in the shop.
 */
export const CASE_ACTS = [
  'take_out',
  'record_arrival',
  'mark_sent_back',
  'give_code',
  'settle',
  'answer',
  'refuse',
] as const
export type CaseAct = (typeof CASE_ACTS)[number]

const ACTS_OF_STAGE: Record<CaseStage, readonly CaseAct[]> = {
  waiting_for_goods: ['record_arrival', 'mark_sent_back', 'give_code', 'settle', 'refuse'],
  to_settle: ['take_out', 'record_arrival', 'mark_sent_back', 'settle', 'refuse'],
  settled: ['record_arrival', 'give_code'],
  to_answer: ['answer'],
  answered: [],
  refused: [],
}

/** Whether the case itself, apart from its stage, allows an act. */
const FITS: Partial<Record<CaseAct, (found: Acted) => boolean>> = {
  // Pieces that never left are taken out of their parcel, so nothing arrives.
  take_out: (found) => takesPiecesBack(found) && found.dispatch === 'not_sent' && found.unsent_at === null,
  record_arrival: (found) => takesPiecesBack(found) && found.dispatch !== 'not_sent' && found.arrived_at === null,
  mark_sent_back: takesPiecesBack,
  give_code: awaitsGoods,
  refuse: ({ kind }) => kind === 'withdrawal',
}

type Acted = Steps & { match: CaseMatch | null; unsent_at: Date | null }

/** Why a case does not allow an act now; null: it does. The page's buttons and the use cases share this rule. */
export function refuseAct(
  found: Acted,
  act: CaseAct,
): { reason: 'case_unmatched' } | { reason: 'case_unanswered' } | { reason: 'case_closed' } | null {
  const stage = findStage(found)
  if (act !== 'answer' && act !== 'refuse' && !isTrusted(found.match)) return { reason: 'case_unmatched' }
  if (act !== 'answer' && stage === 'to_answer') return { reason: 'case_unanswered' }
  return ACTS_OF_STAGE[stage].includes(act) && (FITS[act]?.(found) ?? true) ? null : { reason: 'case_closed' }
}

/** Days within which the money of a withdrawal goes back, and a complaint is answered. */
const CLOCK_DAYS = 14

/** The deadline of a case, as a day in Warsaw. The day of the statement is not counted. */
export function findDueDay(receivedAt: Date): Day {
  return addDays(readWarsawClock(receivedAt).day, CLOCK_DAYS)
}

/** Whether the shop is late: the deadline has passed, and the case does not wait for the buyer. */
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

/** Whether a withdrawal came too late for the last parcel of its checkout, so that it may have no effect. */
export function isWithdrawnLate(
  { kind, received_at }: { kind: CaseKind; received_at: Date },
  orders: readonly { status: string; delivered_at: Date | null }[],
): boolean {
  return kind === 'withdrawal' && isLate(received_at, findLastDelivery(orders))
}

/** When the last parcel of these orders was delivered; null while a parcel is still to come. */
function findLastDelivery(orders: readonly { status: string; delivered_at: Date | null }[]): Date | null {
  const sent = orders.filter(({ status }) => status !== 'cancelled')
  const moments = sent.map(({ delivered_at }) => delivered_at)
  if (moments.length === 0 || moments.includes(null)) return null
  return new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)))
}

/** How a sentence begins that says what goes back, before the shop has decided about a late withdrawal. */
export const beginRefund = (late: boolean): string => (late ? 'Jeśli odstąpienie jest skuteczne, oddamy' : 'Oddamy')

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
