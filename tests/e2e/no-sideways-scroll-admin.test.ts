import type { Page } from 'playwright-core'
import { DESKTOP } from '#tests/support/browser.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { orderQuietly, signInQuietly, visit } from './storefront.ts'

const test = base.override('visitor', ({ openVisitor }) => openVisitor({ ...DESKTOP, reducedMotion: 'reduce' }))

const WIDTHS = [1440, 768, 320, 390]

/** Whether the page fits into every window. */
async function expectToFit(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    // A chart takes its new size a moment after the window.
    const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(readWidth, { message: `${where} at ${width} px` }).toBe(width)
  }
}

/** The same, and at the last width which rule of accessibility it breaks, those about landmarks included. */
async function look(page: Page, where: string): Promise<void> {
  await expectToFit(page, where)
  await expectAccessible(page, where, { bestPractice: true })
}

async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 844 })
  await visit(page, path)
  // What is read has come: nothing stands in its place any more.
  await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('main .animate-pulse'))
}

let orderId: string
let checkoutId: string

/** A parcel to pack with two orders, a packed one, a mail that was given up, and the bar of hidden products on every page. */
test.beforeAll(async ({ shop, browser, database: { db } }) => {
  const buyer = await browser.newContext({ baseURL: shop.url })
  await signInQuietly(buyer, 'aleksandra.zolciejewska-brzeczyszczykiewicz@example.test')
  await orderQuietly(buyer, ['misk-fajri', 'tamr-laylak'])
  await orderQuietly(buyer, ['layali-zahran'])
  await buyer.close()
  const orders = await db.selectFrom('orders').select(['id', 'checkout_id']).orderBy('created_at').execute()
  const [first, last] = [orders.at(0), orders.at(-1)]
  if (!first || !last) throw new Error('nothing was ordered')
  orderId = first.id
  checkoutId = first.checkout_id
  await db.updateTable('shipments').set({ packed_at: new Date() }).where('order_id', '=', last.id).execute()
  const givenUp = { sent_at: null, failed_at: new Date(), failure_reason: 'refused', failure: '550 5.1.1' } as const
  await db.updateTable('mail_outbox').set(givenUp).execute()
  await db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
})

const SECTIONS = {
  overview: ['/admin', '/admin/liczby', '/admin/dziennik'],
  catalog: ['/admin/produkty', '/admin/produkty/arkusz', '/admin/marki'],
  orders: ['/admin/zamowienia', '/admin/zamowienia/:order', '/admin/przesylki', '/admin/przesylki?tab=archive'],
  parcels: ['/admin/pakowanie', '/admin/pakowanie/lista', '/admin/pakowanie/paczka/:checkout'],
  mails: ['/admin/wiadomosci', '/admin/powiadomienia'],
}

test.for(Object.entries(SECTIONS))(
  'no section can be pushed sideways, and all are accessible: %s',
  async ([, paths], { visitor: { page, context }, shop }) => {
    await context.request.post('/api/admin-sign-in', { data: shop.admin })
    for (const path of paths) {
      await open(page, path.replace(':order', orderId).replace(':checkout', checkoutId))
      await look(page, path)
    }
  },
)

/** By page: what is pressed, and the name of what opens. Their accessibility is looked at where they are used. */
const DIALOGS = {
  '/admin': [
    [/^Włącz logowanie/, 'Logowanie dwuetapowe'],
    [/^Usuń komentarz/, 'Usuń komentarz'],
    [/^Szukaj/, 'Szukaj wszędzie'],
  ],
  '/admin/produkty': [
    [/^Dodaj produkt/, 'Dodaj produkt'],
    [/^Usuń:/, 'Usuń produkt'],
  ],
  '/admin/marki': [
    [/^Dodaj markę/, 'Dodaj markę'],
    [/^Edytuj markę/, 'Edytuj markę'],
    [/^Usuń markę/, 'Usuń markę'],
  ],
  '/admin/przesylki': [[/^Edytuj przesyłkę/, 'Aktualizuj przesyłkę']],
  '/admin/zamowienia/:order': [[/^Anuluj zamówienie/, /^Anulować/]],
} as const

test.for(Object.entries(DIALOGS))(
  'no dialog can be pushed sideways on %s',
  async ([path, dialogs], { visitor: { page, context }, shop }) => {
    await context.request.post('/api/admin-sign-in', { data: shop.admin })
    await open(page, path.replace(':order', orderId))
    for (const [button, name] of dialogs) {
      await page.getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      await expectToFit(page, String(name))
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  },
)

test('the sheet of further sections can be pushed sideways on no screen, and is accessible', async ({
  visitor: { page, context },
  shop,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await open(page, '/admin/marki')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Więcej/ }).click()
  await page.getByRole('dialog', { name: 'Więcej' }).waitFor()
  await look(page, 'Więcej')
})

test('the login and signing in again over a form can be pushed sideways on no screen, and are accessible', async ({
  visitor: { page, context },
  shop,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await open(page, '/admin/marki')
  await page.getByRole('button', { name: 'Dodaj markę' }).click()
  const form = page.getByRole('dialog', { name: 'Dodaj markę' })
  await form.getByRole('textbox', { name: 'Nazwa' }).fill('Źródło')
  await context.clearCookies()
  await form.getByRole('button', { name: 'Dodaj markę' }).click()
  await page.getByRole('dialog', { name: 'Minęła sesja' }).waitFor()
  await look(page, 'signing in again')
  await open(page, '/admin')
  await page.getByRole('button', { name: 'Zaloguj się' }).waitFor()
  await look(page, 'the login')
})
