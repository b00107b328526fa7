import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Api } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

const clock = { now: new Date('2026-11-21T12:00:00Z') }
const test = base
  .extend('apiOptions', { scope: 'file' }, { clock, trustedProxy: ['127.0.0.1'] })
  .extend('demo', { scope: 'file' }, false)

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})
test.beforeEach(async () => {
  for (const table of ['contact_messages', 'mail_outbox', 'rate_limits'] as const)
    await api.db.deleteFrom(table).execute()
})

const MESSAGE = {
  name: 'Łucja Ćwik',
  email: 'Lucja@Example.test',
  phone: '600-100-200',
  message: 'Czy „Oud” wróci?\r\n\r\nPozdrawiam 👩‍🔬',
}

const send = (body: object, { key, from = '203.0.113.1' }: { key?: string; from?: string } = {}) =>
  api.post('/api/send-contact-email', body, {
    'X-Forwarded-For': from,
    ...(key !== undefined && { 'Idempotency-Key': key }),
  })
const stored = () =>
  api.db.selectFrom('contact_messages').select(['name', 'email', 'phone', 'message']).orderBy('created_at').execute()
const queued = () => api.db.selectFrom('mail_outbox').select(['template', 'recipient']).execute()

test('a message is stored and mailed only to the admin, whose reply goes to its author', async () => {
  const answer = await send(MESSAGE)
  expect(await answer.json()).toEqual({ ok: true })
  expect(await stored()).toEqual([
    {
      name: 'Łucja Ćwik',
      email: 'lucja@example.test',
      phone: '+48600100200',
      message: 'Czy „Oud” wróci?\n\nPozdrawiam 👩‍🔬',
    },
  ])
  api.startMail()
  await eventually(async () => expect(await api.mailbox.allMessages()).toHaveLength(1))
  const [mail] = await api.mailbox.allMessages()
  expect(mail).toMatchObject({ to: [api.admin.email], replyTo: ['lucja@example.test'] })
  expect(mail?.subject).toMatch(/^Wiadomość z formularza kontaktowego sklepu /)
  expect(mail?.text).toContain('Czy „Oud” wróci?')

  // Without a phone, as the shop's page and as a program send it.
  for (const phone of ['', null, undefined]) expect((await send({ ...MESSAGE, phone })).status).toBe(200)
  expect((await stored()).slice(1).map(({ phone }) => phone)).toEqual([null, null, null])
})

test('the same submission is one message, however often it arrives; another text is another message', async () => {
  const key = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => send(MESSAGE, { key })))
  answers.push(await send(MESSAGE, { key }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect([(await stored()).length, (await queued()).length]).toEqual([1, 1])
  expect((await send({ ...MESSAGE, message: 'Jeszcze jedno' }, { key })).status).toBe(200)
  expect(await queued()).toEqual([1, 2].map(() => ({ template: 'contact-message', recipient: api.admin.email })))
})

