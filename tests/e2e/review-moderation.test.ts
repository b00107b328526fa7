import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { expectToFit } from './sideways.ts'
import { seesToast, textOf, visit } from './storefront.ts'

/** Seven waiting reviews, one of them without an author's name or a comment. */
test.beforeAll(async ({ database: { db } }) => {
  await db.deleteFrom('reviews').execute()
  const products = await db.selectFrom('products').select('id').orderBy('name').limit(7).execute()
  for (const [index, { id: product_id }] of products.entries()) {
    const email = `autor${index}@example.test`
    const named = index === 0 ? { email } : { email, first_name: 'Zofia', last_name: 'Wójcik' }
    const { id: user_id } = await db.insertInto('users').values(named).returning('id').executeTakeFirstOrThrow()
    const comment = index === 0 ? null : `Trwały i ciepły zapach, numer ${index}.`
    const created_at = new Date(Date.UTC(2026, 10, 20, 18) - index * 3_600_000)
    await db
      .insertInto('reviews')
      .values({ product_id, user_id, rating: (index % 5) + 1, comment, created_at })
      .execute()
  }
})

test('admin: reads, sorts, approves, rejects and deletes reviews', async ({ visitor, shop }) => {
  const { page, context } = visitor
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin')
  // Until then the colour of its button changes.
  const isChecked = () => page.getByText('Ostatnie sprawdzenie').waitFor()
  await isChecked()
  const section = page.getByRole('region', { name: 'Zarządzanie komentarzami' })
  const cards = section.getByRole('article')
  const tab = (name: string) => section.getByRole('tab', { name })
  const seesCount = (name: string, count: number) =>
    eventually(async () => expect(await textOf(tab(name))).toBe(`${name}${count}`))
  await seesCount('Oczekujące na akceptację', 7)
  await expect.poll(() => cards.count()).toBe(5)
  await expect.poll(() => textOf(cards.first())).toContain('1 gwiazdka')
  await expect.poll(() => textOf(cards.first())).toContain('autor0@example.test')
  await expect.poll(() => textOf(cards.nth(1))).toContain('2 gwiazdki')
  await expect.poll(() => textOf(cards.nth(1))).toContain('Zofia Wójcik · autor1@example.test')
  await expect.poll(() => textOf(cards.nth(4))).toContain('5 gwiazdek')

  await section.getByLabel('Sortuj').selectOption('Według gwiazdek')
  await eventually(async () => expect(await textOf(cards.first())).toContain('5 gwiazdek'))
  await cards.first().getByRole('button', { name: 'Zaakceptuj' }).click()
  await seesToast(page, 'Komentarz zaakceptowany')
  await seesCount('Zaakceptowane', 1)
  await cards.first().getByRole('button', { name: 'Odrzuć' }).click()
  await seesToast(page, 'Komentarz odrzucony')
  await seesCount('Oczekujące na akceptację', 5)
  await section.getByLabel('Pokaż odrzucone (1)').click()
  await eventually(async () => expect(await cards.count()).toBe(1))

  // Deleting the last review of a page leads to the previous page.
  await cards.first().getByRole('button', { name: 'Zaakceptuj' }).click()
  await section.getByText('Brak odrzuconych komentarzy').waitFor()
  await tab('Zaakceptowane').click()
  await eventually(async () => expect(await cards.count()).toBe(2))
  await page.reload()
  await isChecked()
  await eventually(async () => expect(await cards.count()).toBe(2))
  await cards
    .first()
    .getByRole('button', { name: /^Usuń komentarz/ })
    .click()
  const question = page.getByRole('dialog', { name: 'Usuń komentarz' })
  await expectAccessible(page, 'the question before deleting')
  await question.getByRole('button', { name: 'Usuń komentarz' }).click()
  await seesToast(page, 'Komentarz usunięty')
  await seesCount('Zaakceptowane', 1)

  await cards
    .first()
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  const answering = page.getByRole('dialog', { name: 'Odpowiedz na opinię' })
  await answering.getByLabel('Odpowiedź sklepu').fill('Dziękujemy!\nNa ubraniu trwa dłużej.')
  await expectAccessible(page, 'the answer to a review')
  await answering.getByRole('button', { name: 'Opublikuj odpowiedź' }).click()
  await seesToast(page, 'Odpowiedź dodana')
  const address = await cards.first().getByRole('link').getAttribute('href')
  await eventually(async () => {
    await visit(page, `${address}#opinie`)
    expect(await textOf(page.locator('#opinie'))).toContain('Odpowiedź sklepu')
  })
  await expectAccessible(page, 'a review with the answer')

  await visit(page, '/admin?opinie=zaakceptowane')
  await cards.first().getByText('Na ubraniu trwa dłużej.').waitFor()
  await expectToFit(page, 'an answered review')
})
