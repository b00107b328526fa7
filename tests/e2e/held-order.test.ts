import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { setNetworkLimits } from '#tests/support/network-limits.ts'
import { readyToOrder } from './checkout.ts'
import { orderButton, orderByApi, signInByApi, textOf } from './storefront.ts'

test('an order beyond the common limit of new accounts waits until the mailed link is opened', async ({
  database,
  mailbox,
  openVisitor,
}) => {
  const { db } = database
  await setNetworkLimits(db, { network_parcels: 1 })
  const first = await openVisitor()
  await signInByApi(first.context, 'pierwsza@example.test')
  await orderByApi(first.context, ['layali-zahran'])
  const email = 'czeka@example.test'
  const { page, context } = await openVisitor(PHONE)
  await signInByApi(context, email)

  const dialog = await readyToOrder(page, 'Qamar al-Wadi')
  await orderButton(dialog).click()
  const notice = page.getByRole('region', { name: 'Jeszcze jedno naciśnięcie' })
  await expect.poll(() => textOf(notice)).toContain(`Otwórz link, który wysłaliśmy na adres ${email}`)
  expect(await db.selectFrom('orders').select('id').where('email', '=', email).execute()).toEqual([])

  let link = ''
  await eventually(async () => {
    const [message] = await mailbox.messagesTo(email)
    link = /\/potwierdz-zamowienie#[\w-]+/.exec(message?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  })
  const elsewhere = await openVisitor()
  await elsewhere.page.goto(link)
  await elsewhere.page.getByRole('button', { name: 'Potwierdzam zamówienie' }).click()
  await elsewhere.page.getByRole('heading', { name: 'Dziękujemy za zamówienie' }).waitFor()
  const [order] = await db.selectFrom('orders').select('number').where('email', '=', email).execute()
  await elsewhere.page.getByText(`Zamówienie nr ${order?.number}`).waitFor()
})
