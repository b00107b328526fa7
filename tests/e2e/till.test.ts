// A sale to a person at the till of the owner, who prints receipts by hand, on a phone.
import { expectAccessibleOnBoth } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { orderAhead, payByBlik, seesReceived } from './prepaid.ts'
import { seesToast, visit } from './storefront.ts'

test('a paid order waits for its receipt, is marked with its number, put back and marked again', async ({
  phone,
  openVisitor,
  shop,
}) => {
  const { page, context } = phone
  await orderAhead(page, context, 'Layali Zahran', 'paragon@example.test')
  await payByBlik(page)
  await seesReceived(page)
  const [order] = await (await context.request.get('/api/me/orders')).json()
  const number: string = order.id.slice(0, 8)

  const owner = await openVisitor(PHONE)
  await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })
  const till = owner.page
  await visit(till, '/admin/kasa')
  const sale = till.getByRole('listitem').filter({ hasText: number })
  await sale.getByText('Layali Zahran').waitFor()
  await expectAccessibleOnBoth(till, 'the till')
  await sale.getByLabel('Numer paragonu (może być pusty)').fill('W001234')
  await sale.getByRole('button', { name: `Wydrukowany: ${number}` }).click()
  await seesToast(till, 'Paragon oznaczony jako wydrukowany', `Zamówienie ${number}`)
  await sale.waitFor({ state: 'detached' })
  await till.getByRole('button', { name: 'Cofnij' }).click()
  // Without an agent at the printer the sale waits again.
  await sale.getByLabel('Numer paragonu (może być pusty)').fill('W001235')
  await sale.getByRole('button', { name: `Wydrukowany: ${number}` }).click()
  await sale.waitFor({ state: 'detached' })
  await visit(till, '/admin/kasa/wydrukowane')
  await till.getByText('W001235').waitFor()
  await expectAccessibleOnBoth(till, 'printed receipts')
  await visit(till, '/admin/kasa/zwroty')
  await till.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessibleOnBoth(till, 'the register of returns')
  await visit(till, '/admin/miesiac')
  await till.getByText('VAT należny').first().waitFor()
  await expectAccessibleOnBoth(till, 'the month')
})
