import { randomUUID } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { cookieOf } from '#tests/support/api.ts'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'

/** `packer`, `accountant`: people whom the admin has invited. */
const ASKERS = ['guest', 'expired', 'customer', 'packer', 'accountant', 'admin'] as const
type Asker = (typeof ASKERS)[number]
type Row = Record<Asker, number> & { private?: true }

const anyone = { guest: 200, expired: 200, customer: 200, packer: 200, accountant: 200, admin: 200 }
const ofWhoeverComes: Row = { ...anyone, private: true }
/** A page of one user; others are redirected to the landing page. */
const customersOnly: Row = {
  guest: 302,
  expired: 302,
  customer: 200,
  packer: 200,
  accountant: 200,
  admin: 200,
  private: true,
}
const adminOnly: Row = {
  guest: 401,
  expired: 401,
  customer: 403,
  packer: 403,
  accountant: 403,
  admin: 200,
  private: true,
}
const packing: Row = { ...adminOnly, packer: 200 }
const papers: Row = { ...adminOnly, accountant: 200 }

/** Every page and its status for each kind of visitor. A missing page fails the test below: decide who may see it. */
const MATRIX: Record<string, Row> = {
  '/': anyone,
  '/sklep': anyone,
  '/znajdz-zapach': anyone,
  '/produkt/:slug': anyone,
  '/regulamin': anyone,
  '/regulamin/:version': anyone,
  '/polityka-prywatnosci': anyone,
  '/odstapienie': anyone,
  '/reklamacja': anyone,
  '/kontakt': anyone,
  '/gwarancja-prawna': anyone,
  '/dostepnosc': anyone,
  '/poradnik': anyone,
  // The demo has none.
  '/poradnik/:slug': { guest: 404, expired: 404, customer: 404, packer: 404, accountant: 404, admin: 404 },
  '/robots.txt': anyone,
  '/sitemap.xml': anyone,
  '/llms.txt': anyone,
  '/feed/google.xml': anyone,
  '/feed/ceneo.xml': anyone,
  '/feed/products.tsv': anyone,
  '/panel-klienta': customersOnly,
  // The API decides by the payment session or the link's token what a visitor may see there.
  '/payment-success': ofWhoeverComes,
  '/payment-cancel': ofWhoeverComes,
  '/zamowienie': ofWhoeverComes,
  '/nowe-haslo': ofWhoeverComes,
  '/logowanie': ofWhoeverComes,
  '/logowanie/google': ofWhoeverComes,
  '/potwierdz-email': ofWhoeverComes,
  '/potwierdz-zamowienie': ofWhoeverComes,
  '/zamowienie-dla-ciebie': ofWhoeverComes,
  '/ocena/:slug': ofWhoeverComes,
  '/powiadom/:slug': ofWhoeverComes,
  '/newsletter': ofWhoeverComes,
  '/newsletter/wypisz/:token': ofWhoeverComes,
  '/*': { guest: 404, expired: 404, customer: 404, packer: 404, accountant: 404, admin: 404 },
  // Leads invited people to their first page.
  '/admin': { ...adminOnly, packer: 302, accountant: 302 },
  '/admin/produkty/arkusz': adminOnly,
  '/admin/produkty/przeprowadzka': adminOnly,
  '/admin/marki': adminOnly,
  '/admin/klienci': adminOnly,
  '/admin/kody': adminOnly,
  '/admin/partie': adminOnly,
  '/admin/zamowienia/telefon': adminOnly,
  '/admin/produkty': adminOnly,
  '/admin/przesylki': adminOnly,
  '/admin/pakowanie': packing,
  '/admin/pakowanie/lista': packing,
  '/admin/pakowanie/paczka/:id': packing,
  '/admin/zamowienia': adminOnly,
  '/admin/zamowienia/:id': adminOnly,
  '/admin/liczby': adminOnly,
  '/admin/faktury': papers,
  '/admin/miesiac': papers,
  '/admin/kasa': adminOnly,
  '/admin/kasa/wydrukowane': adminOnly,
  '/admin/kasa/zwroty': papers,
  '/admin/wiadomosci': adminOnly,
  '/admin/wiadomosci/:id': adminOnly,
  '/admin/niewyslane-emaile': adminOnly,
  '/admin/powiadomienia': { ...adminOnly, admin: 301 },
  '/admin/zacznij-naprawde': adminOnly,
  '/admin/ustawienia': adminOnly,
  '/admin/ustawienia/sprzedawca': adminOnly,
  '/admin/ustawienia/sklep': adminOnly,
  '/admin/ustawienia/wysylka': adminOnly,
  '/admin/ustawienia/gratisy': adminOnly,
  '/admin/ustawienia/filmy': adminOnly,
  '/admin/ustawienia/sklad-i-producenci': adminOnly,
  '/admin/ustawienia/nowe-konta': adminOnly,
  '/admin/ustawienia/platnosci': adminOnly,
  '/admin/ustawienia/powiadomienia': adminOnly,
  '/admin/ustawienia/osoby': adminOnly,
  '/admin/ustawienia/pomiar': adminOnly,
  '/admin/ustawienia/porownywarki': adminOnly,
  '/admin/ustawienia/baselinker': adminOnly,
  '/admin/ustawienia/ksef': adminOnly,
  '/admin/ustawienia/teksty': adminOnly,
  '/admin/ustawienia/wyglad': adminOnly,
  '/admin/ustawienia/zdjecia': adminOnly,
  '/admin/ustawienia/poradnik': adminOnly,
  '/admin/ustawienia/poradnik/:id': adminOnly,
  '/admin/ustawienia/kopie': adminOnly,
  '/admin/dziennik': adminOnly,
  '/admin/inwentaryzacja': adminOnly,
  '/admin/produkty/:id/ruchy': adminOnly,
  '/admin/awarie': adminOnly,
  '/admin/zgodnosc': adminOnly,
  '/admin/pakowanie/wkladka/:id': { ...adminOnly, admin: 404 },
  '/admin/zwroty': adminOnly,
  '/admin/zwroty/:id': adminOnly,
  '/admin/regulamin': adminOnly,
  // Shows what is posted to it, and leads to the form otherwise.
  '/admin/podglad-tekstow': { ...adminOnly, admin: 302 },
  '/admin/podglad-poradnika': { ...adminOnly, admin: 302 },
  '/admin/etykiety': { ...adminOnly, admin: 301 },
}

