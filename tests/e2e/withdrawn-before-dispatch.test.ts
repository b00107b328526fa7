import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { orderByApi, plain, signInByApi, textOf, visit } from './storefront.ts'

test('a withdrawal before dispatch is shown when packing; one press carries it out, and the buyer is mailed', async ({
  shop,
  database: { db },
  phone,
  openVisitor,
}) => {
  const email = 'rozmyslila-sie@example.test'
  const buyer = await openVisitor()
  await signInByApi(buyer.context, email)
  await orderByApi(buyer.context, ['layali-zahran'])
  const { id, number, checkout_id } = await db
    .selectFrom('orders')
    .select(['id', 'number', 'checkout_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const declared = { name: 'Łucja Żółć', order_number: number, email }
  const answer = await buyer.context.request.post('/api/withdrawals', {
    data: declared,
    headers: { 'Idempotency-Key': 'a'.repeat(32), Origin: shop.url },
  })
  const { number: caseNumber } = (await answer.json()) as { number: string }
  await eventually(async () => {
    const found = await db
      .selectFrom('return_cases')
      .select('match')
      .where('number', '=', caseNumber)
      .executeTakeFirst()
    expect(found?.match).toBe('typed')
  })

  const { page, context } = phone
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/pakowanie')
  const parcel = page.getByRole('article', { name: 'Paczka do spakowania' })
  const sentence = `Odstąpienie od 1 × Layali Zahran · 100 ml · Woda perfumowana (${caseNumber}).`
  await expect.poll(async () => plain(await textOf(parcel))).toContain(sentence)
  await expectAccessible(page, 'a withdrawn parcel on the packing desk')
  // Packing asks first.
  await parcel.getByRole('checkbox', { name: 'Layali Zahran' }).check()
  await parcel.getByRole('button', { name: 'Spakowane, następna' }).click()
  await page.getByRole('dialog', { name: 'Spakować tę paczkę?' }).getByRole('button', { name: 'Zostaw' }).click()
  await visit(page, `/admin/pakowanie/paczka/${checkout_id}`)
  await page.getByText(`${sentence} Nie wysyłaj bez sprawdzenia.`).waitFor()

  // From the order: nothing is sent, nothing was paid, all pieces are sold again.
  await visit(page, `/admin/zamowienia/${id}`)
  await page.getByRole('button', { name: 'Anuluj i oddaj pieniądze' }).click()
  const dialog = page.getByRole('dialog', { name: `Odstąpienie ${caseNumber}` })
  await expect.poll(() => textOf(dialog)).toContain('Nic za nie nie zapłacono')
  await expectAccessible(page, 'the dialog that carries a withdrawal out')
  await dialog.getByRole('button', { name: 'Wykonaj odstąpienie' }).click()
  await page.getByText('Odstąpienie wykonane').waitFor()
  await page.getByText('Anulowane').first().waitFor()
  await visit(page, '/admin/pakowanie')
  await page.getByText('Nie ma nic do spakowania.').waitFor()
})
