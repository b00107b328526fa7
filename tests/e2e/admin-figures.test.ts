import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { orderByApi, signInByApi, textOf, visit } from './storefront.ts'

test('admin: sees what was sold by day, week and month, with a table behind the bars', async ({
  visitor,
  phone,
  shop,
  browser,
}) => {
  const buyer = await browser.newContext({ baseURL: shop.url })
  await signInByApi(buyer, 'kupuje@example.test')
  await orderByApi(buyer, ['ward-nahari', 'misk-fajri'])
  await buyer.close()
  for (const { page, context } of [visitor, phone]) {
    await context.request.post('/api/admin-sign-in', { data: shop.admin })
    await visit(page, '/admin/liczby')
    await page.getByRole('heading', { name: 'Sprzedaż: ostatnie 30 dni' }).waitFor()
    await page.getByRole('term').filter({ hasText: 'Średnie zamówienie' }).waitFor()
    const totals = page.getByRole('definition')
    await expect.poll(() => textOf(totals.first())).toBe('163,89 zł')
    await page.getByText('Nic przez poprzednie 30 dni').first().waitFor()
    const chart = page.locator('svg').filter({ hasText: '0 zł' })
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
    await chart.hover({ position: { x: width - 4, y: height / 2 } })
    await page.getByText('Zamówienia: 2', { exact: true }).waitFor()
    const sold = page.getByRole('table').filter({ hasText: 'Ward Nahari' })
    await expect.poll(() => textOf(sold)).toContain('1 szt.79,00 zł')
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
    await expectAccessible(page, 'figures')
  }

  const { page } = visitor
  await page.getByText('Pokaż tabelę').click()
  const days = page.getByRole('table').filter({ hasText: 'Zostaje' })
  await expect.poll(() => days.getByRole('row').count()).toBe(1 + 30)
  await expect.poll(() => textOf(days.getByRole('row').nth(1))).toMatch(/2163,89 zł0,00 zł0,00 zł163,89 zł$/)
  await page.getByRole('link', { name: 'Miesiące' }).click()
  await page.getByRole('heading', { name: 'Sprzedaż: ostatnie 12 miesięcy' }).waitFor()
  await eventually(async () => expect(await days.getByRole('row').count()).toBe(1 + 12))
  await page.reload()
  await page.getByRole('heading', { name: 'Sprzedaż: ostatnie 12 miesięcy' }).waitFor()
})
