// The panel's dialogs with a form, on a phone that drops the tab: the browser asks before it loses what was typed, the
// page opens again with the dialog, and Back closes no more than the dialog.
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { ordersOf } from './checkout.ts'
import { orderByApi, signInByApi, visit } from './storefront.ts'

/** Where a dialog is, the button or link that opens it, and a field to type into. `:id` is an order's. */
const DIALOGS: [name: string, path: string, opener: RegExp, field: RegExp][] = [
  ['a product', '/admin/produkty', /^Edytuj: /, /^Nazwa/],
  ['a new product', '/admin/produkty', /^Dodaj produkt/, /^Nazwa/],
  ['a brand', '/admin/marki', /^Edytuj markę /, /^Opis/],
  ['a new code', '/admin/kody', /^Dodaj kod/, /^Kod/],
  ['a buyer', '/admin/klienci', /^Notatka o /, /^Notatka/],
  ['a parcel', '/admin/przesylki', /^Edytuj/, /numer/i],
  ["an order's receiver", '/admin/zamowienia/:id', /^Zmień dostawę/, /^Imię/],
  ['a cancellation', '/admin/zamowienia/:id', /^Anuluj/, /^Powód/],
]

test('a dialog with a form is open again after a reload, and Back closes it', async ({
  shop,
  database,
  openVisitor,
}) => {
  const buyer = await openVisitor()
  const email = 'otwarte-okno@example.test'
  await signInByApi(buyer.context, email)
  await orderByApi(buyer.context, ['qahwat-badiya'])
  const [order] = await ordersOf(database, email)
  if (!order) throw new Error('nothing was ordered')
  const { page, context } = await openVisitor(PHONE)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.type())
    void question.accept()
  })
  for (const [name, path, opener, fieldName] of DIALOGS) {
    questions.length = 0
    await visit(page, path.replace(':id', order.id))
    const heading = page.getByRole('heading', { level: 1 })
    const url = page.url()
    await page
      .getByRole('button', { name: opener })
      .or(page.getByRole('link', { name: opener }))
      .first()
      .click()
    const field = page.getByRole('dialog').getByLabel(fieldName).first()
    const start = await field.inputValue()
    await field.fill('7')
    await page.reload()
    expect(questions, name).toEqual(['beforeunload'])
    await expect.poll(() => field.inputValue(), { message: name }).toBe(start)
    await page.goBack()
    await eventually(async () => expect(await page.getByRole('dialog').count(), name).toBe(0))
    await heading.waitFor()
    expect(page.url(), name).toBe(url)
  }
})
