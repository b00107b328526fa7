import { createMailRenderer, MAIL_NAMES } from '#infra/mails/render-mail.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { MAILED_ORDER, type MailContent, storeMailedRows } from '#tests/support/mailed-rows.ts'
import { testShop } from '#tests/support/shop-profile.ts'

const { profile } = testShop
const QUEUED_AT = new Date('2026-07-01T22:30:00Z')

let database: TestDatabase
let contents: MailContent[]

const test = base.extend('demo', { scope: 'file' }, false)
test.beforeAll(async ({ database: started }) => {
  database = started
  contents = await storeMailedRows(database.db)
})

const render = ({ template, ids }: MailContent, created_at = QUEUED_AT) =>
  createMailRenderer({ db: database.db, ...testShop })({ template, data: ids, created_at })

async function renderAs(template: MailContent['template'], from = contents, queuedAt = QUEUED_AT) {
  const content = from.find((each) => each.template === template)
  if (!content) throw new Error(`nothing is stored for ${template}`)
  return render(content, queuedAt)
}

const TEMPLATES = [...MAIL_NAMES.keys()].toSorted() as MailContent['template'][]
const ORDER_MAILS = [
  'order-confirmation',
  'payment-received',
  'payment-not-received',
  'payment-refunded',
  'order-cancelled',
  'shipment-sent',
  'shipment-delivered',
] as const

/** The text of a mail's HTML body, and the targets of its links. */
function readHtml(html: string) {
  const body = html.replace(/^.*?<body[^>]*>/s, '').replace(/<div style="display:none.*?<\/div>/s, '')
  const readEntities = (text: string) =>
    text
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, '&')
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => readEntities(link))
  // A star says how many it gives to a screen reader alone.
  const labels = [...body.matchAll(/aria-label="([^"]*)"/g)].map(([, label = '']) => label)
  return { words: split(readEntities([body.replace(/<[^>]*>/g, ' '), ...labels].join(' '))), links }
}

/** Splits into words, without marks that only one of the two forms has. */
const split = (text: string) =>
  text
    .split(/[\s()]+/)
    .map((word) => word.replace(/[.,:]+$/, ''))
    .filter((word) => !['', '-', '--'].includes(word))

test('every mail of the shop is tested here', () => {
  expect(contents.map(({ template }) => template).toSorted()).toEqual(TEMPLATES)
})

test.each(TEMPLATES)('%s: HTML and text have the same content', async (template) => {
  const { html, text } = await renderAs(template)
  const { words, links } = readHtml(html)
  const slogan = new Set(['Zmieniasz', 'cenę', 'nie', 'jakość', '★'])
  const inText = new Set(split(text))
  expect(words.filter((word) => !inText.has(word) && !slogan.has(word))).toEqual([])
  const inHtml = new Set([...words, ...links])
  expect([...inText].filter((word) => !inHtml.has(word))).toEqual([])
  expect(links.filter((link) => link !== profile.shopUrl && !text.includes(link))).toEqual([])
})

