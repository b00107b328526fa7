import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { createStripeProvider } from '#infra/payments/stripe-provider.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { openVisitor, PHONE, type Visitor } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { aRequest, succeed } from './provider-setup.ts'

/** The sandbox's payment page in a browser: a buyer's actions there, and their outcomes. */
let sandbox: Sandbox
let shop: Server
let shopUrl: string
let visitor: Visitor

test.beforeAll(({ sandbox: started }) => {
  sandbox = started
})
beforeAll(async () => {
  shop = createServer((request, response) => response.end(`sklep ${request.url}`)).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  // Another origin than 127.0.0.1, such as a shop at localhost.
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
})
afterAll(() => shop.close())
test.beforeEach(async ({ browser }) => {
  visitor = await openVisitor(browser, sandbox.stripe.url, PHONE)
})
afterEach(async () => {
  await visitor.context.close()
  visitor.checkErrors()
})

const provider = () => createStripeProvider({ mode: 'test', ...sandbox.stripe })

async function open() {
  const { id, url } = await succeed(
    provider().createSession(
      aRequest({
        lines: [{ name: 'Nocny <Ogród> & Wieczór, 100 ml', quantity: 2, unitGrosze: 12_999 }],
        successUrl: `${shopUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${shopUrl}/payment-cancel?order=1`,
      }),
    ),
  )
  if (url === null) throw new Error('no page')
  await visitor.page.goto(url)
  return { id, url, page: visitor.page }
}

async function stateOf(id: string) {
  const { status, paid, underWay } = await succeed(provider().findSession(id))
  return { status, paid, underWay }
}
async function typeBlik(page: Page, code: string) {
  await page.getByLabel('Kod BLIK').fill(code)
  await page.getByRole('button', { name: /Zapłać/ }).click()
}
async function askToConfirm(page: Page) {
  await typeBlik(page, '123456')
  await page.getByRole('button', { name: 'Potwierdź' }).waitFor()
}
const PAID = { status: 'complete', paid: true, underWay: false }
const OPEN = { status: 'open', paid: false, underWay: false }
const successOf = (id: string) => `${shopUrl}/payment-success?session_id=${id}`

