import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { MonthReport } from '#domain/month/month-report.ts'
import type { PrintedReceipt, ReturnRegister, TillDesk } from '#domain/till/read-till.server.ts'
import { CLAIM_MS, type TillJob } from '#domain/till/receipt.ts'
import { openAdminOrders } from './admin-orders.ts'
import type { Api } from './api.ts'

/** The till as the owner and the agent use it. */
export async function openTill(api: Api) {
  const orders = await openAdminOrders(api)
  const headers = { Cookie: orders.admin }
  const today = () => readWarsawClock(new Date()).day
  const month = () => today().slice(0, 7)
  const read = async <Value>(path: string): Promise<Value> =>
    (await (await api.get(`/api/admin/${path}`, headers)).json()) as Value
  const printed = async (day = today()) => (await read<{ items: PrintedReceipt[] }>(`till/printed?day=${day}`)).items
  const act = (id: string, what: string, body: object) => api.post(`/api/admin/till/${id}/${what}`, body, headers)

  return {
    orders,
    month,
    printed,
    act,
    desk: () => read<TillDesk>('till'),
    register: () => read<ReturnRegister>(`till/returns?month=${month()}`),
    problemsOf: async (orderId: string) =>
      (await read<MonthReport>(`month?month=${month()}`)).problems.filter(({ order_id }) => order_id === orderId),
    press: (id: string, gross_grosze: number, number = '') => act(id, 'printed', { number, gross_grosze }),
    markAll: (body: object) => api.post('/api/admin/till/printed', body, headers),
    auditOf: async (id: string) => (await orders.auditOf(id)).map(({ action }) => action),

    async numberOfReceipt() {
      const [only] = await printed()
      return only?.number
    },

    /** A sale that waits for its receipt. */
    async sell() {
      const sale = await orders.paidAhead()
      return { ...sale, id: sale.checkoutId }
    },

    /** No sale waits, and there is no agent. */
    async empty() {
      await api.db.deleteFrom('receipts').execute()
      const none = { key_hash: null, key_made_at: null, seen_at: null, problem: null }
      await api.db.updateTable('till_agent').set(none).execute()
    },

    /** As if the agent had taken its receipts earlier. */
    async ageClaims() {
      const claimed_at = new Date(Date.now() - CLAIM_MS - 1_000)
      await api.db.updateTable('receipts').set({ claimed_at }).where('state', '=', 'printing').execute()
    },

    async openAgent() {
      const made = await api.post('/api/admin/till-agent', {}, headers)
      const { key } = (await made.json()) as { key: string }
      const send = (what: string, body: object, given = key) =>
        api.post(`/api/till/${what}`, body, { Authorization: `Bearer ${given}` })
      return {
        key,
        send,
        async take(claim: string = randomUUID(), problem: string | null = null) {
          const answer = await send('next', { claim, problem })
          expect(answer.status).toBe(200)
          return { claim, ...((await answer.json()) as { receipt: TillJob }) }
        },
        refuse: (claim: string, message: string) => send('result', { claim, outcome: 'refused', number: '', message }),
        report: (claim: string, outcome: string, number = '') => send('result', { claim, outcome, number }),
      }
    },
  }
}
