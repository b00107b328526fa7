import type { Person } from '#domain/accounts/people-queries.server.ts'
import type { AuditPage } from '#domain/kernel/audit/audit-queries.server.ts'
import { linksOf, requestToken } from '#tests/support/account-links.ts'
import { openShipments, type Shipments } from '#tests/support/admin-shipments.ts'
import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { enterAsPacker, findInvitation, INVITED_PASSWORD, packerCalls } from '#tests/support/invited-people.ts'
import { cart, errorOf, productsOnSale } from '#tests/support/orders.ts'

// A second person: invited, accepted once, removed. What they do: packers.test.ts.

const DAY_MS = 24 * 60 * 60 * 1000
const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, { clock, limitFactor: 100 })

let api: Api
let shipments: Shipments
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  await api.startJobs()
  shipments = await openShipments(api)
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.afterEach(async () => {
  clock.now = new Date()
  for (const { id } of await people()) await remove(id)
})

const people = async () =>
  ((await (await api.get('/api/admin/people', { Cookie })).json()) as { items: Person[] }).items
const invite = (email: string) => api.post('/api/admin/people', { email }, { Cookie })
const inviteAgain = (id: string) => api.post(`/api/admin/people/${id}/invite`, {}, { Cookie })
const remove = (id: string) =>
  api.call(`/api/admin/people/${id}`, { method: 'DELETE', headers: { Cookie, Origin: api.base } })
const accept = (token: string, password = INVITED_PASSWORD) => api.post('/api/accept-invitation', { token, password })
const newAddress = () => `pakuje-${crypto.randomUUID()}@example.test`
const idOf = async (email: string) => {
  const found = (await people()).find((person) => person.email === email)
  if (!found) throw new Error(`${email} is not on the list`)
  return found.id
}
const invited = async (email = newAddress()) => {
  expect((await invite(email)).status).toBe(200)
  return { email, id: await idOf(email), token: await findInvitation(api, email) }
}
test('a person invited by mail accepts with twelve characters, signs in to the panel, and is in the log', async () => {
  const { email, token } = await invited()
  expect(await people()).toMatchObject([{ email, accepted: false, last_sign_in_at: null }])
  await eventually(async () => {
    const [mail] = await api.mailbox.messagesTo(email)
    expect(mail?.text).toContain(`/nowe-haslo?zaproszenie#${token}`)
  })
  const short = await errorOf(await accept(token, 'za-krotkie'))
  expect(short).toMatchObject({ code: 'invalid_request', fields: { password: expect.stringContaining('12 znaków') } })
  const accepted = await accept(token)
  expect([accepted.status, await accepted.json()]).toMatchObject([200, { user: { email, role: 'packer' } }])
  expect((await api.get('/api/admin/packing', { Cookie: cookieOf(accepted) })).status).toBe(200)

  const signedIn = await api.post('/api/admin-sign-in', { email, password: INVITED_PASSWORD })
  expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { user: { email, role: 'packer' } }])
  const [person] = await people()
  expect(person).toMatchObject({ accepted: true, link_until: null, last_sign_in_at: expect.any(String) })
  const { items } = (await (await api.get('/api/admin/audit?noun=person', { Cookie })).json()) as AuditPage
  expect(items.slice(0, 4).map(({ sentence, person }) => [sentence, person])).toEqual([
    ['Logowanie do pakowania hasłem', email],
    ['Logowanie do pakowania linkiem z wiadomości', email],
    ['Przyjęto zaproszenie do pakowania', email],
    [`Zaproszono do pakowania osobę „${email}”`, null],
  ])
  expect((await errorOf(await inviteAgain(await idOf(email)))).code).toBe('person_accepted')
})

test('the policy names who was invited until the removal, also a person who has ordered', async () => {
  const isNamed = async () => {
    await api.services.shopProfile.renew()
    return api.services.features.packers
  }
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const email = newAddress()
  const packer = await enterAsPacker(api, email)
  const ordered = await api.post('/api/create-cash-on-delivery-order', cart([product]), { Cookie: packer })
  expect([ordered.status, await isNamed()]).toEqual([200, true])
  expect((await remove(await idOf(email))).status).toBe(200)
  expect(await isNamed()).toBe(false)
})