test('refuses an invalid message with a sentence at its field; nothing is stored', async () => {
  const refusals: [object, Record<string, string>][] = [
    [{}, { name: 'Podaj imię i nazwisko', email: 'Email jest wymagany', message: 'Wiadomość jest wymagana' }],
    [{ name: '  ' }, { name: 'Podaj imię i nazwisko' }],
    [{ name: 'a'.repeat(101) }, { name: 'Wpisz najwyżej 100 znaków.' }],
    [{ name: 'Anna\r\nBcc: wszyscy@example.test' }, { name: 'Usuń niedozwolone znaki' }],
    [{ email: 'anna@' }, { email: 'Podaj prawidłowy adres email' }],
    [{ email: 'anna@example.test\r\nBcc: inni@example.test' }, { email: 'Podaj prawidłowy adres email' }],
    [{ email: 'a@example.test, b@example.test' }, { email: 'Podaj prawidłowy adres email' }],
    [{ email: ['a@example.test'] }, { email: 'Email jest wymagany' }],
    [{ phone: '12' }, { phone: 'Podaj prawidłowy numer telefonu, np. 600 100 200' }],
    [{ message: ' \n\t ' }, { message: 'Wiadomość jest wymagana' }],
    [{ message: 'ą'.repeat(4001) }, { message: 'Wpisz najwyżej 4000 znaków.' }],
    [{ message: 'a\u0000b' }, { message: 'Usuń niedozwolone znaki' }],
    [{ message: 'a\u202Eb' }, { message: 'Usuń niedozwolone znaki' }],
    [{ to: 'kto@example.test' }, { to: 'Nieznane pole' }],
  ]
  for (const [wrong, fields] of refusals) {
    const body = Object.keys(wrong).length === 0 ? {} : { ...MESSAGE, ...wrong }
    expect(await errorOf(await send(body)), JSON.stringify(wrong)).toMatchObject({ code: 'invalid_request', fields })
  }
  const foreign = await send(MESSAGE).then(() =>
    api.post('/api/send-contact-email', MESSAGE, { Origin: 'https://evil.example' }),
  )
  expect((await errorOf(foreign)).code).toBe('forbidden_origin')
  expect(await stored()).toHaveLength(1)
  expect((await send({ ...MESSAGE, message: 'ą'.repeat(4000) })).status).toBe(200)
})

test('a form filled in by a program is refused with a sentence, and accepted when a person sends it again', async () => {
  for (const sign of [{ website: 'https://spam.example' }, { open_ms: 300 }]) {
    expect(await errorOf(await send({ ...MESSAGE, ...sign }))).toMatchObject({ status: 409, code: 'looks_automated' })
  }
  expect(await stored()).toEqual([])
  expect((await send({ ...MESSAGE, website: '', open_ms: 2000 })).status).toBe(200)
  expect(await stored()).toHaveLength(1)
})

test('limits: five messages an hour from one network, twenty from an IPv6 /48, three hundred in all', async () => {
  const from = (address: string) => send({ ...MESSAGE, message: crypto.randomUUID() }, { from: address })
  const many = async (addresses: readonly string[]) => {
    const answers = await Promise.all(addresses.map(from))
    return answers.filter(({ status }) => status === 200).length
  }
  expect(await many(Array<string>(8).fill('203.0.113.9'))).toBe(5)
  const refused = await from('203.0.113.9')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect((await errorOf(refused)).message).toBe('Zbyt wiele prób. Spróbuj ponownie za 60 min.')
  // A repeated message is not counted.
  const key = 'powtorzona-1'
  expect((await send(MESSAGE, { key })).status).toBe(200)
  expect(await many(Array<string>(5).fill('203.0.113.1'))).toBe(4)
  expect((await send(MESSAGE, { key })).status).toBe(200)

  const site = Array.from({ length: 30 }, (_, index) => `2001:db8:7:${index}::1`)
  expect(await many(site)).toBe(20)
  await api.db
    .updateTable('rate_limits')
    .set({ hits: 299 })
    .where('key', '=', JSON.stringify(['contact_message', 'everyone']))
    .execute()
  expect(await many(['198.51.100.1', '198.51.100.2', '198.51.100.3'])).toBe(1)
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  expect((await from('203.0.113.9')).status).toBe(200)
})

test('a message that cannot be stored is not mailed, and nothing of it is in the log', async ({ onTestFinished }) => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => {
    log.mockRestore()
    lines.mockRestore()
  })
  const { db } = api
  await db.schema.alterTable('contact_messages').addCheckConstraint('nobody', sql`name = ''`).execute()
  const failed = await send(MESSAGE)
  await db.schema.alterTable('contact_messages').dropConstraint('nobody').execute()
  expect(failed.status).toBe(500)
  expect(await queued()).toEqual([])
  const logged = [...log.mock.calls, ...lines.mock.calls].flat().map(String).join('\n')
  for (const typed of ['Łucja', 'ucja@', '600100200', 'Oud']) expect(logged).not.toContain(typed)
  expect((await send(MESSAGE)).status).toBe(200)
  expect(await queued()).toHaveLength(1)
})
