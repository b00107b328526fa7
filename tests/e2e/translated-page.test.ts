import type { Locator, Page } from 'playwright-core'
import { PHONE } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { buyNow, cartWith, confirmation } from './checkout.ts'
import {
  cardOf,
  chooseCourier,
  chooseLocker,
  fill,
  orderButton,
  orderByApi,
  PASSWORD,
  PERSON,
  seesToast,
  signInByApi,
  textOf,
  visit,
} from './storefront.ts'

/**
 * What the translator of a browser does to a page: each text node becomes an element of its own, also those that come
 * later. The words stay unchanged here, so that the test finds them. A visitor fails the test by any error in the page.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const LEFT_ALONE = new Set(['SCRIPT', 'STYLE', 'FONT', 'TEXTAREA', 'NOSCRIPT', 'OPTION', 'TITLE'])
    const wrap = (node: Node) => {
      const parent = node.parentNode
      if (!parent || LEFT_ALONE.has(parent.nodeName) || !node.nodeValue?.trim()) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = node.nodeValue
      outer.append(inner)
      parent.replaceChild(outer, node)
    }
    const wrapAll = (root: Node) => {
      if (root.nodeType === Node.TEXT_NODE) return wrap(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) wrap(text)
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) wrapAll(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    document.documentElement.lang = 'en'
  })
}

const open = async (page: Page, path: string) => {
  await visit(page, path)
  // A translator works on what is there; the page is complete by then.
  await page.waitForLoadState('networkidle')
  await translate(page)
}

test('a translated page: a search that finds nothing, a corrected one, and filters', async ({ visitor: { page } }) => {
  await open(page, '/sklep?search=oud')
  const search = page.getByRole('searchbox', { name: 'Szukaj perfum lub marki' })
  await search.fill('xqzzv')
  await page.getByRole('heading', { name: 'Brak produktów' }).waitFor()
  await search.fill('zafrn')
  await page.getByText('Pokazujemy wyniki dla').first().waitFor()
  await search.fill('')
  await page.getByRole('main').getByText('Damskie', { exact: true }).first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Usuń filtr/ })
    .first()
    .click()
  await expect.poll(() => page.url()).not.toContain('gender')
})

test('a translated page: the scent finder answers, in two windows independently, and Back leads to the questions', async ({
  visitor: { page, context },
}) => {
  await open(page, '/znajdz-zapach')
  const other = await context.newPage()
  await open(other, '/znajdz-zapach?lubie=cytrusy')
  const ask = async (asked: Page, when: string) => {
    await asked.getByRole('main').getByText(when, { exact: true }).first().click()
    await asked.getByRole('button', { name: 'Pokaż zapachy' }).click()
    await expect.poll(() => asked.url()).toContain('kiedy=')
    await asked.getByRole('heading', { name: 'Zapachy dla Ciebie' }).waitFor()
  }
  await ask(page, 'Na wieczór')
  await ask(other, 'Na lato')
  expect(page.url()).not.toContain('lubie=')
  await page.goBack()
  await page.getByRole('heading', { name: 'Zapachy dla Ciebie' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pokaż zapachy' }).waitFor()
})

test('a translated page: from the cart without an account to the order', async ({ openVisitor }) => {
  const { page } = await openVisitor(PHONE)
  const cart = await cartWith(page, 'Layali Zahran')
  await translate(page)
  await cart.getByRole('button', { name: 'Więcej', exact: true }).first().click()
  await fill(cart, { 'E-mail': 'tlumaczy@example.test' })
  await cart.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await chooseCourier(cart)
  await cart.getByRole('button', { name: 'Zamawiam z obowiązkiem zapłaty' }).tap()
  await confirmation(page).waitFor()
})

/** Signs in where a cart or a dialog asks for it. */
async function signIn(within: Locator, email: string): Promise<void> {
  await fill(within, { 'E-mail': email })
  await within.getByLabel(/^Hasło/).fill(PASSWORD)
  await within.getByRole('checkbox', { name: /Akceptuję/ }).check()
  await within.getByRole('button', { name: /^Zaloguj się lub załóż konto|^Dalej/ }).click()
}

test('a translated page: signing in within the cart', async ({ visitor: { page } }) => {
  const cart = await cartWith(page, 'Layali Zahran')
  await translate(page)
  await signIn(cart, 'koszyk-tlumaczy@example.test')
  await cart.getByText('Zalogowany').first().waitFor()
})

