import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import type { Mailbox } from '#tests/support/mailbox.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { enrolSecondFactor } from './checkout.ts'
import {
  chooseCourier,
  complaintAt,
  fill,
  openCart,
  orderButton,
  PASSWORD,
  putIntoCart,
  seesToast,
  signInByApi,
  visit,
} from './storefront.ts'

const NEW_PASSWORD = 'zupelnie-nowe'

async function openLogin(page: Page) {
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Zaloguj się', exact: true })
  await dialog.waitFor()
  return dialog
}

/** The address of the button in the newest mail that leads to this page, once it has arrived. */
async function mailedAddress(mailbox: Mailbox, email: string, page: string): Promise<string> {
  let address = ''
  await eventually(async () => {
    const messages = await mailbox.messagesTo(email)
    const [found] = messages.flatMap(({ text }) => new RegExp(`https?://\\S+${page}#\\S+`).exec(text) ?? [])
    if (found === undefined) throw new Error(`no mail leads to ${page} yet`)
    address = found
  })
  return address
}

/** Opens a mailed address as a mail program does: in a new tab. */
async function openMailed(page: Page, address: string): Promise<void> {
  const { pathname, hash } = new URL(address)
  await visit(page, pathname + hash)
}

describe('a forgotten password', () => {
  test('is replaced by the mailed link from the login dialog, and the new one signs in to buy', async ({
    phone: { page, context },
    mailbox,
  }) => {
    const email = 'zapomniala@example.test'
    await signInByApi(context, email)
    await context.clearCookies()
    await visit(page, '/sklep?category=arabic')
    await putIntoCart(page, 'Ward Nahari')
    await page.locator('summary[aria-label="Menu"]').click()
    const login = await openLogin(page)
    await fill(login, { 'E-mail': email })
    await login.getByRole('button', { name: 'Nie pamiętasz hasła?' }).click()
    const recovery = page.getByRole('dialog', { name: 'Nowe hasło', exact: true })
    await expect.poll(() => recovery.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(email)
    await recovery.getByRole('button', { name: 'Wyślij link do nowego hasła' }).click()
    await recovery.getByText('Sprawdź skrzynkę').waitFor()

    await openMailed(page, await mailedAddress(mailbox, email, '/nowe-haslo'))
    const form = page.getByRole('main')
    await form.getByRole('button', { name: 'Ustaw nowe hasło' }).click()
    const field = form.getByRole('textbox', { name: 'Nowe hasło' })
    expect(await complaintAt(field)).toBe('Hasło jest wymagane')
    await fill(form, { 'Nowe hasło': NEW_PASSWORD })
    await form.getByRole('button', { name: 'Ustaw nowe hasło' }).click()
    await page.getByRole('heading', { name: 'Hasło zmienione' }).waitFor()

    await page.getByRole('button', { name: 'Wróć do koszyka' }).click()
    const cart = page.getByRole('dialog', { name: 'Koszyk', exact: true })
    await cart.getByText('Zalogowany').waitFor()
    await cart.getByRole('button', { name: /Wyloguj/ }).click()
    await fill(cart, { 'E-mail': email, Hasło: NEW_PASSWORD })
    await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
    await cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }).click()
    await cart.getByText('Zalogowany').waitFor()
    await chooseCourier(cart)
    await orderButton(cart).click()
    await page.getByRole('heading', { name: 'Dziękujemy za zamówienie' }).waitFor()
  })

  test('can be replaced from the cart, and the waiting tab is then signed in', async ({
    visitor: { page, context },
    mailbox,
  }) => {
    const email = 'w-koszyku@example.test'
    await signInByApi(context, email)
    await context.clearCookies()
    await visit(page, '/sklep?category=arabic')
    await putIntoCart(page, 'Ward Nahari')
    const cart = await openCart(page)
    const link = cart.getByRole('button', { name: /Nie pamiętasz hasła/ })
    await link.click()
    expect(await complaintAt(cart.getByRole('textbox', { name: 'E-mail', exact: true }))).toBe('Email jest wymagany')
    await fill(cart, { 'E-mail': email })
    await link.click()
    await cart.getByText('Sprawdź skrzynkę').waitFor()

    const mail = await context.newPage()
    await openMailed(mail, await mailedAddress(mailbox, email, '/nowe-haslo'))
    await fill(mail.getByRole('main'), { 'Nowe hasło': NEW_PASSWORD })
    await mail.getByRole('button', { name: 'Ustaw nowe hasło' }).click()
    await mail.getByRole('heading', { name: 'Hasło zmienione' }).waitFor()
    await cart.getByText('Zalogowany').waitFor()
  })

  test('keeps the second factor: its code or a backup code is asked for', async ({ visitor, mailbox, database }) => {
    const { page, context } = visitor
    const email = 'dwa-skladniki@example.test'
    const code = await enrolSecondFactor(context, email, database.db)
    await context.request.post('/api/recover', { data: { email } })
    await openMailed(page, await mailedAddress(mailbox, email, '/nowe-haslo'))
    await fill(page.getByRole('main'), { 'Nowe hasło': NEW_PASSWORD })
    await page.getByRole('button', { name: 'Ustaw nowe hasło' }).click()
    await page.getByRole('textbox', { name: 'Kod' }).fill(code())
    await page.getByRole('button', { name: 'Potwierdź', exact: true }).click()
    await page.getByRole('heading', { name: 'Hasło zmienione' }).waitFor()
  })
})

