import type { Page } from 'playwright-core'
import { DESKTOP } from '#tests/support/browser.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { orderQuietly, signInQuietly } from './storefront.ts'

const test = base.override('visitor', ({ openVisitor }) => openVisitor({ ...DESKTOP, reducedMotion: 'reduce' }))

const WIDTHS = [1440, 768, 390, 320]

/** Where the page is wider than its window, or breaks a rule of accessibility, at the widest and the narrowest. */
async function look(page: Page, where: string): Promise<void> {
  const wrong: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    if (needed !== width) wrong.push(`${width}: ${needed}`)
    if (width === 1440 || width === 320) await expectAccessible(page, `${where} at ${width} px`, { bestPractice: true })
  }
  expect(wrong, where).toEqual([])
  await page.setViewportSize({ width: 1440, height: 844 })
}

test('no section and no dialog of the panel can be pushed sideways, and all of them are accessible', async ({
  visitor: { page, context },
  openVisitor,
  shop,
  database: { db },
}) => {
  const buyer = await openVisitor()
  await signInQuietly(buyer.context, 'aleksandra.zolciejewska-brzeczyszczykiewicz@example.test')
  await orderQuietly(buyer.context, ['misk-fajri', 'tamr-laylak'])
  await orderQuietly(buyer.context, ['layali-zahran'])
  const { id: orderId, checkout_id: checkoutId } = await db
    .selectFrom('orders')
    .select(['id', 'checkout_id'])
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const [, packed] = await db.selectFrom('shipments').select('id').orderBy('created_at', 'desc').execute()
  await db
    .updateTable('shipments')
    .set({ packed_at: new Date() })
    .where('id', '=', packed?.id ?? '')
    .execute()
  const givenUp = { sent_at: null, failed_at: new Date(), failure_reason: 'refused', failure: '550 5.1.1' } as const
  await db.updateTable('mail_outbox').set(givenUp).execute()
  // The bar under the header stands on every page of the panel.
  await db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
  expect((await context.request.post('/api/admin-sign-in', { data: shop.admin })).status()).toBe(200)

  const visit = async (path: string) => {
    await page.goto(path)
    await page.locator('html[data-hydrated], body').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  /** Opens what the press opens, looks at it, and closes it by Escape. */
  const lookAt = async (dialog: string | RegExp, open: () => Promise<void>) => {
    await open()
    const opened = page.getByRole('dialog', { name: dialog })
    await opened.waitFor()
    await look(page, String(dialog))
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
  }
  const press = (name: string | RegExp) => () => page.getByRole('button', { name }).first().click()

  await visit('/admin')
  await page.getByText('Pokaż listę').click()
  await look(page, 'overview')
  await lookAt('Drugi składnik logowania', press('Włącz drugi składnik'))
  await lookAt('Usuń komentarz', press(/^Usuń komentarz/))
  await lookAt('Szukaj wszędzie', press(/^Szukaj/))
  await page.setViewportSize({ width: 390, height: 844 })
  await lookAt('Więcej', press(/^Więcej/))

  await visit('/admin/produkty')
  await look(page, 'products')
  await lookAt('Dodaj produkt', press('Dodaj produkt'))
  await lookAt('Edytuj produkt', () =>
    page
      .getByRole('link', { name: /^Edytuj:/ })
      .first()
      .click(),
  )
  await lookAt('Usuń produkt', press(/^Usuń:/))

  await visit('/admin/marki')
  await look(page, 'brands')
  await lookAt('Dodaj markę', press('Dodaj markę'))
  await lookAt('Edytuj markę', press(/^Edytuj markę/))
  await lookAt('Usuń markę', press(/^Usuń markę/))

  await visit('/admin/przesylki')
  await look(page, 'shipments')
  await lookAt('Aktualizuj przesyłkę', press(/^Edytuj przesyłkę/))

  await visit(`/admin/zamowienia/${orderId}`)
  await look(page, 'an order')
  await lookAt(/^Anulować|^Anuluj/, press('Anuluj zamówienie'))

  for (const path of [
    '/admin/produkty/arkusz',
    '/admin/zamowienia',
    '/admin/liczby',
    '/admin/pakowanie',
    '/admin/pakowanie/lista',
    `/admin/pakowanie/paczka/${checkoutId}`,
    '/admin/przesylki?view=archived',
    '/admin/wiadomosci',
    '/admin/powiadomienia',
    '/admin/dziennik',
  ]) {
    await visit(path)
    await look(page, path)
  }

  // The session ends while something is saved.
  await visit('/admin/marki')
  await page.getByRole('button', { name: 'Dodaj markę' }).click()
  await page.getByRole('textbox', { name: 'Nazwa' }).fill('Źródło')
  await context.clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: 'Dodaj markę' }).click()
  await page.getByRole('dialog', { name: 'Minęła sesja' }).waitFor()
  await look(page, 'signing in again')
  await visit('/admin')
  await page.getByRole('button', { name: 'Zaloguj się' }).waitFor()
  await look(page, 'the login')
})
