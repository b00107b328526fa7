import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { findDeductedElsewhere } from './advantage-queries.server.ts'
import { listPieces } from './bought-pieces-queries.server.ts'
import {
  CASE_ACTS,
  type CaseKind,
  countGifts,
  findDueDay,
  findStage,
  isOverdue,
  isWithdrawnLate,
  refuseAct,
  takesPiecesBack,
} from './return-case.ts'
import { findCase, findRefundStatus, listCases, type StoredCase } from './return-case-queries.server.ts'
import { listOrdersOfCase, readCaseMoney } from './return-money-queries.server.ts'

type ReadServices = Pick<Services, 'db' | 'now'>
type Standing = Parameters<typeof findStage>[0] & Pick<StoredCase, 'id' | 'number' | 'received_at'>

function describeStanding(row: Standing, now: Date) {
  const stage = findStage(row)
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    stage,
    dispatch: row.dispatch,
    received_at: row.received_at.toISOString(),
    /** The last day of its 14 days, in Warsaw. */
    due_day: findDueDay(row.received_at),
    overdue: isOverdue(stage, row.received_at, now),
  }
}

/** A page of cases for the owner. */
export async function readCaseList(
  { db, now }: ReadServices,
  { state, kind, page }: { state: 'open' | 'closed'; kind?: CaseKind; page: number },
) {
  const { total, rows } = await listCases(db, { open: state === 'open', kind, page })
  return {
    items: rows.map((row) => ({
      ...describeStanding(row, now()),
      name: row.name,
      order_number: row.order_number,
      match: row.match,
      settled_grosze: row.settled_grosze,
    })),
    total,
    page,
    pageSize: PAGE_SIZES.returnCases,
  }
}
export type CaseList = Awaited<ReturnType<typeof readCaseList>>

/** Null when there is no such case. */
export async function readAdminCase({ db, now }: ReadServices, caseId: string) {
  const found = isUuid(caseId) ? await findCase(db, caseId) : undefined
  if (!found) return null
  const { checkout_id: checkoutId } = found
  const [orders, pieces, money, refund] = await Promise.all([
    checkoutId === null ? [] : listOrdersOfCase(db, checkoutId),
    checkoutId === null ? [] : listPieces(db, checkoutId, { id: found.id, takenAt: null }),
    readCaseMoney(db, found),
    found.refund_id === null ? null : findRefundStatus(db, found.refund_id),
  ])
  const items = new Map(found.items.map((item) => [item.order_item_id, item]))
  return {
    ...describeStanding(found, now()),
    acts: CASE_ACTS.filter(
      (act) =>
        refuseAct(found, act) === null && (act !== 'take_out' || orders.some(({ status }) => status !== 'cancelled')),
    ),
    name: found.name,
    email: found.email,
    order_number: found.order_number,
    items_note: found.items_note,
    reason: found.reason,
    demand: found.demand,
    pictures: found.pictures.map(({ image_key }) => image_key),
    match: found.match,
    /** Declared more than 14 days after the delivery. */
    late: isWithdrawnLate(found, orders),
    orders: orders.map(({ id, number, status, delivered_at }) => ({
      id,
      number,
      status,
      delivered_at: delivered_at?.toISOString() ?? null,
    })),
    payment: orders[0]?.payment ?? null,
    /** All pieces of the parcel; quantity 0: not in this case. */
    pieces: pieces.map((piece) => {
      const item = items.get(piece.order_item_id)
      return {
        order_item_id: piece.order_item_id,
        name: piece.product_name,
        brand: piece.brand_name,
        facts: piece.facts,
        unit_price_grosze: piece.unit_price_grosze,
        /** Without pieces of other withdrawals. */
        most: Math.max(0, piece.ordered - (takesPiecesBack(found) ? piece.withdrawn : 0)),
        quantity: item?.quantity ?? 0,
        condition: item?.condition ?? null,
        restocked: item?.restocked ?? 0,
        /** One of its batches was recalled. */
        recalled: piece.recalled,
      }
    }),
    gifts: countGifts(found.items),
    /** Of a complaint that is not answered: the most that can go back for it. */
    money: money && {
      pieces_grosze: money.amount.piecesGrosze,
      lowered_grosze: money.amount.loweredGrosze,
      delivery_grosze: money.amount.deliveryGrosze,
      deduction_grosze: money.amount.deductionGrosze,
      total_grosze: money.amount.totalGrosze,
      paid_grosze: money.money.paidGrosze,
      returned_grosze: money.money.returnedGrosze,
      returned_beside_grosze: money.money.returnedBesideGrosze,
      owed_grosze: money.owedGrosze,
      /** What was given for the goods; part of the deduction unless advantages_waived. */
      advantages: [...money.amount.advantages],
    },
    deduction_reason: found.deduction_reason,
    advantages_waived: found.advantages_waived,
    /** What the return of samples deducted for the code of this order. */
    deducted_elsewhere: (checkoutId && (await findDeductedElsewhere(db, checkoutId))) || null,
    account_number: found.account_number,
    /** When its pieces were taken out of a parcel in the shop. */
    taken_out_at: found.unsent_at?.toISOString() ?? null,
    sent_back_at: found.sent_back_at?.toISOString() ?? null,
    drop_off_code: found.drop_off_code,
    arrived_at: found.arrived_at?.toISOString() ?? null,
    settled_at: found.settled_at?.toISOString() ?? null,
    settled_grosze: found.settled_grosze,
    refund,
    decision: found.decision,
    answer: found.answer,
    answered_at: found.answered_at?.toISOString() ?? null,
  }
}
export type AdminCase = NonNullable<Awaited<ReturnType<typeof readAdminCase>>>
