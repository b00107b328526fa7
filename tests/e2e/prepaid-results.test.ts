import type { Page } from 'playwright-core'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { ordersOf } from './checkout.ts'
import { expectCart, orderAhead, payByBlik, reachPaymentPage, seesReceived } from './prepaid.ts'
import { orderAheadByApi, orderByApi, signInByApi, textOf, visit } from './storefront.ts'

test('result pages and order page are not cached, not indexed, and send their address to no site', async ({ shop }) => {
  for (const path of ['/payment-success?session_id=cs_test_x', '/payment-cancel?order=x', '/zamowienie']) {
    const { status, headers, text } = await ask(shop.url, path)
    expect(status, path).toBe(200)
    expect(headers, path).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(text, path).toContain('<meta name="robots" content="noindex"/>')
  }
})

const main = (page: Page) => page.locator('main')

test('a buyer whose session is gone is signed in by the paying browser; the cancel page says that the order is paid', async ({
  shop,
  visitor: { page, context },
}) => {
  const session = await orderAhead(page, context, 'Zafran Makhmal', 'bez-sesji@example.test')
  const given = (await openStripe(shop).sessions()).find(({ id }) => id === session)?.cancelUrl ?? ''
  await context.clearCookies({ name: /session_token/ })
  const other = await context.newPage()
  await visit(other, '/')
  await payByBlik(page)
  await seesReceived(page)
  await page.getByText('znajdziesz je też w panelu klienta').waitFor()
  await other.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  await other.waitForURL('**/panel-klienta')

  await page.goto(given)
  await page.getByRole('heading', { name: 'Zamówienie jest opłacone' }).waitFor()
  expect(await textOf(main(page))).not.toMatch(/anulowana|Zapłać/)
  await expectCart(page, 0)
})

test('in another browser the success page hides the buyer’s data, and a login link is mailed', async ({
  mailbox,
  openVisitor,
  shop,
  visitor: { context },
}) => {
  const email = 'inna-przegladarka@example.test'
  await signInByApi(context, email)
  const session = await orderAheadByApi(context, ['sirb-ghazal'], email)
  await openStripe(shop).act(session, { action: 'pay', method: 'card' })
  const other = await openVisitor()
  await other.page.goto(`/payment-success?session_id=${session}`)
  await seesReceived(other.page)
  await other.page.getByText('Link do logowania wysłaliśmy e-mailem.').waitFor()
  await other.page.getByText(/Za \d+ s otworzymy stronę główną/).waitFor()
  await other.page.getByRole('link', { name: 'Kontynuuj zakupy' }).waitFor()
  expect(await textOf(main(other.page))).not.toContain(email)
  await eventually(async () => {
    const subjects = (await mailbox.messagesTo(email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/logowani|zaloguj/i))
  })
})

test('the mailed link shows the order and lets a guest pay for it, and its secret stays in the fragment', async ({
  database,
  mailbox,
  openVisitor,
  shop,
  visitor: { context },
}) => {
  const email = 'link@example.test'
  await signInByApi(context, email)
  const session = await orderAheadByApi(context, ['najmat-sidra'], email)
  await openStripe(shop).act(session, { action: 'expire' })
  const findLink = async () => {
    const [message] = await mailbox.messagesTo(email)
    return /http\S+\/zamowienie#([\w-]+)/.exec(message?.text ?? '') ?? []
  }
  await eventually(async () => expect(await findLink()).toHaveLength(2))
  const [link = '', token = ''] = await findLink()

  const guest = await openVisitor()
  const asked: string[] = []
  guest.page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''))
  await guest.page.goto(link)
  await guest.page.getByRole('heading', { name: 'Zamówienie nie zostało opłacone' }).waitFor()
  const seen = await textOf(main(guest.page))
  expect(seen).toContain('Najmat Sidra')
  for (const personal of [email, 'Łucja', 'Źródlana', '600 700 800']) expect(seen).not.toContain(personal)
  await guest.page.getByRole('button', { name: 'Zapłać jeszcze raz' }).click()
  await reachPaymentPage(guest.page)
  expect(asked.join()).not.toContain(token)
  await payByBlik(guest.page)
  await seesReceived(guest.page)
  await eventually(async () => expect(await ordersOf(database, email)).toMatchObject([{ status: 'paid' }]))

  const [order] = await ordersOf(database, email)
  const shipped = { status: 'shipped', tracking_number: '52000001' } as const
  await database.db
    .updateTable('shipments')
    .set(shipped)
    .where('order_id', '=', order?.id ?? '')
    .execute()
  await guest.page.goto(link)
  await guest.page.getByRole('heading', { name: 'Przesyłka jest w drodze' }).waitFor()
  const tracking = guest.page.getByRole('link', { name: /Śledź przesyłkę 52000001/ })
  await expect.poll(() => tracking.getAttribute('href')).toContain('number=52000001')
  expect(await guest.page.getByRole('button', { name: 'Zapłać jeszcze raz' }).count()).toBe(0)
})

test('the link of an order on delivery says the sum due; an incomplete link says how to open it', async ({
  mailbox,
  openVisitor,
  visitor: { context },
}) => {
  const email = 'link-pobranie@example.test'
  await signInByApi(context, email)
  await orderByApi(context, ['ward-nahari', 'tamr-laylak'])
  const guest = await openVisitor()
  await eventually(async () => expect(await mailbox.messagesTo(email)).toHaveLength(1))
  const [message] = await mailbox.messagesTo(email)
  await guest.page.goto(/http\S+\/zamowienie#[\w-]+/.exec(message?.text ?? '')?.[0] ?? '')
  await guest.page.getByRole('heading', { name: 'Przygotowujemy zamówienie' }).waitFor()
  await expect.poll(() => textOf(main(guest.page))).toMatch(/Jedna paczka, 2 zamówienia.*Razem/)
  await expect.poll(() => textOf(main(guest.page))).toMatch(/Przy odbiorze: \d+,\d\d zł/)
  await guest.page.goto('/')
  await guest.page.goto('/zamowienie#abc')
  await guest.page.getByText('Ten link jest nieprawidłowy albo niepełny.').waitFor()
})
