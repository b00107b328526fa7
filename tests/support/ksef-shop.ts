import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import issueInvoices from '#domain/papers/invoices/issue-invoices.job.server.ts'
import sendInvoices from '#domain/papers/ksef/send-invoices.job.server.ts'
import { type Api, cookieOf } from './api.ts'
import { cart, productsOnSale, TYPED_COMPANY, toCourier } from './orders.ts'
import { readPdf } from './pdf-text.ts'

export const KSEF_SELLER = {
  seller_nip: '6761020309',
  seller_name: 'Anna Nowak Zapachy',
  seller_address: 'ul. Długa 3, 31-146 Kraków',
  seller_regon: '351234565',
}
const PERSON = { name: 'Anna Nowak', street: 'Krótka 2', postal_code: '31-146', city: 'Kraków' }

/** A shop with a seller whom KSeF can know; `clock`: the time of the shop. */
export async function openKsefShop(api: Api, clock: { now: Date }) {
  api.startMail()
  const headers = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const items = await productsOnSale(api, 1)
  const { version } = await (await api.get('/api/admin/shop-profile', headers)).json()
  expect((await api.post('/api/admin/shop-profile', { version, ...KSEF_SELLER }, headers)).status).toBe(200)

  const issue = () => issueInvoices.run(api.services, {}, { last: false })
  const send = () => sendInvoices.run(api.services, {}, { last: false })
  const desk = async () => (await api.get('/api/admin/ksef', headers)).json()
  const passTime = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  const upload = (kind: string, pem: string, key = pem) =>
    api.post('/api/admin/ksef/certificates', { kind, certificate: pem, key, password: '' }, headers)

  return {
    headers,
    issue,
    send,
    desk,
    passTime,
    upload,

    async uploadBoth() {
      for (const kind of ['authentication', 'offline']) {
        const pem = api.sandbox.loadKsefCertificate(kind, KSEF_SELLER.seller_nip)
        expect((await upload(kind, pem)).status).toBe(200)
      }
    },

    /** Sells on delivery to a company; null: to a person who asks for an invoice. */
    async sell(company: object | null = TYPED_COMPANY) {
      const buyer = await api.customer()
      const placed = await (await buyer.order(cart(items, { customerData: { ...toCourier, ...company } }))).json()
      const order_id: string = placed.orderId
      const event = { subject: 'shipment', from_status: 'created', to_status: 'shipped', actor: 'admin' } as const
      await api.db
        .insertInto('order_events')
        .values({ order_id, ...event })
        .execute()
      if (company === null) {
        const asked = await api.post(`/api/me/orders/${order_id}/invoices`, PERSON, { Cookie: buyer.cookie })
        expect(asked.status).toBe(200)
      }
      await issue()
      return { order_id, email: buyer.email }
    },

    /** Runs the job until nothing is on its way, each time two minutes later. */
    async sendAll() {
      for (let run = 0; run < 10; run += 1) {
        await send()
        passTime(2)
        const { open_invoices } = await desk()
        if (open_invoices === 0) return
      }
    },

    listed: async (orderId: string) =>
      (await (await api.get(`/api/admin/invoices?search=${orderId.slice(0, 8)}`, headers)).json()).items,

    mailsTo: async (email: string) => (await api.mailbox.messagesTo(email)).map(({ subject }) => subject),

    /** What the file of the month's sales says of an invoice and KSeF. */
    async markInSales(id: string): Promise<string[]> {
      const { number, content } = await api.db
        .selectFrom('invoices')
        .select(['number', 'content'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const month = content.sold_on.slice(0, 7)
      // The owner has just typed the password.
      await api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
      const answer = await api.get(`/api/admin/month/files?month=${month}`, headers)
      const file = unzipSync(new Uint8Array(await answer.arrayBuffer()))[`jpk-sprzedaz-${month}.csv`]
      const [head = [], ...lines] = new TextDecoder()
        .decode(file)
        .split('\r\n')
        .map((line) => line.split(';'))
      const line = lines.find((cells) => cells.includes(number)) ?? []
      return ['NrKSeF', 'OFF', 'BFK', 'DI'].filter((mark) => line[head.indexOf(mark)])
    },

    async paperText(id: string) {
      const answer = await api.get(`/api/admin/invoices/${id}`, headers)
      return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).join(' ')
    },
  }
}
