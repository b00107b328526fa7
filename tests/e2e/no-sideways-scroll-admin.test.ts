import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP } from '#tests/support/browser.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { orderAhead } from './prepaid.ts'
import { expectToFit, widen } from './sideways.ts'
import { orderByApi, signInByApi, visit } from './storefront.ts'

const test = base.extend('visitor', ({ openVisitor }) => openVisitor({ ...DESKTOP, reducedMotion: 'reduce' }))

/** Checks the widths, and at the last one accessibility, including rules about landmarks. */
async function look(page: Page, where: string): Promise<void> {
  await expectToFit(page, where)
  await expectAccessible(page, where, { bestPractice: true })
}

async function open(page: Page, path: string): Promise<void> {
  await widen(page)
  await visit(page, path)
  // The data has loaded: no placeholder is left.
  await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('main .animate-pulse'))
}

let orderId: string
let checkoutId: string
let caseId: string
let guideId: string
let productId: string

/** A parcel to pack with two orders, a packed one, a given-up mail, and the bar of hidden products on every page. */
test.beforeAll(async ({ shop, browser, database: { db } }) => {
  const buyer = await browser.newContext({ baseURL: shop.url })
  await signInByApi(buyer, 'aleksandra.zolciejewska-brzeczyszczykiewicz@example.test')
  await orderByApi(buyer, ['misk-fajri', 'tamr-laylak'])
  await orderByApi(buyer, ['layali-zahran'])
  const orders = await db.selectFrom('orders').select(['id', 'checkout_id']).orderBy('created_at').execute()
  const [first, last] = [orders.at(0), orders.at(-1)]
  if (!first || !last) throw new Error('nothing was ordered')
  const email = 'aleksandra.zolciejewska-brzeczyszczykiewicz@example.test'
  const data = { name: 'Aleksandra Żółciejewska', order_number: first.id.slice(0, 8), email }
  await buyer.request.post('/api/withdrawals', { data })
  await buyer.close()
  // The job has found the order.
  await eventually(async () => {
    expect(await db.selectFrom('return_items').select('case_id').execute()).toHaveLength(1)
  })
  caseId = (await db.selectFrom('return_cases').select('id').executeTakeFirstOrThrow()).id
  const blocks = JSON.stringify([
    { id: 'a', kind: 'heading', text: 'Nuty'.repeat(25) },
    { id: 'b', kind: 'products', product_ids: [crypto.randomUUID()] },
  ])
  const guide = { slug: 'a'.repeat(120), title: 'Tytuł'.repeat(20), blocks }
  guideId = (await db.insertInto('guides').values(guide).returning('id').executeTakeFirstOrThrow()).id
  orderId = first.id
  productId = (await db.selectFrom('order_items').select('product_id').executeTakeFirstOrThrow()).product_id
  checkoutId = first.checkout_id
  const sent = { subject: 'shipment', from_status: 'processing', to_status: 'shipped', actor: 'admin' } as const
  await db
    .insertInto('order_events')
    .values({ ...sent, order_id: first.id })
    .execute()
  await db.updateTable('shipments').set({ packed_at: new Date() }).where('order_id', '=', last.id).execute()
  const givenUp = { sent_at: null, failed_at: new Date(), failure_reason: 'refused', failure: '550 5.1.1' } as const
  await db.updateTable('mail_outbox').set(givenUp).execute()
  await db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
})

const SECTIONS = [
  '/admin',
  '/admin/liczby',
  '/admin/miesiac',
  '/admin/faktury',
  '/admin/dziennik',
  '/admin/awarie',
  '/admin/zgodnosc',
  '/admin/regulamin',
  '/admin/ustawienia',
  '/admin/ustawienia/sprzedawca',
  '/admin/ustawienia/sklep',
  '/admin/ustawienia/wysylka',
  '/admin/ustawienia/gratisy',
  '/admin/ustawienia/filmy',
  '/admin/ustawienia/sklad-i-producenci',
  '/admin/ustawienia/nowe-konta',
  '/admin/ustawienia/platnosci',
  '/admin/ustawienia/osoby',
  '/admin/ustawienia/powiadomienia',
  '/admin/ustawienia/pomiar',
  '/admin/ustawienia/porownywarki',
  '/admin/ustawienia/baselinker',
  '/admin/ustawienia/ksef',
  '/admin/ustawienia/teksty',
  '/admin/ustawienia/wyglad',
  '/admin/ustawienia/zdjecia',
  '/admin/ustawienia/poradnik',
  '/admin/ustawienia/poradnik/:guide',
  '/admin/ustawienia/kopie',
  '/admin/produkty',
  '/admin/produkty/arkusz',
  '/admin/produkty/przeprowadzka',
  '/admin/produkty/:product/ruchy',
  '/admin/inwentaryzacja',
  '/admin/marki',
  '/admin/klienci',
  '/admin/kody',
  '/admin/partie',
  '/admin/zamowienia/telefon',
  '/admin/zamowienia',
  '/admin/zamowienia/:order',
  '/admin/przesylki',
  '/admin/przesylki?tab=archive',
  '/admin/pakowanie',
  '/admin/pakowanie/lista',
  '/admin/pakowanie/paczka/:checkout',
  '/admin/pakowanie/wkladka/:checkout',
  '/admin/kasa',
  '/admin/kasa/wydrukowane',
  '/admin/kasa/zwroty',
  '/admin/wiadomosci',
  '/admin/niewyslane-emaile',
  '/admin/zwroty',
  '/admin/zwroty/:case',
]

