import { onTestFinished } from 'vitest'
import { cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { startShop } from '#tests/support/shop-process.ts'

const AUTH_SECRET = 'one secret of two processes of the tests 0123456789'
const test = base.extend('shopEnv', { scope: 'file' }, { AUTH_SECRET })

const HOSTILE = `</script><script>alert('własne')</script>`
const OWN = {
  'hero.title': 'Pachnij po swojemu',
  'hero.text': `Tekst ${HOSTILE}`,
  'footer.text': 'Mały sklep z Krakowa.',
  'contact.text': 'Piszemy od ręki.',
  'shop.text': 'Wszystko, co mamy.',
  'shop.seo_description': 'Opis własny dla wyszukiwarek.',
  'promo_titles.women': 'Prezent do perfum dla niej',
  faq: `Czy pakujecie na prezent?\nTak. ${HOSTILE}`,
}

test('own texts: a preview shows them only to the admin; once published every process serves them', async ({
  shop,
}) => {
  const other = await startShop(shop.database, { AUTH_SECRET })
  onTestFinished(async () => void (await other.stop()))

  const page = async (url: string, path: string) => (await fetch(url + path)).text()
  const headers = { 'Content-Type': 'application/json', Origin: shop.url }
  const post = (path: string, body: object, more = {}) =>
    fetch(`${shop.url}/api/${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const Cookie = cookieOf(await post('admin-sign-in', shop.admin))
  const before = await page(shop.url, '/')
  expect(before).toContain('Zmieniasz cenę, nie jakość.')

  const preview = (more: Record<string, string>, texts: unknown = { version: 0, ...OWN }) =>
    fetch(`${shop.url}/admin/podglad-tekstow`, {
      method: 'POST',
      headers: { Origin: shop.url, ...more },
      body: new URLSearchParams({ texts: typeof texts === 'string' ? texts : JSON.stringify(texts) }),
    })
  const draft = await preview({ Cookie })
  expect([draft.status, draft.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(draft.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
  const shown = await draft.text()
  for (const text of [
    'Pachnij po swojemu',
    'Mały sklep z Krakowa.',
    'Czy pakujecie na prezent?',
    'O firmie',
    'Podgląd, jeszcze nie opublikowano.',
  ])
    expect(shown).toContain(text)
  expect(shown).not.toContain('<script')
  expect((await preview({})).status).toBe(401)
  for (const wrong of [{ version: 0, 'hero.title': 'a'.repeat(99) }, '{', 'null', ''])
    expect((await preview({ Cookie }, wrong)).status).toBe(400)
  expect(await page(shop.url, '/')).toBe(before)

  expect((await post('admin/own-texts', { version: 0, ...OWN }, { Cookie })).status).toBe(200)
  // The process that received the change shows it on the next page.
  expect(await page(shop.url, '/')).toContain('Pachnij po swojemu')
  for (const { url } of [shop, other]) {
    await eventually(async () => {
      const landing = await page(url, '/')
      for (const text of [
        '<h1',
        'Pachnij po swojemu',
        'Mały sklep z Krakowa.',
        'Opis własny dla wyszukiwarek.',
        '"name":"Czy pakujecie na prezent?"',
        'Prezent do perfum dla niej',
      ])
        expect(landing).toContain(text)
      expect(landing).not.toContain('Zmieniasz cenę')
      expect(landing).not.toContain(HOSTILE)
      expect(landing).not.toContain("<script>alert('własne')")
      expect(landing).toContain('&lt;script&gt;alert(')
      expect(landing).toContain('Co oznacza „+GRATIS”?')
      expect(landing).not.toContain('Jak długo utrzymuje się zapach?')
      const list = await page(url, '/sklep')
      for (const text of ['Wszystko, co mamy.', 'Opis własny dla wyszukiwarek.', 'Pachnij po swojemu'])
        expect(list).toContain(text)
      expect(await page(url, '/kontakt')).toContain('Piszemy od ręki.')
      expect(await page(url, '/llms.txt')).toContain('Pachnij po swojemu Opis własny dla wyszukiwarek.')
    })
  }

  expect((await post('admin/own-texts/restore', { version: 1, number: 0 }, { Cookie })).status).toBe(200)
  expect(await page(shop.url, '/')).toContain('Zmieniasz cenę, nie jakość.')
  await eventually(async () => expect(await page(other.url, '/')).toContain('Zmieniasz cenę, nie jakość.'))
})