test('a translated page: a message and a complaint', async ({ visitor }) => {
  const { page } = visitor
  // A part that is not hydrated yet when the translator comes is rendered anew.
  visitor.expectErrors(/error #418/)
  await open(page, '/')
  const form = page.getByRole('form', { name: 'Formularz kontaktowy' })
  await form.scrollIntoViewIfNeeded()
  // The loaded form checks by itself.
  await page.locator('form[novalidate]').and(form).waitFor()
  const message = { 'Imię i nazwisko': 'Łucja', 'E-mail': 'pisze@example.test', Wiadomość: 'Dzień dobry' }
  await fill(form, message)
  await form.getByRole('button', { name: 'Wyślij wiadomość' }).click()
  await seesToast(page, 'Sukces!')

  await open(page, '/reklamacja')
  await page.getByRole('button', { name: 'Złóż reklamację' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
})

test('a translated page: a product of the list, bought in its dialog after signing in, and sent to a locker', async ({
  phone: { page },
}) => {
  const email = 'paczkomat-tlumaczy@example.test'
  const dialog = await buyNow(page, 'Misk Fajri')
  await translate(page)
  await signIn(dialog, email)
  await dialog.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).tap()
  await fill(dialog, PERSON)
  // A search that finds nothing, and then another one.
  await dialog.getByLabel('Znajdź paczkomat').fill('xqzzv')
  await dialog
    .getByText(/^Nie znaleziono paczkomatów/)
    .first()
    .waitFor()
  await chooseLocker(dialog, '00-020', 'DEMO-WAW-002')
  await fill(dialog, { 'E-mail odbiorcy': email })
  await orderButton(dialog).tap()
  await confirmation(page).waitFor()
})

test('a translated page: the panel of a customer, and a purchase given up there', async ({ openVisitor }) => {
  const { page, context } = await openVisitor()
  await signInByApi(context, 'panel-tlumaczy@example.test')
  await orderByApi(context, ['layali-zahran'])
  await open(page, '/panel-klienta')
  for (const tab of ['Przesyłki', 'Zamówienia']) await page.getByRole('tab', { name: tab }).click()
  await page.getByText('Zmień lub anuluj').click()
  await page.getByRole('button', { name: 'Zmień adres lub odbiorcę' }).click()
  const form = page.getByRole('form', { name: 'Zmiana dostawy' })
  await form.getByLabel(/^Telefon/).fill('+49 151 23456789')
  await form.getByRole('button', { name: 'Zapisz zmianę' }).click()
  await form.locator('[aria-invalid=true]').first().waitFor()
  await form.getByLabel(/^Telefon/).fill('500 600 700')
  await form.getByRole('button', { name: 'Zapisz zmianę' }).click()
  await seesToast(page, 'Zmiana zapisana')
  await page.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  await page.getByText('Nic nie trzeba płacić.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Anuluj zamówienie' }).click()
  await seesToast(page, 'Zamówienie anulowane')
  await expect.poll(() => textOf(page.getByRole('article').first())).toContain('Anulowane')
})

test('a translated page: an order by its mailed link, withdrawn from', async ({ openVisitor, mailbox }) => {
  const { page, context } = await openVisitor(PHONE)
  const email = 'link-tlumaczy@example.test'
  await signInByApi(context, email)
  await orderByApi(context, ['layali-zahran'])
  let link = ''
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo(email)
    link = /\/zamowienie#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  })
  await page.goto(link)
  const withdraw = page
    .getByRole('main')
    .getByRole('link', { name: /^Odstąp od umowy/ })
    .first()
  await withdraw.waitFor()
  await translate(page)
  await withdraw.tap()
  await page.getByRole('button', { name: 'Dalej' }).tap()
  await page.getByRole('button', { name: 'Potwierdź odstąpienie od umowy' }).tap()
  await page.getByRole('heading', { name: 'Odstąpienie zostało złożone' }).waitFor()
})

test('a translated page: two saved products are compared', async ({ visitor: { page } }) => {
  await open(page, '/sklep?category=arabic')
  for (const name of ['Layali Zahran', 'Misk Fajri']) {
    await cardOf(page, name)
      .getByRole('button', { name: /ulubion/i })
      .click()
    await seesToast(page, 'Dodano do ulubionych', name)
  }
  await page.getByRole('button', { name: 'Ulubione', exact: true }).click()
  const saved = page.getByRole('dialog', { name: 'Ulubione' })
  await saved
    .getByRole('checkbox', { name: /^Porównaj/ })
    .nth(1)
    .waitFor()
  for (const choice of await saved.getByRole('checkbox', { name: /^Porównaj/ }).all()) await choice.check()
  await saved.getByRole('button', { name: 'Porównaj zapachy (2)' }).click()
  await page.getByRole('table', { name: 'Porównanie zapachów' }).waitFor()
})