test('an invitation works once, until its seventh day, and no longer when another one was mailed', async () => {
  const once = await invited()
  const both = await Promise.all([accept(once.token), accept(once.token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await errorOf(await accept(once.token))).code).toBe('link_used')

  const replaced = await invited()
  expect((await inviteAgain(replaced.id)).status).toBe(200)
  expect((await errorOf(await accept(replaced.token))).code).toBe('link_replaced')
  expect((await accept(await findInvitation(api, replaced.email))).status).toBe(200)

  const gone = await invited()
  expect((await remove(gone.id)).status).toBe(200)
  expect((await errorOf(await accept(gone.token))).code).toBe('link_invalid')

  const late = await invited()
  clock.now = new Date(Date.now() + 7 * DAY_MS + 60_000)
  expect((await errorOf(await accept(late.token))).code).toBe('link_expired')
  expect((await people()).at(-1)).toMatchObject({ accepted: false, link_until: null })
  expect((await inviteAgain(late.id)).status).toBe(200)
  expect((await accept(await findInvitation(api, late.email))).status).toBe(200)

  expect((await errorOf(await accept('nothing'))).code).toBe('link_invalid')
})

test('an address with an account cannot be invited, and an invited one cannot register or sign in', async () => {
  const { email: customer } = await api.customer()
  for (const taken of [customer, api.admin.email]) {
    expect(await errorOf(await invite(taken))).toMatchObject({
      code: 'person_address_taken',
      fields: { email: expect.stringContaining('ma już konto') },
    })
  }
  expect((await errorOf(await invite('nie adres'))).fields).toMatchObject({ email: expect.any(String) })

  const { email } = await invited()
  expect((await errorOf(await invite(email))).code).toBe('person_address_taken')
  const registered = await api.post('/api/auth/sign-up/email', { email, password: PASSWORD })
  expect((await errorOf(registered)).code).toBe('account_exists')
  const guest = { email, password: PASSWORD, acceptedTerms: true }
  expect((await errorOf(await api.post('/api/guest-sign-in', guest))).code).toBe('wrong_password')
})

test('no other link opens the account: none before it is accepted, and none that signs in', async () => {
  const { email, token } = await invited()
  for (const path of ['/api/recover', '/api/login-link']) expect((await api.post(path, { email })).status).toBe(200)
  await eventually(async () => {
    expect(await linksOf(api, email, 'password-reset')).toEqual([])
    expect(await linksOf(api, email, 'login-link')).toEqual([])
  })
  expect((await accept(token)).status).toBe(200)
  expect((await api.post('/api/login-link', { email })).status).toBe(200)
  await eventually(async () => expect(await linksOf(api, email, 'login-link')).toEqual([]))
  for (const purpose of ['login-link', 'review'] as const) {
    const { id } = await api.db
      .insertInto('account_links')
      .columns(['purpose', 'email', 'user_id', 'expires_at'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select([eb.val(purpose).as('purpose'), 'email', 'id', eb.val(new Date(Date.now() + DAY_MS)).as('until')])
          .where('email', '=', email),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = purpose === 'review' ? '/api/review-sign-in' : '/api/sign-in-by-link'
    const forged = await api.post(path, { token: api.services.linkTokens.create(purpose, id) })
    expect((await errorOf(forged)).code).toBe('link_invalid')
  }

  const reset = await requestToken(api, email, 'password-reset')
  const short = await api.post('/api/reset-password', { token: reset, newPassword: 'za-krotkie' })
  expect((await errorOf(short)).code).toBe('admin_password_too_short')
  const again = await api.post('/api/reset-password', { token: reset, newPassword: 'nowe-haslo-do-paczek' })
  expect(await again.json()).toMatchObject({ user: { role: 'packer' } })
})

test('orders that were placed with the address without an account stay apart', async () => {
  const email = newAddress()
  const entered = await api.post('/api/guest-sign-in', { email, withoutAccount: true, acceptedTerms: true })
  const guest = { Cookie: cookieOf(entered), 'Idempotency-Key': crypto.randomUUID() }
  const order = cart(await productsOnSale(api, 1))
  expect((await api.post('/api/create-cash-on-delivery-order', order, guest)).status).toBe(200)
  const packer = await enterAsPacker(api, email)
  const orders = await (await api.get('/api/me/orders', { Cookie: packer })).json()
  expect(orders).toEqual([])
})

test('the account keeps its role, is not deleted by itself, and is not reached by Google', async () => {
  const email = newAddress()
  const packer = { Cookie: await enterAsPacker(api, email) }
  for (const change of [{ role: 'admin' }, { email: api.admin.email }]) {
    expect((await api.post('/api/auth/update-user', change, packer)).status).toBe(400)
  }
  const deleted = await api.post('/api/me/delete-account', { password: INVITED_PASSWORD }, packer)
  expect((await errorOf(deleted)).code).toBe('admin_account_stays')
  const weak = { currentPassword: INVITED_PASSWORD, newPassword: 'za-krotkie' }
  expect((await errorOf(await api.post('/api/auth/change-password', weak, packer))).code).toBe(
    'admin_password_too_short',
  )
  expect((await errorOf(await api.post('/api/auth/link-google', {}, packer))).code).toBe('google_not_for_admin')
  expect(await (await api.get('/api/me', packer)).json()).toMatchObject({ user: { email, role: 'packer' } })
})

test('a person removed while signed in is refused at the next call, and stays named in the log', async () => {
  const email = newAddress()
  const cookie = await enterAsPacker(api, email)
  const packer = packerCalls(api, cookie)
  const parcel = await shipments.place()
  const versions = Object.fromEntries(parcel.shipments.map(({ id, version }) => [id, version]))
  const ids = shipments.idsOf(parcel)
  expect((await packer.send('POST', 'packing', { ids, packed: true, versions })).status).toBe(200)
  const id = await idOf(email)
  const both = await Promise.all([remove(id), remove(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await packer.get('packing')).status).toBe(404)
  expect(await (await api.get('/api/me', { Cookie: cookie })).json()).toMatchObject({ user: null })
  const signedIn = await api.post('/api/admin-sign-in', { email, password: INVITED_PASSWORD })
  expect((await errorOf(signedIn)).code).toBe('invalid_credentials')
  const { items } = (await (await api.get('/api/admin/audit', { Cookie })).json()) as AuditPage
  expect(items[0]).toMatchObject({ sentence: `Usunięto osobę „${email}”`, person: null })
  expect(items.find(({ subject_id }) => subject_id === ids[0])).toMatchObject({ person: email })
  // The address is free again.
  expect((await api.post('/api/auth/sign-up/email', { email, password: PASSWORD })).status).toBe(200)
})

test('at most five people are invited, also when two windows invite the last one at once', async () => {
  for (let n = 0; n < 4; n++) expect((await invite(newAddress())).status).toBe(200)
  const both = await Promise.all([invite(newAddress()), invite(newAddress())])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const full = await errorOf(await invite(newAddress()))
  expect(full).toMatchObject({ code: 'people_full', fields: { email: expect.stringContaining('5 osób') } })
  expect(await people()).toHaveLength(5)
})

test('inviting requires a recent proof', async () => {
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect((await errorOf(await invite(newAddress()))).code).toBe('proof_required')
  expect((await api.post('/api/admin/prove', { password: api.admin.password }, { Cookie })).status).toBe(200)
  expect((await invite(newAddress())).status).toBe(200)
})

test('an invitation that was not mailed yet is deleted with the person', async ({ newApi }) => {
  const quiet = await newApi()
  const owner = { Cookie: cookieOf(await quiet.post('/api/admin-sign-in', quiet.admin)) }
  const email = newAddress()
  const answer = await quiet.post('/api/admin/people', { email }, owner)
  const { id } = (await answer.json()) as { id: string }
  const waiting = () => quiet.db.selectFrom('mail_outbox').select('template').where('recipient', '=', email).execute()
  expect(await waiting()).toEqual([{ template: 'invitation' }])
  await quiet.call(`/api/admin/people/${id}`, { method: 'DELETE', headers: { ...owner, Origin: quiet.base } })
  expect(await waiting()).toEqual([])
})