test.each(TEMPLATES)(
  '%s: is a complete document that names its sender and loads nothing from other sites',
  async (template) => {
    const { subject, html, text } = await renderAs(template)
    expect(html.match(/<!doctype/gi)).toHaveLength(1)
    expect(html).toMatch(/^<!doctype html><html lang="pl">/)
    expect(html).not.toMatch(/<(script|link|iframe|form)\b|url\(|@import|undefined|\[object/)
    for (const [picture] of html.matchAll(/<img[^>]*>/g)) {
      expect(picture).toMatch(new RegExp(`^<img src="${profile.shopUrl}/[^"]+" alt="[^"]*" width="\\d+"`))
    }
    for (const body of [html, text]) {
      for (const part of [profile.shopName, profile.sellerName, profile.sellerAddress, profile.sellerEmail]) {
        expect(body).toContain(part)
      }
    }
    expect(text).not.toMatch(/undefined|\[object|&(amp|lt|quot)|<\/?(p|td|br|strong)\b/)
    expect(text).not.toMatch(/\n{3}|[ \t]\n/)
    expect(subject).not.toMatch(/\p{Cc}|undefined/u)
    expect(subject.length).toBeLessThan(90)
  },
)

test.each(TEMPLATES)('%s: its e-mail addresses can be copied as a whole', async (template) => {
  const { html, text } = await renderAs(template)
  for (const body of [html, text]) expect(body).not.toContain('\u200b@')
})

test('texts typed by strangers become neither markup, nor a link, nor a line of the subject in any mail', async () => {
  const typed = '<a href="http://evil.pl">www.evil.pl</a> Bcc: x@evil.pl'
  const hostile = await storeMailedRows(database.db, {
    number: '87654321',
    typed,
    productName: '<img src=x onerror=alert(1)>',
    columns: { street: typed, city: typed, parcel_locker_name: typed },
  })
  for (const content of hostile) {
    const { subject, html, text } = await render(content)
    expect(html, content.template).not.toMatch(/<a href="http:\/\/evil|<img src=x|onerror="/)
    for (const body of [html, text]) expect(body, content.template).not.toMatch(/evil\.pl|www\.e|x@evil|http:\/\/e/)
    expect(subject, content.template).not.toMatch(/evil|\p{Cc}/u)
  }
})

test.each(ORDER_MAILS)('%s: names the order and leads to its signed page', async (template) => {
  const { subject, html, text } = await renderAs(template)
  const [, token = ''] = /\/zamowienie#([\w-]+)/.exec(text) ?? []
  expect(html).toContain(`${profile.shopUrl}/zamowienie#${token}`)
  const order = await database.db
    .selectFrom('orders')
    .select(['checkout_id', 'number'])
    .where('checkout_id', '=', testShop.orderLinks.read(token) ?? '')
    .executeTakeFirstOrThrow()
  expect(subject).toContain(order.number)
})

test.each(['order-confirmation', 'payment-received'] as const)(
  '%s: contains the information required on a durable medium',
  async (template) => {
    const { html, text } = await renderAs(template)
    for (const part of [
      'Produkty',
      'Dostawa',
      'Razem',
      'Paczkomat DEMO-WAW-003',
      profile.returnAddress,
      'regulamin w wersji z dnia 1 stycznia 2026',
      'Masz 14 dni od otrzymania przesyłki, aby odstąpić od umowy bez podawania przyczyny.',
      'Gwarancja prawna: co najmniej 2 lata',
      'W załącznikach (PDF) jest umowa z pouczeniem o odstąpieniu i wzorem formularza oraz cały',
      'o reklamacjach i rozwiązywaniu sporów',
      `${profile.shopUrl}/regulamin`,
    ]) {
      expect(html).toContain(part)
      expect(text).toContain(part)
    }
    // In the attached papers, so that the mail can be read.
    for (const body of [html, text]) expect(body).not.toMatch(/\{\{|§ 8\.|Wzór formularza/)
  },
)

test('mails about products show their pictures in a given size from the shop itself, and name a sample', async () => {
  const image_key = '5'.repeat(32)
  await database.db.updateTable('products').set({ image_key, kind: 'sample' }).execute()
  for (const template of ['order-confirmation', 'payment-received', 'shipment-sent', 'held-order'] as const) {
    const { html, text } = await renderAs(template)
    expect(html, template).toContain(
      `<img src="${profile.shopUrl}/media/products/${image_key}/240.webp" alt="" width="56" height="70"`,
    )
    expect(html, template).toContain('PRÓBKA')
    expect(text, template).not.toContain('/media/')
  }
  for (const template of ['shipment-delivered', 'product-alert'] as const)
    expect((await renderAs(template)).html, template).toContain(`/media/products/${image_key}/240.webp`)
  await database.db.updateTable('products').set({ image_key: null, kind: 'bottle' }).execute()
})

test('case-account: says which account was given, when, and what to do if it was somebody else', async () => {
  const { subject, text } = await renderAs('case-account')
  expect(subject).toMatch(/^Zmieniono numer konta do zwrotu, odstąpienie Z/)
  for (const part of ['kończące się na 2874', '2 lipca 2026 00:30', 'To nie Ty?', profile.sellerEmail])
    expect(text).toContain(part)
  expect(text).not.toContain('1090')
})

test('payment-received: says the sum and the Polish time of the payment', async () => {
  const { subject, text } = await renderAs('payment-received')
  expect(subject).toBe(`Płatność otrzymana, zamówienie ${MAILED_ORDER}`)
  expect(text).toContain(`Zamówienie nr ${MAILED_ORDER}, zapłacono 250,99\u00a0zł`)
  expect(text).toContain('21 listopada 2026 14:30')
  expect(text).toContain('zaakceptowany 21 listopada 2026 14:30')
  expect(text).toMatch(/Nadamy w.* zwykle w/)
  expect(text).not.toMatch(/przy odbiorze|24 godzin/)
})

test('payment-not-received: offers to pay again while that is possible, and not once another attempt was paid', async () => {
  const order = database.db.selectFrom('orders').select('id').where('number', '=', MAILED_ORDER)
  const setPaid = (status: 'paid' | 'expired') =>
    database.db
      .updateTable('payments')
      .set({ status })
      .where('order_id', 'in', order)
      .where('attempt', '=', 2)
      .execute()
  const setOrder = (status: 'pending' | 'paid' | 'completed') =>
    database.db.updateTable('orders').set({ status }).where('number', '=', MAILED_ORDER).execute()
  await setPaid('expired')
  const open = await renderAs('payment-not-received')
  expect(open.text).toContain(`nieopłacone: 250,99\u00a0zł`)
  expect(open.text).toMatch(/Zapłać jeszcze raz: \S+\/zamowienie#/)
  const aMonthLater = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
  const late = await renderAs('payment-not-received', contents, aMonthLater)
  expect(late.text).not.toContain('Zapłać jeszcze raz')
  await setPaid('paid')
  await setOrder('paid')
  const paid = await renderAs('payment-not-received')
  expect(paid.text).toContain('zostało opłacone za kolejnym razem')
  expect(paid.text).not.toContain('Zapłać jeszcze raz')
  await setOrder('pending')
})

test('payment-refunded: distinguishes a partial refund from a full one', async () => {
  const part = await renderAs('payment-refunded')
  expect(part.subject).toBe(`Zwrot 50,00\u00a0zł, zamówienie ${MAILED_ORDER}`)
  expect(part.text).toContain(`Zwracamy część kwoty, którą zapłacono za to zamówienie (250,99\u00a0zł).`)
})

test('shipment-sent: leads to the parcel by its number', async () => {
  const { html, text } = await renderAs('shipment-sent')
  expect(text).toContain('Numer przesyłki: 620012345678901234567890')
  expect(html).toContain('https://inpost.pl/sledzenie-przesylek?number=620012345678901234567890')
})

test('shipment-delivered: invites to review products that still have a page', async () => {
  const { text } = await renderAs('shipment-delivered')
  expect(text).toMatch(/Produkt, Marka \S+ \(http:\/\/localhost:3000\/produkt\/[\w-]+\)/)
  expect(text).toMatch(/^5 gwiazdek: http:\/\/localhost:3000\/ocena\/[\w-]+\?gwiazdki=5#[\w-]{64}$/m)
  await database.db.updateTable('products').set({ active: false }).execute()
  expect((await renderAs('shipment-delivered')).text).not.toMatch(/\/(produkt|ocena)\//)
  await database.db.updateTable('products').set({ active: true }).execute()
})

test.each([
  ['login-link', '/logowanie'],
  ['password-reset', '/nowe-haslo'],
  ['invitation', '/nowe-haslo?zaproszenie'],
  ['email-verification', '/potwierdz-email'],
] as const)('%s: its link carries a token that cannot be computed from its row alone', async (template, page) => {
  const { text } = await renderAs(template)
  const [, token = ''] = text.split(`${profile.shopUrl}${page}#`)[1]?.match(/^([\w-]+)/) ?? []
  expect(text).toContain('do 21 listopada 2026 15:00')
  const content = contents.find((each) => each.template === template)
  expect(content?.ids).toEqual({ tokenId: testShop.linkTokens.read(template, token) })
})

test('password-changed: says when the password was set', async () => {
  expect((await renderAs('password-changed')).text).toContain('Nowe hasło od 2 lipca 2026 00:30')
})

test.each(['password-changed', 'address-proven'] as const)(
  '%s: names the ways to sign in that ended and that stay, and how to unlink them',
  async (template) => {
    const content = contents.find((each) => each.template === template)
    if (!content || !('userId' in content.ids)) throw new Error('not about an account')
    const { userId } = content.ids
    const withEnded = { template, ids: { userId, ended: ['sessions', 'google', 'password'] } } satisfies MailContent
    const ended = await renderAs(template, [withEnded])
    expect(ended.text).toContain('Na innych urządzeniach trzeba zalogować się jeszcze raz.')
    expect(ended.text).toContain('Odłączyliśmy konto Google')
    expect(ended.text).toContain('Dotychczasowe hasło przestało działać.')
    expect(ended.text).not.toContain('zostaje włączone')

    const google = { user_id: userId, account_id: `google-${template}`, provider_id: 'google', password: null }
    await database.db.insertInto('identities').values(google).execute()
    await database.db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute()
    const stays = await renderAs(template, [{ template, ids: { userId, ended: [] } }])
    expect(stays.text).toContain(
      `Do konta można nadal wejść także przez Google. Odłącz Google w panelu klienta (${profile.shopUrl}/panel-klienta#konto)`,
    )
    expect(stays.html).toMatch(
      /<a [^>]*href="http:\/\/localhost:3000\/panel-klienta#konto"[^>]*>Odłącz Google w panelu klienta<\/a>/,
    )
    expect(stays.text).toContain('Logowanie dwuetapowe zostaje włączone.')
    expect(stays.text).not.toContain('Odłączyliśmy')
    await database.db.deleteFrom('identities').where('account_id', '=', google.account_id).execute()
    await database.db.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
  },
)

test('contact-message: a reply goes to its author, unless the address is invalid', async () => {
  const mail = await renderAs('contact-message')
  expect(mail.replyTo).toBe('anna@example.test')
  expect(mail.text).toContain('Łucja\nDruga linijka: Łucja')
  await database.db.updateTable('contact_messages').set({ email: 'a@example.test\r\nBcc: b@example.test' }).execute()
  expect(await renderAs('contact-message')).not.toHaveProperty('replyTo')
  await database.db.updateTable('contact_messages').set({ email: 'anna@example.test' }).execute()
})