describe('the payment page', () => {
  test('says that no money moves, shows what is paid for, and fits a phone', async () => {
    const { page } = await open()
    await expect.poll(() => page.locator('.rehearsal').innerText()).toContain('żadne pieniądze nie zostaną pobrane')
    expect(await page.locator('.total').innerText()).toMatch(/^272,97\szł$/)
    const lines = await page.locator('.lines li').allInnerTexts()
    expect(lines[0]).toContain('Nocny <Ogród> & Wieczór, 100 ml')
    expect(lines[1]).toContain('Dostawa: InPost Paczkomat')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
    for (const target of await page.locator('a, button').all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })

  test('BLIK: six digits, the confirmation in the app, then the shop', async () => {
    const { page, id } = await open()
    await typeBlik(page, '12345')
    await expect.poll(() => page.locator('.wrong').innerText()).toBe('Kod BLIK ma sześć cyfr.')
    await typeBlik(page, '123 456')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Potwierdź w aplikacji banku')
    expect(await stateOf(id)).toEqual(OPEN)
    await page.getByRole('button', { name: 'Potwierdź' }).click()
    await page.waitForURL(successOf(id))
    expect(await stateOf(id)).toEqual(PAID)
  })

  test('BLIK declined, and timed out: the session stays open for another try', async () => {
    const { page, id } = await open()
    for (const [button, notice] of [
      ['Odrzuć', 'Bank odrzucił płatność.'],
      ['Nie rób nic, aż minie czas', 'Czas na potwierdzenie w aplikacji minął.'],
    ] as const) {
      await typeBlik(page, '123456')
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => page.getByRole('alert').innerText()).toContain(notice)
      expect(await stateOf(id)).toEqual(OPEN)
    }
  })

  test('BLIK confirmed more than a minute later is not paid', async () => {
    const { page, id } = await open()
    await askToConfirm(page)
    await openStripe(sandbox).act(id, { action: 'advance', ms: 61_000 })
    await page.getByRole('button', { name: 'Potwierdź' }).click()
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Czas na potwierdzenie w aplikacji minął.')
    expect(await stateOf(id)).toEqual(OPEN)
  })

  test('a card: invalid numbers are refused with a sentence, a card is declined, a card pays', async () => {
    const { page, id } = await open()
    await page.getByRole('link', { name: 'Karta' }).click()
    const pay = async (number: string, until: string, cvc: string) => {
      await page.getByLabel('Numer karty').fill(number)
      await page.getByLabel('Ważna do').fill(until)
      await page.getByLabel('CVC').fill(cvc)
      await page.getByRole('button', { name: /Zapłać/ }).click()
    }
    await pay('4242 4242 4242 4241', '01/20', '1')
    await expect.poll(() => page.locator('.wrong').allInnerTexts()).toHaveLength(3)
    expect(await page.getByLabel('Numer karty').inputValue()).toBe('4242 4242 4242 4241')
    await pay('4000 0000 0000 0002', '12/40', '123')
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Bank odrzucił płatność.')
    expect(await stateOf(id)).toEqual(OPEN)
    await pay('4242 4242 4242 4242', '12/40', '123')
    await page.waitForURL(successOf(id))
    expect(await stateOf(id)).toEqual(PAID)
  })

  test('a transfer: at once, declined, or late, as the tester chooses', async () => {
    const { page, id, url } = await open()
    const toBank = async () => {
      await page.getByRole('link', { name: 'Przelewy24' }).click()
      await page.getByRole('button', { name: 'Przejdź do banku' }).click()
    }
    await toBank()
    await page.getByRole('button', { name: 'Bank odrzuca przelew' }).click()
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Bank odrzucił płatność.')
    await toBank()
    await page.getByRole('button', { name: /dotrą za godzinę/ }).click()
    await page.waitForURL(successOf(id))
    expect(await stateOf(id)).toEqual({ status: 'complete', paid: false, underWay: true })
    await page.goto(url)
    await page.getByRole('button', { name: 'Pieniądze dotarły teraz' }).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Zapłacono')
    expect(await stateOf(id)).toEqual(PAID)
  })

  test('abandoned: leads back to the shop and changes nothing', async () => {
    const { page, id } = await open()
    await page.getByRole('link', { name: /Wróć do sklepu/ }).click()
    await page.waitForURL(`${shopUrl}/payment-cancel?order=1`)
    expect(await stateOf(id)).toEqual(OPEN)
  })

  test('expired: nothing is paid, and a link leads back to the shop', async () => {
    const { page, id } = await open()
    await page.getByLabel('Kod BLIK').fill('123456')
    await openStripe(sandbox).act(id, { action: 'expire' })
    await page.getByRole('button', { name: /Zapłać/ }).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Czas na zapłatę minął')
    await page.getByRole('link', { name: 'Wróć do sklepu' }).click()
    await page.waitForURL(`${shopUrl}/payment-cancel?order=1`)
  })

  test('an unconfirmed BLIK payment ends by itself', async () => {
    const { page, id } = await open()
    await askToConfirm(page)
    await openStripe(sandbox).act(id, { action: 'advance', ms: 58_000 })
    await page.reload()
    await expect.poll(() => page.locator('main').innerText()).toContain('Czas na potwierdzenie')
    expect(await stateOf(id)).toEqual(OPEN)
  })

  test('is accessible in every state, by all automatic checks', async () => {
    const { page, id, url } = await open()
    for (const state of ['?wynik=odrzucona', '?metoda=card&wynik=czas', '?metoda=p24', '/bank?bank=1']) {
      await page.goto(url + state)
      await expectAccessible(page, state)
    }
    await page.goto(`${url}?metoda=card`)
    await page.getByRole('button', { name: /Zapłać/ }).click()
    await page.locator('.wrong').first().waitFor()
    await expectAccessible(page, 'a wrong card')
    await page.goto(url)
    await askToConfirm(page)
    await expectAccessible(page, 'to be confirmed')
    await openStripe(sandbox).act(id, { action: 'start_transfer' })
    await page.goto(url)
    await expectAccessible(page, 'a transfer under way')
  })

  test('works by keyboard alone', async () => {
    const { page, id } = await open()
    await page.getByLabel('Kod BLIK').pressSequentially('123456')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Potwierdź' }).press('Enter')
    await page.waitForURL(successOf(id))
  })
})

describe('strangers', () => {
  test('run no script, load nothing from other sites, and return only to the shop', async () => {
    const { url } = await open()
    const answer = await fetch(url)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toBe(
      `default-src 'none'; style-src 'self'; form-action 'self' ${shopUrl}; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).not.toMatch(/<script|style="|<img|Nocny <Ogród>/)
    expect(text.match(/https?:\/\/[^/"]+/g)?.every((address) => address === shopUrl)).toBe(true)
  })

  test('see the list of all payments only with the token', async () => {
    const { page, url, id } = await open()
    expect((await fetch(new URL('/pay', url))).status).toBe(403)
    await page.goto(new URL(`/pay${new URL(sandbox.mailboxUrl).search}`, url).href)
    await expect.poll(() => page.locator('.payments li').first().innerText()).toContain('czeka na zapłatę')
    await openStripe(sandbox).act(id, { action: 'pay' })
    await page.reload()
    await expect.poll(() => page.locator('.payments li').first().innerText()).toContain('opłacona')
  })

  test('of another site pay nothing, and a page that does not exist says so', async () => {
    const { url, id } = await open()
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await fetch(`${url}/bank`, { method: 'POST', headers, body: 'decyzja=od-razu' })).status).toBe(403)
    expect(await stateOf(id)).toEqual(OPEN)
    expect((await fetch(new URL('/pay/cs_test_none', url))).status).toBe(404)
  })
})
