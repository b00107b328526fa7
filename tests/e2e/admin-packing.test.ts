import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import type { Visitor } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import type { Shop } from '#tests/support/shop-process.ts'
import { orderByApi, seesToast, signInByApi, textOf, textsOf, visit } from './storefront.ts'

const ANNA = 'anna@example.test'
const BARTEK = 'bartek@example.test'
const CELINA = 'celina@example.test'

/** Anna orders two products in one checkout, the others one each. */
test.beforeAll(async ({ shop, browser }) => {
  for (const [email, slugs] of [
    [ANNA, ['ward-nahari', 'misk-fajri']],
    [BARTEK, ['layali-zahran']],
    [CELINA, ['fern-flint']],
  ] as const) {
    const context = await browser.newContext({ baseURL: shop.url })
    await signInByApi(context, email)
    await orderByApi(context, slugs)
    await context.close()
  }
})

const parcelOf = (page: Page) => page.getByRole('article', { name: 'Paczka do spakowania' })
const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Swipes across the screen. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const screen = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] })
  await touch('touchStart', from)
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + (to - from) * share)
  await touch('touchEnd')
  await screen.detach()
}

/** The packing desk on a phone. */
async function openDesk({ page, context }: Visitor, shop: Shop) {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/pakowanie')
  return {
    page,
    context,
    parcel: parcelOf(page),
    done: page.getByRole('button', { name: 'Spakowane, następna' }),
    anyway: page.getByRole('dialog', { name: 'Nie wszystko odhaczono' }),
  }
}

test('admin on the phone: sees one parcel with receiver, pieces, gift and sum; ticks survive a reload', async ({
  phone,
  shop,
}) => {
  const { page, parcel } = await openDesk(phone, shop)
  await parcel.waitFor()
  await page.getByText('Spakowane: 0 z 3').waitFor()
  const shown = await textOf(parcel)
  for (const text of ['Łucja Żółć', 'Kurier', '31-005 Kraków', 'Źródlana 12a/3', 'Ward Nahari', 'Misk Fajri']) {
    expect(shown).toContain(text)
  }
  expect(shown).toContain('Do pobrania163,89 zł')
  expect(shown).toContain('(+GRATIS)')
  expect(await overflows(page)).toBe(false)

  await parcel.getByRole('checkbox', { name: /Ward Nahari/ }).check()
  await page.reload()
  await eventually(async () =>
    expect(await parcel.getByRole('checkbox', { name: /Ward Nahari/ }).isChecked()).toBe(true),
  )
  await expect.poll(() => textOf(parcel)).toContain('W paczce 1 z 2')
})

