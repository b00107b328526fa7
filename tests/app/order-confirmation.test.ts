import { expect, test } from 'vitest'
import { type OrderConfirmation, orderConfirmationSchema } from '#domain/email/mail.ts'
import { createMailRenderer } from '#infra/email/render-mail.ts'
import { sampleConfirmation, sampleProfile } from './sample-confirmation.ts'

const render = (data: OrderConfirmation) => createMailRenderer(sampleProfile)({ template: 'order-confirmation', data })
const [first] = sampleConfirmation.orders
if (first === undefined) throw new Error('the sample has orders')

test('HTML and text say everything about every order of the checkout', async () => {
  const mail = await render(sampleConfirmation)
  expect(mail.subject).toBe('Potwierdzenie zamówień 3f2a9c1e, 7b1d0e22')
  for (const body of [mail.html, mail.text]) {
    for (const said of [
      'Łucja',
      'Zamówienie nr 3f2a9c1e',
      'Zamówienie nr 7b1d0e22',
      'Zażółć Gęślą Jaźń',
      '238,00\u00a0zł',
      '8,49\u00a0zł',
      '58,39\u00a0zł',
      'Do zapłaty przy odbiorze w paczkomacie: 304,89\u00a0zł',
      'Paczkomat DEMO-WAW-003 (przy piekarni)',
      'ul. Złota 7, 00-020 Warszawa',
      '+48 600 100 200',
      'w ciągu 24 godzin',
      '14 dni',
      'ul. Zwrotna 2, 00-002 Warszawa',
      'Ćma sp. z o.o.',
      'https://perfumeria.example/panel-klienta',
      'https://perfumeria.example/regulamin',
    ]) {
      expect(body).toContain(said)
    }
  }
})

test('what a product or a buyer is called cannot become markup', async () => {
  const mail = await render(sampleConfirmation)
  expect(mail.html).not.toContain('<img')
  expect(mail.html).toContain('Róża &lt;img src=x&gt; &amp; &quot;Miód&quot;')
  expect(mail.text).toContain('Róża <img src=x> & "Miód"')
})

test('one order, by courier', async () => {
  const mail = await render({
    ...sampleConfirmation,
    orders: [first],
    totals: first,
    shippingMethod: 'cash_on_delivery_courier',
    delivery: { kind: 'courier', street: 'Żytnia', houseNumber: '3/4', postalCode: '87-100', city: 'Toruń' },
  })
  expect(mail.subject).toBe('Potwierdzenie zamówienia 3f2a9c1e')
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain('Żytnia 3/4')
    expect(body).toContain('87-100 Toruń')
    expect(body).toContain('Do zapłaty kurierowi przy odbiorze: 246,50\u00a0zł')
    expect(body).not.toContain('Podsumowanie')
  }
})

test('fifty orders still make a subject that fits an inbox', async () => {
  const mail = await render({ ...sampleConfirmation, orders: Array.from({ length: 50 }, () => first) })
  expect(mail.subject).toBe('Potwierdzenie zamówień 3f2a9c1e, 3f2a9c1e, 3f2a9c1e i 47 więcej')
  expect(mail.text).toContain('Przyjęliśmy 50 zamówień')
})

test('data that is not whole is refused before it becomes a letter', () => {
  expect(orderConfirmationSchema.safeParse({ ...sampleConfirmation, orders: [] }).success).toBe(false)
  expect(orderConfirmationSchema.safeParse({ ...sampleConfirmation, totals: { totalGrosze: 1.5 } }).success).toBe(false)
})
