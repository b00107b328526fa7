import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { endingOf } from '#domain/kernel/numbers/account-number.ts'
import { nameOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { LinkedCase } from './admin-case.ts'
import { describeAdvantage, listDeducted } from './advantages.ts'
import { awaitsGoods, findDueDay, findStage, givesMoneyBack, isWithdrawnLate } from './return-case.ts'
import { findCaseOfCheckout, listCasesOfCheckout, type StoredCase } from './return-case-queries.server.ts'
import { listOrdersOfCase, readCaseMoney } from './return-money-queries.server.ts'

/** The cases of a checkout for the holder of its link, as they stand on this day. */
export async function listLinkedCases(db: Kysely<Database>, checkoutId: string, today: Day): Promise<LinkedCase[]> {
  const cases = await listCasesOfCheckout(db, checkoutId)
  const linked = await Promise.all(cases.map((found) => describeLinkedCase(db, found)))
  // Whoever has had the money for long has probably sent the goods, and nobody noted that they came.
  return linked.map((each) => ({
    ...each,
    awaits_goods: each.awaits_goods && (each.stage !== 'settled' || today <= each.due_day),
  }))
}

/** What a case gives back as things stand, and how; null: nothing. */
export async function readLinkedRefund(
  db: Kysely<Database>,
  { checkoutId, number }: { checkoutId: string; number: string },
): Promise<{ grosze: Grosze; by_transfer: boolean; late: boolean } | null> {
  const found = await findCaseOfCheckout(db, checkoutId, number)
  const linked = found && (await describeLinkedCase(db, found))
  if (!linked?.amount_grosze || !(linked.is_paid || linked.stage === 'settled')) return null
  return { grosze: linked.amount_grosze, by_transfer: linked.account !== null, late: linked.late }
}

async function describeLinkedCase(db: Kysely<Database>, found: StoredCase): Promise<LinkedCase> {
  const money = givesMoneyBack(found) ? await readCaseMoney(db, found) : null
  const orders = found.checkout_id === null ? [] : await listOrdersOfCase(db, found.checkout_id)
  const isPaid = money !== null && money.money.paidGrosze > 0
  const needsAccount = isPaid && found.settled_at === null && orders[0]?.payment === 'cash_on_delivery'
  return {
    number: found.number,
    kind: found.kind,
    stage: findStage(found),
    dispatch: found.dispatch,
    is_paid: isPaid,
    late: isWithdrawnLate(found, orders),
    received_at: found.received_at.toISOString(),
    due_day: findDueDay(found.received_at),
    items: found.items.map((item) => ({ name: nameOrdered(item), quantity: item.quantity })),
    awaits_goods: awaitsGoods(found),
    arrived_at: found.arrived_at?.toISOString() ?? null,
    drop_off_code: found.drop_off_code,
    amount_grosze: found.settled_grosze ?? money?.owedGrosze ?? null,
    deduction_grosze: found.deduction_grosze,
    deduction_reason: found.deduction_reason,
    advantages: listDeducted(money?.amount.advantages ?? [], found.advantages_waived).map(describeAdvantage),
    account: needsAccount ? { ending: found.account_number && endingOf(found.account_number) } : null,
    decision: found.decision,
    answer: found.answer,
  }
}