test('admin on the phone: after a lost answer the call is retried, and nothing is packed twice', async ({
  phone,
  shop,
}) => {
  phone.expectErrors(/net::ERR_FAILED/)
  const { page, context, parcel, done, anyway } = await openDesk(phone, shop)
  await parcel.getByRole('checkbox', { name: /Ward Nahari/ }).check()
  await context.route('**/api/admin/packing', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await done.click()
  await anyway.getByText('Nie odhaczono 1 z 2 sztuk. Spakować mimo to?').waitFor()
  await anyway.getByRole('button', { name: 'Anuluj' }).click()
  await parcel.getByRole('checkbox', { name: /Misk Fajri/ }).check()
  await done.click()
  await seesToast(page, 'Błąd', 'Nie udało się zaktualizować przesyłki')
  await context.unroute('**/api/admin/packing')
  await page.getByText('Spakowane: 1 z 3').waitFor()
  await parcel.getByText('Layali Zahran').waitFor()
})

test('admin on the phone: packs a parcel, undoes it, and goes through the parcels by keyboard, button and swipe', async ({
  phone,
  shop,
}) => {
  const { page, parcel, done, anyway } = await openDesk(phone, shop)
  await parcel.getByText('Layali Zahran').waitFor()
  await done.click()
  await anyway.getByRole('button', { name: 'Spakuj mimo to' }).click()
  await seesToast(page, 'Paczka spakowana')
  await page.getByText('Spakowane: 2 z 3').waitFor()
  await parcel.getByText('Fern & Flint').waitFor()
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await page.getByText('Spakowane: 1 z 3').waitFor()

  await eventually(async () => expect(await textOf(parcel)).toMatch(/Paczka 1 z 2|Paczka 2 z 2/))
  await page.getByRole('heading', { name: 'Pakowanie', exact: true }).click()
  await page.keyboard.press('k')
  await parcel.getByText('Paczka 1 z 2').waitFor()
  await page.keyboard.press('ArrowRight')
  await parcel.getByText('Paczka 2 z 2').waitFor()
  await page.getByRole('button', { name: 'Poprzednia paczka' }).click()
  await parcel.getByText('Paczka 1 z 2').waitFor()
  await swipe(page, 300, 80)
  await parcel.getByText('Paczka 2 z 2').waitFor()
  await swipe(page, 80, 300)
  await parcel.getByText('Paczka 1 z 2').waitFor()
})

test('admin on the phone: a typed number sends a parcel; packed ones are sent by scanning theirs, or all at once', async ({
  phone,
  shop,
}) => {
  const { page, parcel, done, anyway } = await openDesk(phone, shop)
  await parcel.getByLabel('Numer śledzenia').fill('RR900')
  await parcel.getByRole('button', { name: 'Wysłane, następna' }).click()
  await anyway.getByRole('button', { name: 'Wyślij mimo to' }).click()
  await seesToast(page, 'Przesyłka została zaktualizowana')
  await eventually(async () => {
    const mails = await Promise.all([BARTEK, CELINA].map((email) => shop.mailbox.messagesTo(email)))
    expect(mails.flat().filter(({ text }) => text?.includes('RR900'))).toHaveLength(1)
  })
  await page.getByText('Spakowane: 1 z 2').waitFor()
  await done.click()
  await anyway.getByRole('button', { name: 'Spakuj mimo to' }).click()
  await page.getByText('Wszystko spakowane.').waitFor()

  const packed = page.getByRole('region', { name: /Spakowane, czekają na wysłanie/ })
  await expect.poll(() => textOf(packed.getByRole('heading'))).toContain('(2)')
  await expectAccessible(page, 'packed parcels')
  await packed.getByRole('textbox').first().fill('RR901')
  await page.keyboard.press('Enter')
  await eventually(async () => expect(await textOf(packed.getByRole('heading'))).toContain('(1)'))
  await packed.getByLabel('Zaznacz wszystkie').check()
  await packed.getByRole('button', { name: 'Oznacz jako wysłane' }).click()
  await page.getByText('Nie ma nic do spakowania.').waitFor()
  expect(await overflows(page)).toBe(false)
})

test('print: picking list and slips are complete on A4 and on labels', async ({
  visitor: { page, context },
  shop,
  database,
}) => {
  await database.db.updateTable('shipments').set({ status: 'created', packed_at: null }).execute()
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/pakowanie')
  await page.getByRole('link', { name: 'Lista do zebrania' }).click()
  const rows = page.getByRole('row')
  await eventually(async () => expect((await textsOf(rows)).join('\n')).toMatch(/1 ×\s*Layali Zahran/))
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Drukuj' }).isVisible()).toBe(false)
  expect(await page.getByText('paczek: 3').isVisible()).toBe(true)
  expect(await pageSizes(page)).toEqual(['595x842'])

  await page.emulateMedia({ media: 'screen' })
  await visit(page, '/admin/pakowanie')
  await parcelOf(page).getByRole('link', { name: 'Drukuj' }).click()
  const slip = page.getByRole('article', { name: 'Karta paczki' })
  for (const text of ['Łucja Żółć', 'Źródlana 12a/3', 'Ward Nahari', 'Misk Fajri', '+GRATIS', 'Do pobrania', 'LQ']) {
    await eventually(async () => expect(await textOf(slip)).toContain(text))
  }
  await page.getByRole('link', { name: 'Format 100 × 150 mm' }).click()
  await page.getByRole('link', { name: 'Format A4' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const cut = await slip.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>(':not(.sr-only)')]
      .filter(
        (part) =>
          part.scrollWidth > part.clientWidth + 1 &&
          part.clientWidth > 0 &&
          getComputedStyle(part).display !== 'inline',
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  )
  expect(cut).toEqual([])
  expect(await pageSizes(page)).toEqual(['283x425'])
})

/** The size of every printed page, points. */
async function pageSizes(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))}x${Math.round(Number(height))}`,
  )
}
