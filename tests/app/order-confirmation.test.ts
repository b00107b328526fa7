import { GUARANTEE_NOTICE } from '#domain/labels/legal-notices.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { testProfile, testShop } from '#tests/support/shop-profile.ts'
import { BY_COURIER, renumber, storeCheckout, TO_LOCKER, TWO_ORDERS } from '#tests/support/stored-checkout.ts'

let database: TestDatabase

const test = base.extend('demo', { scope: 'file' }, false)
test.beforeAll(({ database: started }) => {
  database = started
})

const render = (data: unknown) =>
  createMailRenderer({ db: database.db, ...testShop })({
    template: 'order-confirmation',
    data,
    created_at: new Date(),
  })

async function confirm(orders = [...TWO_ORDERS], columns = TO_LOCKER) {
  const own = renumber(orders)
  const mail = await render({ checkoutId: await storeCheckout(database.db, own, columns) })
  return { ...mail, numbers: own.map(({ id }) => id.slice(0, 8)) }
}

test('the confirmation of several orders speaks of one parcel and one sum', async () => {
  const mail = await confirm()
  expect(mail.subject).toBe(`Potwierdzenie zamówień ${mail.numbers.join(', ')}`)
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain('Jedna paczka, 2\u00a0zamówienia, do zapłaty 304,89\u00a0zł')
    for (const part of ['8,50\u00a0zł', '8,49\u00a0zł', '58,39\u00a0zł']) expect(body).not.toContain(part)
  }
  expect(mail.text).toContain('Produkty: 287,90\u00a0zł\nDostawa: 16,99\u00a0zł\nRazem: 304,89\u00a0zł')
})

test('HTML and text of the confirmation contain everything a buyer has to know', async () => {
  const mail = await confirm()
  for (const body of [mail.html, mail.text]) {
    for (const part of [
      'Łucja',
      ...mail.numbers.map((number) => `Zamówienie nr ${number}`),
      'Zażółć Gęślą Jaźń',
      'Perfumy Arabskie, 2\u00a0×\u00a0119,00\u00a0zł',
      '238,00\u00a0zł',
      'Płatność przy odbiorze w paczkomacie',
      'Paczkomat DEMO-WAW-003 (przy piekarni)',
      'ul. Złota 7, 00-020 Warszawa',
      'Łucja Ćwik',
      '+48 600 100 200',
      'odbiorca@example.com',
      'Nadamy w',
      '14 dni',
      testProfile.returnAddress,
      testProfile.sellerName,
      testProfile.sellerAddress,
      'NIP\u00a00000000000',
      'BDO\u00a0000123456',
      GUARANTEE_NOTICE.title,
      GUARANTEE_NOTICE.text,
      GUARANTEE_NOTICE.url,
      testProfile.sellerEmail,
      'Zobacz zamówienie',
      `${testProfile.shopUrl}/zamowienie#`,
      `${testProfile.shopUrl}/regulamin`,
    ]) {
      expect(body).toContain(part)
    }
  }
})

test('the confirmation of one order by courier names only that order', async () => {
  const mail = await confirm([TWO_ORDERS[0]], BY_COURIER)
  expect(mail.subject).toBe(`Potwierdzenie zamówienia ${mail.numbers[0]}`)
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain(`Zamówienie nr ${mail.numbers[0]}, do zapłaty 246,50\u00a0zł`)
    expect(body).toContain('Płatność kurierowi przy odbiorze')
    expect(body).toContain('Żytnia 3/4')
    expect(body).toContain('87-100 Toruń')
    expect(body).not.toContain('paczka,')
    expect(body).not.toContain('W paczce')
  }
})

test('names of products and buyers cannot become markup', async () => {
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
  expect(mail.subject).toBe(`Potwierdzenie zamówień ${mail.numbers.slice(0, 3).join(', ')} i 47 więcej`)
  expect(mail.text).toContain('Jedna paczka, 50\u00a0zamówień')
})

test('the HTML is a complete document that loads nothing from other sites', async () => {
  const { html } = await confirm()
  expect(html.match(/<!doctype/gi)).toHaveLength(1)
  expect(html).toMatch(/^<!doctype html><html lang="pl">/)
  expect(html).not.toMatch(/<(img|script|link)\b|url\(|@import/)
})

test('a mail is refused when its ids do not fit, its rows are gone or its template is unknown', async () => {
  await expect(render({})).rejects.toThrow('checkoutId')
  await expect(render({ checkoutId: crypto.randomUUID() })).rejects.toThrow('no orders')
  const unknown = createMailRenderer({ db: database.db, ...testShop })({
    template: 'unknown',
    data: {},
    created_at: new Date(),
  })
  await expect(unknown).rejects.toThrow('no mail template')
})

test('the confirmation greets without the name, which Polish would inflect', async () => {
  const mail = await confirm([TWO_ORDERS[0]], { ...BY_COURIER, first_name: 'Anna' })
  expect(mail.text.split('\n\n')[1]).toBe('Dzień dobry!')
})

test('nothing that a person typed becomes a link in the confirmation', async () => {
  const address = {
    first_name: 'www.evil.pl',
    last_name: 'http://evil.pl',
    street: 'ul. Prosta, https://evil.pl/x?a=b',
    house_number: '1/2 evil.pl',
    city: 'www.evil.pl a@evil.pl ｅｖｉｌ．ｐｌ',
    receiver_email: 'x@evil.pl',
  }
  for (const columns of [
    { ...BY_COURIER, ...address },
    { ...TO_LOCKER, ...address },
  ]) {
    const mail = await confirm([TWO_ORDERS[0]], columns)
    // In HTML an anchor without a target; in the text form an address of a mailbox stays as it is.
    expect(mail.html).toMatch(/<a style="[^"]*">x@evil\.pl<\/a>/)
    const html = mail.html.replace(/<a style="[^"]*">x@evil\.pl<\/a>/, '')
    for (const body of [html, mail.text.replace(/^x@evil\.pl$/m, '')]) {
      expect(body).toContain('evil')
      // Schemes, hosts and mailboxes, by which programs recognise links in text.
      expect(body).not.toMatch(/evil[.\uff0e](pl|ｐｌ)|www\.|\w@evil|https?:\/\/evil/)
    }
    expect(mail.text.replaceAll('\u200b', '')).toContain('http://evil.pl')
  }
  const plain = await confirm([TWO_ORDERS[0]], { ...BY_COURIER, street: 'ul. Prosta', house_number: '1 m. 2' })
  expect(plain.text).toContain('ul. Prosta 1 m. 2')
})
