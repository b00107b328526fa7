import { onTestFinished } from 'vitest'
import { cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { startShop } from '#tests/support/shop-process.ts'

const AUTH_SECRET = 'one secret of two processes of the tests 0123456789'
const test = base.extend('shopEnv', { scope: 'file' }, { AUTH_SECRET, SELLER_PHONE: '+48 600 100 200' })

test('a change by the owner is at once on cached pages of every process, in all parts that name it', async ({
  shop,
}) => {
  const other = await startShop(shop.database, { AUTH_SECRET })
  onTestFinished(async () => void (await other.stop()))

  const page = async (url: string, path: string) => {
    const answer = await fetch(url + path)
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
  }
  expect((await page(shop.url, '/produkt/layali-zahran')).text).toContain('z VAT')
  for (const { url } of [shop, other]) {
    for (const path of ['/', '/dostepnosc']) expect((await page(url, path)).text).not.toContain('Anna Nowak')
  }
  const headers = { 'Content-Type': 'application/json', Origin: shop.url }
  const post = (path: string, body: object, more = {}) =>
    fetch(`${shop.url}/api/${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const Cookie = cookieOf(await post('admin-sign-in', shop.admin))
  const { version } = (await (await fetch(`${shop.url}/api/admin/shop-profile`, { headers: { Cookie } })).json()) as {
    version: string
  }
  const values = {
    seller_name: 'Anna Nowak Zapachy',
    shop_name: 'Zapachy Anny',
    micro_entrepreneur: 'yes',
    vat_registered: 'yes',
    measurement_ids: 'AW-123456789',
  }
  expect((await post('admin/shop-profile', { version, ...values }, { Cookie })).status).toBe(200)
  // The process that received the change shows it on the next page.
  expect((await page(shop.url, '/')).text).toContain('Anna Nowak Zapachy')
  for (const { url } of [shop, other]) {
    await eventually(async () => {
      const { text, policy } = await page(url, '/')
      expect(text).toContain('Anna Nowak Zapachy')
      expect(text).toContain('"legalName":"Anna Nowak Zapachy"')
      expect(policy).toMatch(/googletagmanager|127\.0\.0\.1/)
      const law = (await page(url, '/dostepnosc')).text
      expect(law).toContain('Zapachy Anny')
      expect(law).toContain('mikroprzedsiębiorca')
      expect(law).not.toContain('PFRON')
      expect((await page(url, '/produkt/layali-zahran')).text).toContain('z VAT')
      const manifest = (await page(url, '/sklep')).text
      expect(manifest).toContain('Zapachy Anny')
    })
  }
})
