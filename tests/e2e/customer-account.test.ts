import { readFile } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { DESKTOP } from '#tests/support/browser.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { closesToast, fill, orderByApi, PASSWORD, seesToast, signInByApi, visit } from './storefront.ts'

const PANEL = '/panel-klienta'
let people = 0
const newAddress = () => `panel-${people++}@example.test`

test('panel: an opened order shows destination, payment and tracking link', async ({ phone, database }) => {
  const { page, context } = phone
  const email = newAddress()
  await signInByApi(context, email)
  await orderByApi(context, ['layali-zahran'])
  await visit(page, PANEL)
  await page.getByText('Szczegóły zamówienia').click()
  const order = page.getByRole('article').first()
  for (const fact of [
    'Za pobraniem',
    'Źródlana 12a/3, 31-005 Kraków',
    'Łucja Żółć',
    'Numer podamy, gdy paczka wyruszy',
  ]) {
    await order.getByText(fact).waitFor()
  }
  await database.db
    .updateTable('shipments')
    .set({ status: 'shipped', tracking_number: '620999' })
    .where('receiver_email', '=', email)
    .execute()
  await page.reload()
  await page.getByText('Szczegóły zamówienia').click()
  const link = order.getByRole('link', { name: /620999/ })
  await expect.poll(() => link.getAttribute('href')).toBe('https://inpost.pl/sledzenie-przesylek?number=620999')
})

test('panel: the items of an order can be put into the cart again, and those no longer sold are named', async ({
  openVisitor,
  database,
}) => {
  const { page, context } = await openVisitor(DESKTOP)
  await signInByApi(context, newAddress())
  await orderByApi(context, ['malina-disco', 'snieg-o-swicie'])
  const sell = (active: boolean) =>
    database.db.updateTable('products').set({ active }).where('slug', '=', 'snieg-o-swicie').execute()
  onTestFinished(async () => void (await sell(true)))
  await sell(false)
  const gone = async () => (await context.request.get('/api/products/snieg-o-swicie')).status()
  await eventually(async () => expect(await gone()).toBe(404))
  await visit(page, PANEL)
  await page.getByRole('button', { name: 'Zamów ponownie' }).click()
  await seesToast(page, 'Nie wszystko da się zamówić', 'Niedostępne: Śnieg o Świcie, 50 ml')
  const cart = page.getByRole('dialog', { name: 'Koszyk', exact: true })
  await cart.getByText('Malina Disco').first().waitFor()
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe(PANEL)
})

test('panel: shows own reviews with their state', async ({ visitor: { page, context }, database: { db } }) => {
  const email = newAddress()
  await signInByApi(context, email)
  await visit(page, `${PANEL}#opinie`)
  await page.getByText('Brak opinii').waitFor()
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'malina-disco')
    .executeTakeFirstOrThrow()
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const review = { product_id: product.id, user_id: user.id, rating: 4, comment: 'Słodka.' }
  await db.insertInto('reviews').values(review).execute()
  await page.reload()
  const own = page.getByRole('article').filter({ hasText: 'Słodka.' })
  await own.getByText('Oczekuje na akceptację').waitFor()
  await own.getByText('Ocena 4,0 na 5.').waitFor({ state: 'attached' })
})

test('panel: names, password, sessions, export and deletion work', async ({ phone, openVisitor }) => {
  const { page, context } = phone
  const elsewhere = await openVisitor(DESKTOP)
  const email = newAddress()
  await signInByApi(context, email)
  await signInByApi(elsewhere.context, email)
  await visit(page, PANEL)
  await page.getByRole('tab', { name: 'Konto' }).click()
  expect(new URL(page.url()).hash).toBe('#konto')

  const names = page
    .getByRole('region', { name: 'Imię i nazwisko' })
    .or(page.locator('section', { hasText: 'Imię i nazwisko' }))
  await fill(names, { Imię: 'Łucja', Nazwisko: 'Żółć' })
  await names.getByRole('button', { name: 'Zapisz' }).click()
  await closesToast(page, 'Dane zapisane')

  const devices = page.locator('section', { hasText: 'Zalogowane urządzenia' })
  await devices.getByText('To urządzenie').waitFor()
  await devices.getByRole('button', { name: /^Wyloguj: / }).click()
  await closesToast(page, 'Wylogowano urządzenie')
  await eventually(async () => expect(await devices.getByRole('listitem').count()).toBe(1))
  const gone = (await (await elsewhere.context.request.get('/api/me')).json()) as object
  expect(gone).toMatchObject({ user: null })

  const password = page.locator('section', { hasText: 'Po zmianie wylogujemy' })
  await fill(password, { 'Obecne hasło': 'nie to hasło', 'Nowe hasło': 'nowe-haslo' })
  await password.getByRole('button', { name: 'Zmień hasło' }).click()
  await password.getByText('Obecne hasło jest nieprawidłowe').waitFor()
  await fill(password, { 'Obecne hasło': PASSWORD })
  await password.getByRole('button', { name: 'Zmień hasło' }).click()
  await closesToast(page, 'Hasło zmienione')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Pobierz moje dane (JSON)' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: [{ email, last_name: 'Żółć' }] })

  await page.getByRole('button', { name: 'Usuń konto', exact: true }).click()
  const end = page.locator('section', { hasText: 'Usunięcie konta' })
  await fill(end, { Hasło: PASSWORD })
  await end.getByRole('button', { name: 'Usuń konto na zawsze' }).click()
  await end.getByText('Obecne hasło jest nieprawidłowe').waitFor()
  await fill(end, { Hasło: 'nowe-haslo' })
  await end.getByRole('button', { name: 'Usuń konto na zawsze' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await seesToast(page, 'Konto usunięte')
})
