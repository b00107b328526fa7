import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  for (const table of ['contact_messages', 'mail_outbox', 'rate_limits'] as const)
    await api.db.deleteFrom(table).execute()
})

async function receive(message = 'Czy „Oud” wróci?\n\nŁucja'): Promise<string> {
  const sent = await api.post('/api/send-contact-email', { name: 'Łucja Ćwik', email: 'lucja@example.test', message })
  expect(sent.status).toBe(200)
  const { id } = await api.db
    .selectFrom('contact_messages')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

const answer = (id: string, text: string, key: string = crypto.randomUUID()) =>
  api.post(`/api/admin/messages/${id}/answer`, { answer: text }, { Cookie, 'Idempotency-Key': key })
const setDone = (id: string, done: boolean) => api.post(`/api/admin/messages/${id}/state`, { done }, { Cookie })
const list = async (state: string) =>
  (await (await api.get(`/api/admin/messages?state=${state}`, { Cookie })).json()) as {
    items: { id: string; beginning: string; answered_at: string | null }[]
    total: number
  }
const answers = () =>
  api.db.selectFrom('mail_outbox').select('recipient').where('template', '=', 'contact-answer').execute()
const waiting = async () => (await countPendingWork(api.db)).messages

test('a message waits until an answer with its text is mailed to its author', async () => {
  const id = await receive()
  expect(await waiting()).toBe(1)
  expect(await list('open')).toMatchObject({ items: [{ id, beginning: 'Czy „Oud” wróci?\n\nŁucja' }], total: 1 })

  expect((await answer(id, 'Dzień dobry,\r\n\r\ntak, we wtorek.')).status).toBe(200)
  expect([await waiting(), (await list('open')).total, (await list('done')).total]).toEqual([0, 0, 1])
  const read = await (await api.get(`/api/admin/messages/${id}`, { Cookie })).json()
  expect(read).toMatchObject({
    email: 'lucja@example.test',
    answers: [{ answer: 'Dzień dobry,\n\ntak, we wtorek.' }],
    done_at: expect.any(String),
  })
  api.startMail()
  await eventually(async () => {
    const mails = await api.mailbox.allMessages()
    const mail = mails.find(({ to }) => to.includes('lucja@example.test'))
    expect(mail?.subject).toMatch(/^Odpowiedź sklepu /)
    expect(mail?.text).toContain('tak, we wtorek.')
    expect(mail?.text).toContain('Czy „Oud” wróci?')
    expect(mail?.replyTo).toEqual([api.services.profile.sellerEmail])
  })
  const { action } = await api.db
    .selectFrom('audit_events')
    .select('action')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(action).toBe('message.answered')
})

test('one idempotency key is one answer, however often it arrives; a second answer has another key', async () => {
  const id = await receive()
  const key = crypto.randomUUID()
  const sent = await Promise.all([1, 2, 3].map(() => answer(id, 'Tak.', key)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(await Promise.all(sent.map(async (each) => JSON.stringify(await each.json())))).size).toBe(1)
  expect(await answers()).toHaveLength(1)
  expect((await answer(id, 'Jednak nie.', key)).status).toBe(409)
  expect(await answers()).toHaveLength(1)
  expect((await answer(id, 'Jednak nie.')).status).toBe(200)
  expect(await answers()).toHaveLength(2)
})

test('empty and too long answers are refused at the field, unknown messages get 404, answers are limited', async () => {
  const id = await receive()
  for (const text of ['', ' \n ', 'x'.repeat(4001), 'a\u202eb']) {
    const refused = await answer(id, text)
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { error: { fields: object } }).error.fields).toHaveProperty('answer')
  }
  for (const unknown of [crypto.randomUUID(), 'x']) {
    expect((await answer(unknown, 'Tak.')).status).toBe(404)
    expect((await setDone(unknown, true)).status).toBe(404)
    expect((await api.get(`/api/admin/messages/${unknown}`, { Cookie })).status).toBe(404)
  }
  expect(await answers()).toEqual([])
  await api.db.updateTable('rate_limits').set({ hits: 60 }).where('key', 'like', '%contact_answer%').execute()
  expect((await answer(id, 'Tak.')).status).toBe(429)
})

test('a message can be set aside without an answer, and put back', async () => {
  const id = await receive()
  expect((await setDone(id, true)).status).toBe(200)
  expect([await waiting(), (await list('done')).items[0]?.answered_at]).toEqual([0, null])
  expect((await setDone(id, false)).status).toBe(200)
  expect(await waiting()).toBe(1)
  expect(await answers()).toEqual([])
})

test('a new message notifies the owner, with a link to it', async () => {
  await api.db.updateTable('owner_notice_settings').set({ message_mail: 'hourly' }).execute()
  const id = await receive()
  const { kind, subject_id } = await api.db
    .selectFrom('owner_notices')
    .select(['kind', 'subject_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([kind, subject_id]).toEqual(['message', id])
})
