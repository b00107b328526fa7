import { randomUUID } from 'node:crypto'
import type { LinkedCase } from '#domain/returns/admin-case.ts'
import { matchStatement } from '#domain/returns/match-statement.job.server.ts'
import type { AdminCase } from '#domain/returns/read-cases.server.ts'
import type { Demand } from '#domain/returns/return-case.ts'
import type { Api } from './api.ts'

/** Statements of buyers, and the owner's calls about them. */
export function openReturns(api: Api, admin: string) {
  const tokenOf = (checkoutId: string) => new URL(api.services.orderLinks.create(checkoutId)).hash.slice(1)
  const send = (
    path: string,
    body: object,
    { key = randomUUID(), from = '203.0.113.1' }: { key?: string; from?: string } = {},
  ) => api.post(path, body, { 'Idempotency-Key': key, 'X-Forwarded-For': from })
  const caseOf = async (number: string) => {
    const { id } = await api.db
      .selectFrom('return_cases')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return id
  }
  return {
    send,
    tokenOf,
    caseOf,

    checkoutOf: async (orderId: string) => {
      const { checkout_id } = await api.db
        .selectFrom('orders')
        .select('checkout_id')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      return checkout_id
    },

    /** Does the work of the job. */
    async match(number: string, { mayMail = true } = {}): Promise<string> {
      const caseId = await caseOf(number)
      await matchStatement(api.services, { caseId, mayMail })
      return caseId
    },

    /** Withdraws by the link of an order. Answers the id of the case. */
    async withdrawByLink(checkoutId: string, items: { product_id: string; quantity: number }[]): Promise<string> {
      const answer = await send('/api/order-link/withdraw', { token: tokenOf(checkoutId), items })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return caseOf(((await answer.json()) as { number: string }).number)
    },

    /** Complains by the link of an order. Answers the id of the case. */
    async complainByLink(checkoutId: string, demand: Demand, items: { product_id: string; quantity: number }[]) {
      const body = { token: tokenOf(checkoutId), items, reason: 'Korek jest pęknięty.', demand }
      const answer = await send('/api/order-link/complain', body)
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return caseOf(((await answer.json()) as { number: string }).number)
    },

    read: async (caseId: string) =>
      (await (await api.get(`/api/admin/returns/${caseId}`, { Cookie: admin })).json()) as AdminCase,

    act: (caseId: string, what: string, body: object = {}) =>
      api.post(`/api/admin/returns/${caseId}/${what}`, body, { Cookie: admin }),

    /** The cases on the order's page. */
    async onOrderPage(checkoutId: string): Promise<LinkedCase[]> {
      const answer = await api.post('/api/order-link', { token: tokenOf(checkoutId) })
      return ((await answer.json()) as { cases: LinkedCase[] }).cases
    },

    mailsTo: async (recipient: string) => {
      const mails = await api.db
        .selectFrom('mail_outbox')
        .select('template')
        .where('recipient', '=', recipient)
        .where('template', 'like', 'case-%')
        .orderBy('created_at')
        .execute()
      return mails.map(({ template }) => template)
    },
  }
}
