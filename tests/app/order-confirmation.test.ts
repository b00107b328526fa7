import { createMailRenderer } from '#infra/email/render-mail.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { testProfile } from '#tests/support/shop-profile.ts'
import { BY_COURIER, storeCheckout, TO_LOCKER, TWO_ORDERS } from '#tests/support/stored-checkout.ts'

let database: TestDatabase

test.override('demo', false)
test.beforeAll(({ database: started }) => {
  database = started
})

const render = (data: unknown) =>
  createMailRenderer({ db: database.db, profile: testProfile })({ template: 'order-confirmation', data })

async function confirm(orders = [...TWO_ORDERS], columns = TO_LOCKER) {
  const own = orders.map((order) => ({ ...order, id: order.id.replace(/.{12}$/, crypto.randomUUID().slice(-12)) }))
  return render({ checkoutId: await storeCheckout(database.db, own, columns) })
}

test('the confirmation of several orders speaks of one parcel and one sum', async () => {
  const mail = await confirm()
  expect(mail.subject).toBe('Potwierdzenie zamówień 3f2a9c1e, 7b1d0e22')
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain('Jedna paczka, 2\u00a0zamówienia, do zapłaty 304,89\u00a0zł')
    for (const part of ['8,50\u00a0zł', '8,49\u00a0zł', '58,39\u00a0zł']) expect(body).not.toContain(part)
  }
  expect(mail.text).toContain('Produkty: 287,90\u00a0zł\nDostawa: 16,99\u00a0zł\nRazem: 304,89\u00a0zł')
})

test('HTML and text of the confirmation hold everything a buyer has to know', async () => {
  const mail = await confirm()
  for (const body of [mail.html, mail.text]) {
    for (const part of [
      'Łucja',
      'Zamówienie nr 3f2a9c1e',
      'Zamówienie nr 7b1d0e22',
      'Zażółć Gęślą Jaźń',
      'Perfumy Arabskie, 2\u00a0×\u00a0119,00\u00a0zł',
      '238,00\u00a0zł',
      'Płatność przy odbiorze w paczkomacie',
      'Paczkomat DEMO-WAW-003 (przy piekarni)',
      'ul. Złota 7, 00-020 Warszawa',
      'Łucja Ćwik',
      '+48 600 100 200',
      'odbiorca@example.com',
      'w ciągu 24 godzin',
      '14 dni',
      testProfile.returnAddress,
      testProfile.sellerName,
      testProfile.sellerAddress,
      'NIP\u00a00000000000',
      testProfile.sellerEmail,
      'Zobacz zamówienie',
      `${testProfile.shopUrl}/panel-klienta`,
      `${testProfile.shopUrl}/regulamin`,
    ]) {
      expect(body).toContain(part)
    }
  }
})

test('the confirmation of one order by courier names that order alone', async () => {
  const mail = await confirm([TWO_ORDERS[0]], BY_COURIER)
  expect(mail.subject).toBe('Potwierdzenie zamówienia 3f2a9c1e')
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain('Zamówienie nr 3f2a9c1e, do zapłaty 246,50\u00a0zł')
    expect(body).toContain('Płatność kurierowi przy odbiorze')
    expect(body).toContain('Żytnia 3/4')
    expect(body).toContain('87-100 Toruń')
    expect(body).not.toContain('paczka,')
    expect(body).not.toContain('W paczce')
  }
})

test('what a product or a buyer is called cannot become markup', async () => {
  const mail = await confirm([TWO_ORDERS[1]], { ...TO_LOCKER, first_name: '<b>Ala</b>' })
  expect(mail.html).not.toContain('<img')
  expect(mail.html).not.toContain('<b>')
  expect(mail.html).toContain('Róża &lt;img src=x&gt; &amp; &quot;Miód&quot;')
  expect(mail.text).toContain('Róża <img src=x> & "Miód"')
})

test('fifty orders still make a subject that fits an inbox', async () => {
  const mail = await confirm(
    Array.from({ length: 50 }, (_, index) => ({
      ...TWO_ORDERS[0],
      id: `${10_000_000 + index}-0000-4000-8000-000000000000`,
    })),
  )
  expect(mail.subject).toBe('Potwierdzenie zamówień 10000000, 10000001, 10000002 i 47 więcej')
  expect(mail.text).toContain('Jedna paczka, 50\u00a0zamówień')
})

test('the HTML is one whole document that loads nothing from elsewhere', async () => {
  const { html } = await confirm()
  expect(html.match(/<!doctype/gi)).toHaveLength(1)
  expect(html).toMatch(/^<!doctype html><html lang="pl">/)
  expect(html).not.toMatch(/<(img|script|link)\b|url\(|@import/)
})

test('a mail is refused when its ids do not fit, its rows are gone or nobody knows its template', async () => {
  await expect(render({})).rejects.toThrow('checkoutId')
  await expect(render({ checkoutId: crypto.randomUUID() })).rejects.toThrow('no orders')
  const unknown = createMailRenderer({ db: database.db, profile: testProfile })({ template: 'unknown', data: {} })
  await expect(unknown).rejects.toThrow('no mail template')
})