/** Paths of all routes that show a page. Layouts have none. */
function listPaths(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`
    const below = listPaths(children ?? [], own)
    return path === undefined && !index ? below : [own || '/', ...below]
  })
}

test('every page has a row, and every row a page', async () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual([...new Set(listPaths(await routes))].toSorted())
})

test('every page answers the visitors who may see it, and is not cached for others', async ({ shop }) => {
  const signIn = async (path: string, body: object) => {
    const answer = await fetch(`${shop.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return cookieOf(answer)
  }
  const enter = (email: string) => signIn('guest-sign-in', { email, password: 'sekret1', acceptedTerms: true })
  const expired = await enter('dawna@example.test')
  const { db } = shop.database
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('user_id', 'in', db.selectFrom('users').select('id').where('email', '=', 'dawna@example.test'))
    .execute()
  const packer = await enter('pakuje@example.test')
  await db.updateTable('users').set({ role: 'packer' }).where('email', '=', 'pakuje@example.test').execute()
  const accountant = await enter('ksiegowa@example.test')
  await db.updateTable('users').set({ role: 'accountant' }).where('email', '=', 'ksiegowa@example.test').execute()
  const cookies: Record<Asker, string> = {
    guest: '',
    expired,
    customer: await enter('klientka@example.test'),
    packer,
    accountant,
    admin: await signIn('admin-sign-in', shop.admin),
  }
  const answered: Record<string, Partial<Row>> = {}
  for (const [route, row] of Object.entries(MATRIX)) {
    const path = route
      .replace(':slug', 'layali-zahran')
      .replace(':version', '2026-01-01')
      .replace(':id', randomUUID())
      .replace(':token', 'abc')
      .replace('*', 'nie-ma-takiej')
    const statuses: Partial<Row> = {}
    for (const asker of ASKERS) {
      const { status, headers } = await ask(shop.url, path, { headers: { Cookie: cookies[asker] } })
      statuses[asker] = status
      if (row.private) expect(headers['cache-control'], `${asker} ${path}`).toBe('private, no-store')
    }
    answered[route] = row.private ? { ...statuses, private: true } : statuses
    // What the router asks for when one page leads to another is closed like the page.
    for (const invited of ['packer', 'accountant'] as const) {
      if (row[invited] !== 403) continue
      const { status } = await ask(shop.url, `${path}.data`, { headers: { Cookie: cookies[invited] } })
      expect(status, `${invited} ${path}.data`).toBe(403)
    }
  }
  expect(answered).toEqual(MATRIX)
})
