import { readFile } from 'node:fs/promises'
import { expectAccessible } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { fill, orderByApi, plain, signInByApi, textOf, visit } from './storefront.ts'

test('a guest withdraws on a phone, follows the deadline and gets the money of an order paid on delivery', async ({
  shop,
  database: { db },
  mailbox,
  openVisitor,
}) => {
  const email = 'odstepuje@example.test'
  const ordering = await openVisitor()
  await signInByApi(ordering.context, email)
  await orderByApi(ordering.context, ['layali-zahran', 'misk-fajri'])
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  const [first] = orders
  await db
    .updateTable('shipments')
    .set({ status: 'delivered' })
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute()

  // Without an account, from the footer of any page.
  const { page } = await openVisitor(PHONE)
  await visit(page, '/regulamin')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Odstąp od umowy tutaj' }).click()
  const form = page.getByRole('form', { name: 'Odstąpienie od umowy' })
  await fill(form, { 'Imię i nazwisko': 'Łucja Żółć', 'Numer zamówienia': first?.number ?? '', 'E-mail': email })
  await form.getByRole('button', { name: 'Dalej' }).click()
  await expectAccessible(page, 'the confirmation of withdrawal')
  await page.getByRole('button', { name: 'Potwierdź odstąpienie od umowy' }).click()
  await page.getByRole('heading', { name: 'Odstąpienie zostało złożone' }).waitFor()
  const number = /Z[0-9A-F]{8}/.exec(await textOf(page.getByRole('main')))?.[0] ?? ''
  await expectAccessible(page, 'the receipt')

  // The mail comes at once and leads to the order's page with the deadline.
  let link = ''
  await eventually(async () => {
    const mail = (await mailbox.messagesTo(email)).find(({ subject }) => subject.includes(number))
    link = /\/zamowienie#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  })
  await page.goto(link)
  const own = page.getByRole('article', { name: `Odstąpienie ${number}` })
  await expect.poll(() => textOf(own)).toContain('Czekamy na towar albo dowód jego nadania.')
  // The return slip, made by the built shop.
  const downloading = page.waitForEvent('download')
  await own.getByRole('button', { name: 'Pobierz kartkę do paczki (PDF)' }).click()
  const slip = await readFile(await (await downloading).path())
  expect((await readPdf(slip)).join(' ')).toContain(`Zwrot ${number}`)
  await own.getByRole('textbox', { name: /Numer konta/ }).fill('61 1090 1014 0000 0712 1981 2874')
  await own.getByRole('button', { name: 'Zapisz numer konta' }).click()
  await own.getByText('Pieniądze wyślemy na konto kończące się na 2874.').waitFor()
  await expectAccessible(page, 'the page of the order')

  // The owner takes the goods back and transfers the money.
  const owner = await openVisitor()
  await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(owner.page, '/admin/zwroty')
  await owner.page.getByRole('link', { name: new RegExp(number) }).click()
  await owner.page.getByRole('button', { name: 'Towar dotarł' }).click()
  const arrival = owner.page.getByRole('dialog', { name: `Co dotarło, sprawa ${number}` })
  await expectAccessible(owner.page, 'what arrived')
  await arrival.getByRole('button', { name: 'Zapisz, co dotarło' }).click()
  await owner.page.getByRole('heading', { name: 'Co dotarło', exact: true }).waitFor()
  const settle = owner.page.getByRole('button', { name: /^Oznacz przelew/ })
  const amount = plain(await settle.textContent()).replace('Oznacz przelew ', '')
  await settle.click()
  await owner.page
    .getByRole('dialog', { name: `Sprawa ${number}` })
    .getByRole('button', { name: /^Oznacz przelew/ })
    .click()
  await owner.page.getByText('Pieniądze oddane').first().waitFor()

  await page.reload()
  await own.waitFor()
  await expect.poll(() => textOf(own)).toContain(`Oddaliśmy ${amount}.`)
  await eventually(async () => {
    const subjects = (await mailbox.messagesTo(email)).map(({ subject }) => plain(subject))
    expect(subjects.filter((subject) => subject.includes(number))).toHaveLength(4)
    expect(subjects).toContain(`Zapisaliśmy numer konta do zwrotu, odstąpienie ${number}`)
    expect(subjects.some((subject) => subject.startsWith(`Przelew ${amount}`))).toBe(true)
  })
})
