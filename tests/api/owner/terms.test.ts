import { createHash } from 'node:crypto'
import mailTerms from '#domain/terms/mail-terms.job.server.ts'
import type { TermsArchive } from '#domain/terms/publish-terms.server.ts'
import { splitTerms } from '#domain/terms/terms.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale } from '#tests/support/orders.ts'

const clock = { now: new Date('2026-11-25T11:00:00Z') }
const test = base.extend('apiOptions', { scope: 'file' }, { clock })

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  // From the first real order on the terms are binding.
  await order()
  await api.db.updateTable('checkouts').set({ on_https: true }).execute()
})
test.beforeEach(() => {
  clock.now = new Date('2026-11-25T11:00:00Z')
})

const read = async () => (await (await api.get('/api/admin/terms', { Cookie: admin })).json()) as TermsArchive
const publish = (version: string, body: string) => api.post('/api/admin/terms', { version, body }, { Cookie: admin })
const edit = (body: string, words: string) => body.replace(/\d+ godzin(?= w Dni robocze)/, words)
const mailsOf = (version: string) =>
  api.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'data', 'next_attempt_at'])
    .where('key', 'like', `terms-change:${version}:%`)
    .execute()

async function order() {
  const buyer = await api.customer()
  const { checkoutId } = (await (await buyer.order(cart(await productsOnSale(api, 1)))).json()) as {
    checkoutId: string
  }
  const stored = await api.db
    .selectFrom('checkouts')
    .innerJoin('users', 'users.id', 'checkouts.user_id')
    .select(['checkouts.terms_version as ofOrder', 'users.terms_version as ofAccount'])
    .where('checkouts.id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  return { buyer, checkoutId, stored }
}

test('terms: a version is kept with its hash and is in force from its day on; older orders keep theirs', async () => {
  const before = await order()
  const { body, earliest, in_force: inForce } = await read()
  expect([earliest, inForce]).toEqual(['2026-12-10', '2026-01-01'])
  const answer = await publish(earliest, edit(body, '48 godzin'))
  expect([answer.status, await answer.json()]).toEqual([200, { version: earliest, accounts: expect.any(Number) }])
  const stored = await api.db
    .selectFrom('terms_versions')
    .selectAll()
    .where('version', '=', earliest)
    .executeTakeFirstOrThrow()
  expect(splitTerms(stored.full_text)).toEqual({
    title: 'Regulamin sklepu internetowego Perfumeria',
    effective: 'Obowiązuje od 10 grudnia 2026',
    body: edit(body, '48 godzin'),
  })
  expect(stored.sha256).toBe(createHash('sha256').update(stored.full_text).digest('hex'))
  expect((await read()).in_force).toBe('2026-01-01')

  // The last minute of the day before, in Warsaw, and the first of the day.
  clock.now = new Date('2026-12-09T22:59:00Z')
  expect((await order()).stored).toEqual({ ofOrder: '2026-01-01', ofAccount: '2026-01-01' })
  clock.now = new Date('2026-12-09T23:00:00Z')
  expect((await order()).stored).toEqual({ ofOrder: earliest, ofAccount: earliest })
  expect((await read()).in_force).toBe(earliest)

  const render = async (checkoutId: string) =>
    (await api.services.renderMail({ template: 'order-confirmation', data: { checkoutId }, created_at: clock.now }))
      .text
  expect(await render(before.checkoutId)).toMatch(/wersji z dnia 1 stycznia 2026.*\/regulamin\/2026-01-01/s)
  expect(await render((await order()).checkoutId)).toMatch(/wersji z dnia 10 grudnia 2026.*\/regulamin\/2026-12-10/s)
  const [noted] = await api.db.selectFrom('audit_events').selectAll().where('action', '=', 'terms.published').execute()
  expect(noted).toMatchObject({ subject_id: earliest, details: { version: earliest } })
})

test('terms: every account is mailed once, also later ones, and nobody of a version already in force', async () => {
  const { body } = await read()
  const { email } = await api.customer()
  const guest = { email: 'bez-konta@example.test', withoutAccount: true, acceptedTerms: true }
  expect((await api.post('/api/guest-sign-in', guest)).status).toBe(200)
  expect((await publish('2027-01-15', edit(body, '36 godzin'))).status).toBe(200)
  api.startJobs()
  await eventually(async () => expect((await mailsOf('2027-01-15')).length).toBeGreaterThan(0))
  const told = await mailsOf('2027-01-15')
  expect(told.map(({ recipient }) => recipient)).toContain(email)
  expect(told.map(({ recipient }) => recipient)).not.toContain(api.admin.email)
  // Buyers without an account, deleted accounts and authors of demo reviews get no mail.
  expect(told.filter(({ recipient }) => recipient.endsWith('.invalid'))).toEqual([])
  expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length)
  const later = await api.customer()
  await Promise.all([1, 2, 3].map(() => mailTerms.run(api.services, {}, { last: false })))
  const all = await mailsOf('2027-01-15')
  expect(all).toHaveLength(told.length + 1)
  expect(all.filter(({ recipient }) => recipient === later.email)).toHaveLength(1)
  expect(await mailsOf('2026-01-01')).toEqual([])

  // Ten of these mails are sent a second, so that they delay no mail about an order.
  const due = all.map(({ next_attempt_at }) => next_attempt_at.getTime())
  expect(Math.max(...due) - Math.min(...due)).toBeGreaterThan(all.length * 50)
  await api.db.updateTable('mail_outbox').set({ next_attempt_at: new Date() }).where('recipient', '=', email).execute()
  api.startMail()
  await eventually(async () => {
    const mail = (await api.mailbox.messagesTo(email)).find(({ text }) => text.includes('/regulamin/2027-01-15'))
    expect(mail?.subject).toBe('Nowy regulamin sklepu Perfumeria od 15 stycznia 2027')
    expect(mail?.text).toContain('w ciągu 36 godzin')
    // Paragraphs that stay as they are are not repeated.
    expect(mail?.text).not.toContain('§ 5. Opinie')
  })
})

test('terms: publishing twice for one day at once makes one version, and a retry changes nothing', async () => {
  const { body } = await read()
  const version = '2027-03-01'
  const answers = await Promise.all(['60 godzin', '72 godzin'].map((words) => publish(version, edit(body, words))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const stored = await api.db.selectFrom('terms_versions').selectAll().where('version', '=', version).execute()
  expect(stored).toHaveLength(1)
  const repeated = await publish(version, splitTerms(stored[0]?.full_text ?? '').body)
  expect(repeated.status).toBe(200)
})

test('terms: too early a day, a taken day and a text without withdrawal are refused at their fields', async () => {
  const { body, earliest } = await read()
  const soon = await publish('2026-12-09', body)
  expect([soon.status, await errorOf(soon)]).toMatchObject([
    400,
    { code: 'terms_too_soon', fields: { version: expect.stringContaining('10 grudnia 2026') } },
  ])
  expect(await errorOf(await publish('2026-01-01', edit(body, '1 godziny')))).toMatchObject({ code: 'terms_day_taken' })
  const poor = await publish(earliest, '§ 1. Wszystko\n1. Wolno.')
  expect(await errorOf(poor)).toMatchObject({
    code: 'terms_incomplete',
    message: 'W regulaminie brakuje rozdziału o odstąpieniu od umowy.',
    fields: { body: 'W regulaminie brakuje rozdziału o odstąpieniu od umowy.' },
  })
  expect((await publish('jutro', body)).status).toBe(400)
})
