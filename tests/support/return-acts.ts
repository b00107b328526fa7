import { randomUUID } from 'node:crypto'
import { settleReturn } from '#domain/flows/returns/settle-return.server.ts'
import type { PaymentMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { answerCase } from '#domain/returns/decide-case.server.ts'
import { findCase } from '#domain/returns/return-case-queries.server.ts'
import { readCaseMoney } from '#domain/returns/return-money-queries.server.ts'
import { submitLinkedStatement } from '#domain/returns/submit-statement.server.ts'
import type { Books } from './money-books.ts'
import type { Scene } from './provider-acts.ts'

type Stated = { way: PaymentMethod; checkoutId: string; orderIds: readonly string[]; userId: string }

/** Statements of buyers, and the owner's settlement of each, with every button pressed twice. */
export function openReturnActs(
  { db, services }: Scene,
  { book }: Books,
  { way, checkoutId, orderIds, userId }: Stated,
) {
  const caseIds: string[] = []

  async function state(kind: 'withdrawal' | 'complaint', part: number): Promise<void> {
    const items = await db
      .selectFrom('order_items')
      .select(['product_id', 'quantity'])
      .where('order_id', 'in', orderIds)
      .orderBy('id')
      .execute()
    const chosen = items.map(({ product_id, quantity }) => ({ product_id, quantity: Math.ceil(quantity * part) }))
    const declared = { items: chosen, reason: 'Nie pasuje mi ten zapach.', pictures: [] }
    const stated = await submitLinkedStatement(
      services,
      kind === 'complaint' ? { ...declared, demand: 'lower_price' } : declared,
      { kind, key: randomUUID(), checkoutId },
    )
    if (!stated.ok) return
    const { id: caseId } = await db
      .selectFrom('return_cases')
      .select('id')
      .where('number', '=', stated.value.number)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('return_cases')
      .set({ account_number: 'PL61109010140000071219812874' })
      .where('id', '=', caseId)
      .execute()
    if (kind === 'complaint') {
      const amountGrosze = Math.max(1, Math.round(2_000 * part))
      const answered = await answerCase(services, {
        caseId,
        adminId: userId,
        decision: 'accepted',
        answer: 'Tak.',
        amount_grosze: amountGrosze,
      })
      if (!answered.ok) return
    }
    caseIds.push(caseId)
  }

  return {
    withdraw: (part: number) => state('withdrawal', part),
    complain: (part: number) => state('complaint', part),
    async settle() {
      for (const caseId of caseIds) {
        const found = await findCase(db, caseId)
        const money = found && (await readCaseMoney(db, found))
        if (!found || !money || found.settled_at !== null) continue
        const { owedGrosze } = money
        const press = () =>
          settleReturn(services, { caseId, adminId: userId, owed_grosze: owedGrosze, given_otherwise: false })
        const presses = await Promise.all([press(), press()])
        if (way === 'cash_on_delivery' && presses.some(({ ok }) => ok)) book('returned', owedGrosze)
      }
    },
  }
}
