import sharp from 'sharp'
import { cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'

test('own colours and logo are on every page of the shop, not in the panel, and gone when restored', async ({
  shop,
}) => {
  const post = (path: string, body: object, Cookie = '') =>
    fetch(`${shop.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: shop.url, Cookie },
      body: JSON.stringify(body),
    })
  const Cookie = cookieOf(await post('admin-sign-in', shop.admin))
  const before = (await ask(shop.url, '/')).text
  expect(before).toContain('#171310')

  const picture = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#171310' } })
    .png()
    .toBuffer()
  const headers = { 'Content-Type': 'image/png', Origin: shop.url, Cookie }
  const sent = await fetch(`${shop.url}/api/admin/logos`, { method: 'POST', headers, body: new Uint8Array(picture) })
  const { logo } = (await sent.json()) as { logo: string }
  const img = `<img src="/api/logo/${logo}" width="160" height="40" alt="Perfumeria"/>`

  const look = { accent: '#2f5d50', dark: '#1d2b4a' }
  expect((await post('admin/look', { version: 0, ...look, logo }, Cookie)).status).toBe(200)
  // A page made for one visitor links the sheet as a file otherwise.
  for (const path of ['/', '/sklep', '/newsletter', '/nie-ma-takiej']) {
    await eventually(async () => {
      const { text, headers } = await ask(shop.url, path)
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
      for (const color of Object.values(look)) expect(style, path).toContain(color)
      expect(text, path).toContain(img)
      for (const color of ['#171310', '#9c7430']) expect(text, path).not.toContain(color)
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
      const hash = Buffer.from(digest).toString('base64')
      expect(headers['content-security-policy'], path).toContain(`style-src 'self' 'sha256-${hash}'`)
    })
  }
  const panel = await ask(shop.url, '/admin', { headers: { Cookie } })
  expect(panel.text).not.toContain('#1d2b4a')

  expect((await post('admin/look', { version: 1, accent: null, dark: null, logo: null }, Cookie)).status).toBe(200)
  await eventually(async () => expect((await ask(shop.url, '/')).text).toBe(before))
})
