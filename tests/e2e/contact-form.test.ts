import type { Locator, Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { complaintAt, fill, seesToast, typedIn, visit } from './storefront.ts'

const formOf = (page: Page) => page.getByRole('form', { name: 'Formularz kontaktowy' })
const LABELS = ['Imię i nazwisko', 'E-mail', 'Telefon (opcjonalnie)', 'Wiadomość']
const MESSAGE = {
  'Imię i nazwisko': 'Łucja Ćwik',
  'E-mail': 'lucja@example.test',
  'Telefon (opcjonalnie)': '600 100 200',
  Wiadomość: 'Czy „Oud” wróci?\nPozdrawiam',
}
const FAILED = 'Nie udało się wysłać wiadomości. Spróbuj ponownie.'
/** A toast lasts four seconds, so on a slow machine the wait for it has to begin before the press. */
const pressAndSee = (send: Locator, ...toast: [title: string, text: string]) =>
  Promise.all([seesToast(send.page(), ...toast), send.click()])
const CODE = '**/assets/contact-form-*.js'

/** Scrolls to the form. The code of the form may replace its element at the same time. */
const comeNear = (form: Locator) => eventually(() => form.scrollIntoViewIfNeeded())

test('a message is checked, survives lost connections and a reload, and reaches the admin once', async ({
  visitor,
  mailbox,
  shop,
}) => {
  const { page } = visitor
  await visit(page, '/')
  const form = formOf(page)
  const send = form.getByRole('button', { name: 'Wyślij wiadomość' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  // None of the form's code is loaded before the visitor comes near it.
  expect(
    await page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('contact-form-')),
    ),
  ).toBe(false)
  /** Waits until the form's code is loaded and checks the fields. */
  const loaded = () => page.locator('form[novalidate]').and(form).waitFor()
  await comeNear(form)
  await loaded()
  await fill(form, { 'E-mail': 'lucja@', 'Telefon (opcjonalnie)': '12' })
  await eventually(async () => expect(await complaintAt(field('E-mail'))).toBe('Podaj prawidłowy adres email'))
  await expectAccessible(page, 'the form with mistakes')
  await fill(form, MESSAGE)

  visitor.expectErrors(/Failed to load resource/)
  await page.route('**/api/send-contact-email', (route) => route.abort(), { times: 1 })
  await pressAndSee(send, 'Błąd', FAILED)
  expect(await typedIn(form, LABELS)).toEqual(MESSAGE)
  await page.reload()
  await comeNear(form)
  await loaded()
  await eventually(async () => expect(await typedIn(form, LABELS)).toEqual(MESSAGE))
  // The message arrives, its answer does not.
  await page.route(
    '**/api/send-contact-email',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await pressAndSee(send, 'Błąd', FAILED)
  await Promise.all([seesToast(page, 'Sukces!', 'Dziękujemy, wiadomość została wysłana.'), send.dblclick()])
  await eventually(async () => expect(Object.values(await typedIn(form, LABELS))).toEqual(['', '', '', '']))
  await expectAccessible(page, 'the form after sending')
  const received = async () =>
    (await mailbox.messagesTo(shop.admin.email)).filter(({ replyTo }) => replyTo.includes('lucja@example.test'))
  await eventually(async () => expect(await received()).toHaveLength(1))
  const [mail] = await received()
  expect(mail?.replyTo).toEqual(['lucja@example.test'])
  expect(mail?.text).toContain('+48 600 100 200')
  expect(await mailbox.messagesTo('lucja@example.test')).toEqual([])
})

test('on a phone: text typed before the code is loaded stays, and is sent', async ({ openVisitor, mailbox, shop }) => {
  const visitor = await openVisitor({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  const { page } = visitor
  const held = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await held.promise
    await route.continue()
  })
  await visit(page, '/')
  const form = formOf(page)
  const message = form.getByRole('textbox', { name: 'Wiadomość', exact: true })
  await form.getByRole('textbox', { name: 'Imię i nazwisko', exact: true }).fill('Zofia')
  await form.getByRole('textbox', { name: 'E-mail', exact: true }).fill('zofia@example.test')
  await message.fill('Dzień dobry')
  held.resolve()
  // Counted once the form's code has loaded.
  await form.getByText('11/4000').waitFor()
  await eventually(async () => expect(await message.evaluate((area) => area === document.activeElement)).toBe(true))
  await page.keyboard.type('!')
  await expect.poll(() => message.inputValue()).toBe('Dzień dobry!')
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  await expectAccessible(page, 'the form on a phone')
  await form.getByRole('button', { name: 'Wyślij wiadomość' }).tap()
  await seesToast(page, 'Sukces!', 'Dziękujemy, wiadomość została wysłana.')
  await eventually(async () => {
    const texts = (await mailbox.messagesTo(shop.admin.email)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('Dzień dobry!'))).toHaveLength(1)
  })
})

test('when the code cannot be loaded, a press sends the message to a page of its own, and no text is lost', async ({
  visitor,
}) => {
  visitor.expectErrors(/Failed to load resource/)
  const { page } = visitor
  await page.route(CODE, (route) => route.abort())
  await visit(page, '/')
  const form = formOf(page)
  await fill(form, { 'Imię i nazwisko': 'Zofia', 'E-mail': 'zofia@example.test', Wiadomość: 'Dzień dobry' })
  await form.getByRole('textbox', { name: 'Telefon (opcjonalnie)', exact: true }).fill('12')
  await form.getByRole('button', { name: 'Wyślij wiadomość' }).click()
  await page.getByRole('heading', { name: 'Napisz do nas' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/kontakt')
  expect(await typedIn(formOf(page), ['Imię i nazwisko', 'Wiadomość'])).toEqual({
    'Imię i nazwisko': 'Zofia',
    Wiadomość: 'Dzień dobry',
  })
})
