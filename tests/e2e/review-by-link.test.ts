import { changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { orderByApi, signInByApi, visit } from './storefront.ts'

const PRODUCT = 'anbar-sahili'
const EMAIL = 'po-dostawie@example.test'

test('the stars in the mail after a delivery lead to a review, signed in by the link', async ({
  phone,
  openVisitor,
  mailbox,
  database: { db },
}) => {
  const { context, page } = phone
  await signInByApi(context, EMAIL)
  await orderByApi(context, [PRODUCT])
  await context.clearCookies()
  const { id } = await db
    .selectFrom('shipments')
    .select('id')
    .where('receiver_email', '=', EMAIL)
    .executeTakeFirstOrThrow()
  for (const to of ['processing', 'shipped', 'delivered'] as const) {
    await db.transaction().execute((trx) => changeShipmentStatus(trx, id, { actor: 'system', reason: null, to }))
  }
  let address = ''
  await eventually(async () => {
    const texts = (await mailbox.messagesTo(EMAIL)).map(({ text }) => text)
    address = /^4 gwiazdki: (http\S+)$/m.exec(texts.join('\n'))?.[1] ?? ''
    expect(address).not.toBe('')
  })
  const { pathname, search, hash } = new URL(address)
  const openLink = pathname + search + hash

  // Opening the link alone does nothing.
  const scanner = await openVisitor(PHONE)
  await visit(scanner.page, openLink)
  await scanner.page.getByRole('button', { name: 'Dodaj opinię' }).waitFor()
  expect(await db.selectFrom('reviews').select('id').where('comment', '=', 'Trwa cały dzień.').execute()).toEqual([])

  await visit(page, openLink)
  expect(await page.getByRole('radio', { name: '4 gwiazdki' }).isChecked()).toBe(true)
  await page.getByRole('textbox', { name: /Komentarz/ }).fill('Trwa cały dzień.')
  await page.getByRole('button', { name: 'Dodaj opinię' }).click()
  await page.getByRole('heading', { name: 'Dziękujemy za opinię' }).waitFor()
  const stored = await db
    .selectFrom('reviews')
    .select(['rating', 'approved', 'confirmed'])
    .where('comment', '=', 'Trwa cały dzień.')
    .execute()
  expect(stored).toEqual([{ rating: 4, approved: false, confirmed: true }])
  await page.getByRole('link', { name: 'Twoje opinie' }).click()
  await page.getByText('Oczekuje na akceptację').waitFor()

  await scanner.page.getByRole('button', { name: 'Dodaj opinię' }).click()
  await scanner.page.getByText('Ten link został już wykorzystany.').waitFor()
  await scanner.page.getByRole('heading', { name: 'Zaloguj się' }).waitFor()
  // At the window's lower edge, where other pages show floating contact buttons, nothing covers its button.
  const over = await scanner.page.getByRole('button', { name: 'Zaloguj się', exact: true }).evaluate((button) => {
    button.scrollIntoView({ block: 'end' })
    const { top, bottom, left, right } = button.getBoundingClientRect()
    const places = [left + 4, (left + right) / 2, right - 4].map((x) =>
      document.elementFromPoint(x, (top + bottom) / 2),
    )
    return places.filter((element) => !button.contains(element)).map((element) => element?.outerHTML)
  })
  expect(over).toEqual([])
})
