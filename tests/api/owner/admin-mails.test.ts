import { vi } from 'vitest'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  await api.mailbox.clearFaults()
})

const press = (path: string, cookie = admin) =>
  api.call(`/api/admin/mails/${path}`, { method: 'POST', headers: { Origin: api.base, Cookie: cookie } })
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code

const findMail = (id: string) =>
  api.db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An order whose confirmation the shop gave up sending. Returns the mail's id and its recipient. */
async function giveUpConfirmation() {
  const buyer = await api.customer()
  expect((await buyer.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
  const { id } = await api.db
    .updateTable('mail_outbox')
    .set({ failed_at: new Date(), failure_reason: 'refused', failure: '550', attempts: 3, trying_since: new Date(0) })
    .where('recipient', '=', buyer.email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, to: buyer.email }
}

test('a mail that the server refused is noted with its reason, and goes out when the admin tries again', async () => {
  await api.mailbox.planFault({ service: 'smtp', mode: 'refuse', times: 1 })
  const buyer = await api.customer()
  expect((await buyer.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
  api.startMail()
  const find = () =>
    api.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', buyer.email).executeTakeFirstOrThrow()
  await eventually(async () => expect((await find()).failed_at).not.toBeNull())
  const given = await find()
  expect(given).toMatchObject({ failure_reason: 'refused', failure: 'the mail server answered RCPT TO with 550 5.1.1' })
  const retried = await press(`${given.id}/retry`)
  expect([retried.status, await retried.json()]).toEqual([200, { ok: true }])
  await eventually(async () => expect((await find()).sent_at).not.toBeNull())
  const [noted] = await api.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(noted).toMatchObject({ action: 'mail.retried', subject_id: given.id })
  expect(await api.mailbox.messagesTo(buyer.email)).toHaveLength(1)
  expect(await find()).toMatchObject({ failed_at: null, failure_reason: null, failure: null })
  expect(await codeOf(await press(`${given.id}/retry`))).toBe('mail_not_found')
})

test('retry-all: retries all mails that were given up, and none that was dismissed', async () => {
  const [first, second, aside] = [await giveUpConfirmation(), await giveUpConfirmation(), await giveUpConfirmation()]
  expect((await press(`${aside.id}/dismiss`)).status).toBe(200)
  const answer = await press('retry-all')
  expect([answer.status, await answer.json()]).toEqual([200, { mails: 2 }])
  await eventually(async () => {
    for (const { to } of [first, second]) expect(await api.mailbox.messagesTo(to)).toHaveLength(1)
  })
  expect(await findMail(aside.id)).toMatchObject({ sent_at: null, failed_at: expect.any(Date) })
  expect(await codeOf(await press(`${aside.id}/retry`))).toBe('mail_not_found')
  expect(await codeOf(await press(`${aside.id}/dismiss`))).toBe('mail_not_found')
})

test('a mail that was sent, is waiting or does not exist can be neither retried nor dismissed', async () => {
  const { id } = await giveUpConfirmation()
  for (const state of [
    { failed_at: null, sent_at: new Date() },
    { failed_at: null, sent_at: null, next_attempt_at: new Date('2100-01-01') },
  ]) {
    await api.db.updateTable('mail_outbox').set(state).where('id', '=', id).execute()
    for (const action of ['retry', 'dismiss']) {
      const answer = await press(`${id}/${action}`)
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'mail_not_found'])
    }
  }
  for (const unknown of [crypto.randomUUID(), 'x', "1' or 1=1"]) {
    expect((await press(`${encodeURIComponent(unknown)}/retry`)).status).toBe(404)
  }
})

test('the calls of mails are unknown addresses to guests, customers, and admins at another address', async () => {
  const { id } = await giveUpConfirmation()
  const { cookie, email } = await api.customer()
  const ask = async (who: string) => {
    for (const path of [`${id}/retry`, `${id}/dismiss`, 'retry-all', 'no-such-thing']) {
      const answer = await press(path, who)
      expect([answer.status, await codeOf(answer)], path).toEqual([404, 'not_found'])
    }
  }
  await ask('')
  await ask(cookie)
  // The role alone is not enough: the address counts too.
  await api.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  await ask(cookie)
  expect(await findMail(id)).toMatchObject({ failed_at: expect.any(Date), dismissed_at: null })
})