describe('a login link', () => {
  test('signs in by a press of its button, once', async ({ visitor: { page, context }, mailbox, database }) => {
    const email = 'linkiem@example.test'
    await signInByApi(context, email)
    await proveAddresses(database.db, email)
    await context.clearCookies()
    await visit(page, '/regulamin')
    const login = await openLogin(page)
    await fill(login, { 'E-mail': email })
    await login.getByRole('button', { name: 'Wyślij mi link do logowania' }).click()
    const asking = page.getByRole('dialog', { name: 'Link do logowania', exact: true })
    await asking.getByRole('button', { name: 'Wyślij link do logowania' }).click()
    await asking.getByText('Sprawdź skrzynkę').waitFor()

    const address = await mailedAddress(mailbox, email, '/logowanie')
    // A mail scanner's request does not use up the link.
    expect((await fetch(address)).status).toBe(200)
    await openMailed(page, address)
    await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await page.getByRole('heading', { name: 'Zalogowano' }).waitFor()
    await page.getByRole('link', { name: 'Przejdź do panelu klienta' }).click()
    await page.getByText(`Witaj, ${email}`).waitFor()

    const again = await context.newPage()
    await openMailed(again, address)
    await again.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await again.getByText('Ten link został już wykorzystany. Poproś o nowy.').waitFor()
    await again.getByRole('button', { name: 'Poproś o nowy link' }).click()
    await again.getByRole('button', { name: 'Wyślij link do logowania' }).waitFor()
  })

  test('removes the password when it first proves the address, and asks for a new one', async ({ phone, mailbox }) => {
    const { page, context } = phone
    const email = 'pierwszy-dowod@example.test'
    await signInByApi(context, email)
    await context.clearCookies()
    await context.request.post('/api/login-link', { data: { email } })
    await openMailed(page, await mailedAddress(mailbox, email, '/logowanie'))
    await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await page.getByText('wcześniejsze hasło tego konta przestało działać').waitFor()
    await fill(page.getByRole('main'), { 'Nowe hasło': NEW_PASSWORD })
    await page.getByRole('button', { name: 'Ustaw hasło' }).click()
    await seesToast(page, 'Hasło ustawione')
    await context.clearCookies()
    const signIn = (password: string) => context.request.post('/api/auth/sign-in/email', { data: { email, password } })
    expect([(await signIn(PASSWORD)).status(), (await signIn(NEW_PASSWORD)).status()]).toEqual([401, 200])
  })
})

test('an address is confirmed in the account’s session, after signing in', async ({ visitor, mailbox, database }) => {
  const { page, context } = visitor
  const email = 'potwierdza@example.test'
  await signInByApi(context, email)
  await context.request.post('/api/me/request-verification', { data: {} })
  const address = await mailedAddress(mailbox, email, '/potwierdz-email')
  await context.clearCookies()
  await openMailed(page, address)
  await page.getByText('Zaloguj się na konto, którego adres potwierdzasz.').waitFor()
  await fill(page.getByRole('main'), { 'E-mail': email, Hasło: PASSWORD })
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Potwierdź adres' }).click()
  await page.getByRole('heading', { name: 'Adres potwierdzony' }).waitFor()
  const user = database.db.selectFrom('users').select('email_verified').where('email', '=', email)
  expect(await user.executeTakeFirst()).toEqual({ email_verified: true })
})

test.for(['/nowe-haslo', '/logowanie', '/potwierdz-email', '/ocena/fern-flint'])(
  '%s: is not cached, and does not send its address to other pages',
  async (path, { shop }) => {
    const { headers } = await fetch(shop.url + path)
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['private, no-store', 'no-referrer'])
  },
)
