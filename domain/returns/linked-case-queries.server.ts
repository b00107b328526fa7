import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { endingOf } from '#domain/kernel/account-number.ts'
import { nameOrdered } from '#domain/kernel/order-names.ts'
import type { LinkedCase } from './admin-case.ts'
import { findDueDay, findStage, givesMoneyBack } from './return-case.ts'
import { listCasesOfCheckout, type StoredCase } from './return-case-queries.server.ts'
import { listOrdersOfCase, readCaseMoney } from './return-money-queries.server.ts'

/** The cases of a checkout for the holder of its link. */
export async function listLinkedCases(db: Kysely<Database>, checkoutId: string): Promise<LinkedCase[]> {
  const cases = await listCasesOfCheckout(db, checkoutId)
  return Promise.all(cases.map((found) => describeLinkedCase(db, found)))
}

async function describeLinkedCase(db: Kysely<Database>, found: StoredCase): Promise<LinkedCase> {
  const money = givesMoneyBack(found) ? await readCaseMoney(db, found) : null
  const [first] = found.checkout_id === null ? [] : await listOrdersOfCase(db, found.checkout_id)
  const isPaid = money !== null && money.money.paidGrosze > 0
  const needsAccount = isPaid && found.settled_at === null && first?.payment === 'cash_on_delivery'
  return {
    number: found.number,
    kind: found.kind,
    stage: findStage(found),
    dispatch: found.dispatch,
    is_paid: isPaid,
    received_at: found.received_at.toISOString(),
    due_day: findDueDay(found.received_at),
    items: found.items.map((item) => ({ name: nameOrdered(item), quantity: item.quantity })),
    arrived_at: found.arrived_at?.toISOString() ?? null,
    amount_grosze: found.settled_grosze ?? money?.owedGrosze ?? null,
    deduction_grosze: found.deduction_grosze,
    deduction_reason: found.deduction_reason,
    account: needsAccount ? { ending: found.account_number && endingOf(found.account_number) } : null,
    decision: found.decision,
    answer: found.answer,
  }
}
