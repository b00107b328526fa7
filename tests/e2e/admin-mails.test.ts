import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { orderByApi, seesToast, signInByApi, textOf, visit } from './storefront.ts'

const ANNA = 'anna@example.test'
const BARTEK = 'bartek@example.test'

/** The confirmations of two orders, both given up. */
test.beforeAll(async ({ shop, browser, database }) => {
  for (const email of [ANNA, BARTEK]) {
    const context = await browser.newContext({ baseURL: shop.url })
    await signInByApi(context, email)
    await orderByApi(context, ['ward-nahari'])
    await context.close()
  }
  await eventually(async () => expect(await shop.mailbox.allMessages()).toHaveLength(2))
  await database.db
    .updateTable('mail_outbox')
    .set({ sent_at: null, failed_at: new Date(), failure_reason: 'refused', failure: '550 5.1.1' })
    .execute()
})

test('admin: resends a mail that was given up, and dismisses another', async ({ visitor, phone, shop, mailbox }) => {
  const { page, context } = visitor
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin')
  await page.getByRole('link', { name: /^Niewysłane e-maile/ }).click()
  const heading = page.getByRole('heading', { name: /Niewysłane e-maile/ })
  await expect.poll(() => textOf(heading)).toContain('(2)')
  const row = (email: string) => page.getByRole('article').filter({ hasText: email })
  await expect.poll(() => textOf(row(ANNA))).toContain('Potwierdzenie zamówienia')
  await expect.poll(() => textOf(row(ANNA))).toContain('Serwer pocztowy odbiorcy odmówił przyjęcia wiadomości.')
  await expectAccessible(page, 'the list of mails that were given up')

  await row(ANNA).getByRole('button', { name: 'Wyślij ponownie' }).click()
  await seesToast(page, 'E-mail czeka na wysłanie')
  await row(ANNA).waitFor({ state: 'detached' })
  await expect.poll(() => textOf(heading)).toContain('(1)')
  await eventually(async () => expect(await mailbox.messagesTo(ANNA)).toHaveLength(2))

  await phone.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(phone.page, '/admin/niewyslane-emaile')
  await phone.page.getByRole('article').filter({ hasText: BARTEK }).waitFor()
  const { scrollWidth, clientWidth } = await phone.page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)

  await row(BARTEK).getByRole('button', { name: 'Odrzuć' }).click()
  await seesToast(page, 'E-mail odrzucony')
  await page.getByText('Wszystkie e-maile doszły lub czekają na wysłanie.').waitFor()
  expect(await mailbox.messagesTo(BARTEK)).toHaveLength(1)
})