/**
 * By page: the button or link to click, and the name of the dialog that opens. Their accessibility is tested where they
 * are used.
 */
const DIALOGS: Record<string, [button: RegExp, name: string | RegExp][]> = {
  '/admin': [
    [/^Włącz logowanie/, 'Logowanie dwuetapowe'],
    [/^Usuń komentarz/, 'Usuń komentarz'],
    [/^Szukaj/, 'Szukaj wszędzie'],
    [/^Skróty klawiszowe/, 'Skróty klawiszowe'],
  ],
  '/admin/produkty': [
    [/^Dodaj produkt/, 'Dodaj produkt'],
    [/^Edytuj:/, 'Edytuj produkt'],
    [/^Usuń:/, 'Usuń produkt'],
  ],
  '/admin/marki': [
    [/^Dodaj markę/, 'Dodaj markę'],
    [/^Edytuj markę/, 'Edytuj markę'],
    [/^Usuń markę/, 'Usuń markę'],
  ],
  '/admin/przesylki': [
    [/^Edytuj przesyłkę/, 'Aktualizuj przesyłkę'],
    [/^Utwórz etykietę/, 'Utwórz w InPost'],
  ],
  '/admin/zamowienia/:order': [[/^Anuluj zamówienie/, /^Anulować/]],
  '/admin/zwroty/:case': [
    [/^(Anuluj zamówienie|Wyjmij z paczki)/, /^Odstąpienie Z/],
    [/^Odmów/, /^Odmowa/],
  ],
}

/** Opens each dialog of the present page in turn. */
async function openDialogs(page: Page, dialogs: (typeof DIALOGS)[string]): Promise<void> {
  for (const [button, name] of dialogs) {
    await widen(page)
    const opener = page.getByRole('button', { name: button }).or(page.getByRole('link', { name: button }))
    await opener.filter({ visible: true }).first().click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.waitFor()
    await expectToFit(page, String(name))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}

test('no section and no dialog can be pushed sideways, and all sections are accessible', async ({
  visitor: { page, context },
  shop,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  const ids = { ':order': orderId, ':checkout': checkoutId, ':case': caseId, ':guide': guideId, ':product': productId }
  // What is wrong with one section does not keep the others from being seen.
  const wrong: string[] = []
  for (const path of SECTIONS) {
    const address = Object.entries(ids).reduce((known, [name, id]) => known.replace(name, id), path)
    try {
      await open(page, address)
      await look(page, path)
      await openDialogs(page, DIALOGS[path] ?? [])
    } catch (error) {
      wrong.push(`${path}: ${error}`)
    }
  }
  expect(wrong.join('\n')).toBe('')
})

test('the sheet of further sections, signing in again over a form and the login fit and are accessible', async ({
  visitor: { page, context },
  shop,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await open(page, '/admin/marki')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Więcej/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Więcej' })
  await sheet.waitFor()
  await look(page, 'Więcej')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await widen(page)
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

test('a refund and the proof that it requires scroll sideways on no screen', async ({
  visitor: { page, context },
  openVisitor,
  shop,
  database: { db },
}) => {
  const buyer = await openVisitor()
  const session = await orderAhead(buyer.page, buyer.context, 'Ward Nahari', 'oddaje@example.test')
  await openStripe(shop).act(session, { action: 'pay' })
  const paid = db
    .selectFrom('orders')
    .select('id')
    .where('email', '=', 'oddaje@example.test')
    .where('status', '=', 'paid')
  await expect.poll(() => paid.execute()).toHaveLength(1)
  const { id } = await paid.executeTakeFirstOrThrow()
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await open(page, `/admin/zamowienia/${id}`)
  await page.getByRole('button', { name: 'Zwróć pieniądze' }).click()
  const refund = page.getByRole('dialog', { name: /^Zwrot do zamówienia/ })
  await refund.waitFor()
  await expectToFit(page, 'refund')
  await db.updateTable('sessions').set({ proven_at: null }).execute()
  await widen(page)
  await refund.getByRole('textbox', { name: /Powód/ }).fill('wgnieciony kartonik')
  await refund.getByRole('button', { name: /^Zwróć/ }).click()
  await page.getByRole('dialog', { name: 'Potwierdź, że to Ty' }).waitFor()
  await look(page, 'proof')
})
