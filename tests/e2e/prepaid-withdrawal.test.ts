import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { orderAheadByApi, plain, signInByApi, textOf, visit } from './storefront.ts'

test('a customer withdraws from one of two prepaid pieces; the owner takes it back and refunds it in one press', async ({
  shop,
  database: { db },
  mailbox,
  openVisitor,
}) => {
  const email = 'zwraca-jedna@example.test'
  const { page, context } = await openVisitor(PHONE)
  await signInByApi(context, email)
  await db.updateTable('products').set({ stock_quantity: 5 }).where('slug', '=', 'layali-zahran').execute()
  const session = await orderAheadByApi(context, ['layali-zahran', 'misk-fajri'], email)
  const stripe = openStripe(shop)
  await stripe.act(session, { action: 'pay' })
  const findOrder = () => db.selectFrom('orders').select('status').where('email', '=', email).executeTakeFirstOrThrow()
  await eventually(async () => expect((await findOrder()).status).toBe('paid'))
  await db.updateTable('shipments').set({ status: 'delivered' }).where('receiver_email', '=', email).execute()
  const countStock = async () => {
    const product = await db
      .selectFrom('products')
      .select('stock_quantity')
      .where('slug', '=', 'layali-zahran')
      .executeTakeFirstOrThrow()
    return product.stock_quantity
  }
  expect(await countStock()).toBe(4)

  // From the panel the order is known: only the pieces are chosen.
  await visit(page, '/panel-klienta')
  const panel = page.getByRole('main')
  await panel.getByRole('link', { name: 'Odstąp od umowy tutaj' }).click()
  const form = page.getByRole('form', { name: 'Odstąpienie od umowy' })
  await form.getByRole('checkbox', { name: /Misk Fajri/ }).uncheck()
  await form.getByRole('button', { name: 'Dalej' }).click()
  await page.getByRole('heading', { name: 'Sprawdź i potwierdź' }).waitFor()
  expect(await textOf(panel)).toContain('1 × Layali Zahran')
  expect(await textOf(panel)).not.toContain('Misk Fajri')
  await page.getByRole('button', { name: 'Potwierdź odstąpienie od umowy' }).click()
  await page.getByRole('heading', { name: 'Odstąpienie zostało złożone' }).waitFor()
  const number = /Z[0-9A-F]{8}/.exec(await textOf(panel))?.[0] ?? ''

  const owner = await openVisitor()
  await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(owner.page, '/admin/zwroty')
  await owner.page.getByRole('link', { name: new RegExp(number) }).click()
  await owner.page.getByRole('button', { name: 'Towar dotarł' }).click()
  await owner.page.getByRole('button', { name: 'Zapisz, co dotarło' }).click()
  await owner.page.getByRole('heading', { name: 'Co dotarło', exact: true }).waitFor()
  expect(await countStock()).toBe(5)
  await owner.page.getByRole('button', { name: 'Oddaj 119,00 zł' }).click()
  await owner.page
    .getByRole('dialog', { name: `Sprawa ${number}` })
    .getByRole('button', { name: 'Oddaj 119,00 zł' })
    .click()
  await owner.page.getByText('Pieniądze oddane').first().waitFor()

  // The provider refunded the price of one piece; the other piece and the delivery stay paid.
  await eventually(async () => {
    const refunded = (await stripe.sessions()).find(({ id }) => id === session)
    expect(refunded?.money?.refunds).toMatchObject([{ amount: 11_900 }])
    const subjects = (await mailbox.messagesTo(email)).map(({ subject }) => plain(subject))
    expect(subjects.some((subject) => subject.includes('119,00 zł'))).toBe(true)
  })
  expect((await findOrder()).status).toBe('paid')
  await visit(page, '/panel-klienta')
  await panel.getByRole('link', { name: 'Zwroty i reklamacje' }).click()
  const own = page.getByRole('article', { name: `Odstąpienie ${number}` })
  await own.waitFor()
  expect(await textOf(own)).toContain('Oddaliśmy 119,00 zł.')
  expect(await textOf(own)).toContain('1 × Layali Zahran')
})
