import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { complaintAt, fill, orderByApi, PASSWORD, plain, seesToast, signInByApi, textOf, visit } from './storefront.ts'

const PRODUCT = 'anbar-sahili'
const PAGE = `/produkt/${PRODUCT}#opinie`
const KLIENTKA = 'klientka@example.test'

/** Eight reviews by others, four stars on average, and a customer to whom the product was delivered. */
test.beforeAll(async ({ database: { db } }) => {
  const { id: product_id } = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', PRODUCT)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('reviews').execute()
  for (let index = 1; index <= 8; index++) {
    const { id: user_id } = await db
      .insertInto('users')
      .values({ email: `autor${index}@example.test`, first_name: index === 1 ? '<b>Promocja</b>' : 'Zofia' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const comment =
      index === 1 ? '<script>document.title = "obce"</script> & <img src=x onerror=alert(1)>' : `Opinia ${index}`
    await db
      .insertInto('reviews')
      .values({
        product_id,
        user_id,
        rating: 4,
        comment,
        approved: true,
        created_at: new Date(Date.UTC(2026, 10, 21 - index)),
      })
      .execute()
  }
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Opinie: Anbar Sahili' })
const sectionOf = (page: Page) => page.locator('#opinie')

test('a customer adds, edits and deletes a review; a guest is asked to sign in', async ({
  visitor,
  database: { db },
}) => {
  const { page, context } = visitor
  await signInByApi(context, KLIENTKA)
  await orderByApi(context, [PRODUCT])
  await db.updateTable('shipments').set({ status: 'delivered' }).execute()
  await context.clearCookies()

  // Guest
  await visit(page, PAGE)
  const section = sectionOf(page)
  await expect.poll(() => textOf(section)).toContain('4,0 · 8 opinii')
  await expect.poll(() => section.getByRole('article').count()).toBe(6)
  await expect.poll(() => section.getByText('<script>document.title').count()).toBe(1)
  await expect.poll(() => textOf(section.getByRole('article').first())).toContain('Klient')
  await section.getByRole('button', { name: 'Wszystkie opinie (8)' }).click()
  const dialog = dialogOf(page)
  await dialog.getByText('Zaloguj się, aby dodać opinię o tym produkcie.', { exact: true }).waitFor()
  await eventually(async () => expect(await dialog.getByRole('article').count()).toBe(8))
  await expectAccessible(page, "the guest's dialog")
  await dialog.getByRole('button', { name: 'Zaloguj się' }).click()
  const login = page.getByRole('dialog', { name: 'Zaloguj się' })
  await fill(login, { 'E-mail': KLIENTKA, Hasło: PASSWORD })
  await login.getByRole('button', { name: 'Zaloguj się', exact: true }).click()

  // Back in the dialog, with the form
  await dialog.getByRole('group', { name: /Ocena/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/produkt/${PRODUCT}`)
  const comment = dialog.getByLabel('Komentarz (opcjonalnie)')
  await comment.fill('a'.repeat(2001))
  await comment.blur()
  await eventually(async () => expect(await complaintAt(comment)).toContain('Wpisz najwyżej 2000 znaków.'))
  await expectAccessible(page, 'the form with a mistake')
  await dialog.getByRole('button', { name: 'Dodaj opinię' }).click()
  await seesToast(page, 'Wybierz ocenę', 'Musisz wybrać ocenę od 1 do 5 gwiazdek.')
  const star = (name: string) => dialog.getByRole('radio', { name })
  await eventually(async () =>
    expect(await star('1 gwiazdka').evaluate((radio) => radio === document.activeElement)).toBe(true),
  )
  await page.keyboard.press('Space')
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowRight')
  await eventually(async () => expect(await star('5 gwiazdek').isChecked()).toBe(true))
  await comment.fill('  Trwa cały dzień.\n\n\n\nPolecam.  ')

  // Typed text survives a reload and a lost answer.
  await page.reload()
  await section.getByRole('button', { name: 'Dodaj opinię' }).click()
  await eventually(async () => expect(await comment.inputValue()).toBe('  Trwa cały dzień.\n\n\n\nPolecam.  '))
  expect(await star('5 gwiazdek').isChecked()).toBe(true)
  visitor.expectErrors(/Failed to load resource/)
  await page.route(
    '**/api/reviews',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Dodaj opinię' }).click()
  await seesToast(page, 'Błąd', 'Nie udało się dodać opinii.')
  await dialog.getByRole('button', { name: 'Dodaj opinię' }).click()
  await seesToast(page, 'Opinia dodana')
  const own = (within: ReturnType<typeof sectionOf>) =>
    within.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Twoja opinia' }) })
  await own(dialog).getByText('Oczekuje na akceptację').waitFor()
  await own(dialog).getByRole('button', { name: 'Edytuj' }).waitFor()
  await expect.poll(() => textOf(own(dialog))).toContain('Trwa cały dzień. Polecam.')
  expect(await db.selectFrom('reviews').select('id').where('approved', '=', false).execute()).toHaveLength(1)
  await expectAccessible(page, 'the own review')
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await own(section).waitFor()
  expect(await section.getByRole('button', { name: 'Dodaj opinię' }).count()).toBe(0)

  // Approved: counted, and listed for others only
  await db.updateTable('reviews').set({ approved: true }).execute()
  await eventually(async () => {
    await page.reload()
    expect(await textOf(section)).toContain('4,1 · 9 opinii')
  })
  await own(section).getByText('Opublikowana').waitFor()
  await eventually(async () => expect(await section.getByText('Trwa cały dzień.').count()).toBe(1))

  // Edited: cancelled, then saved, and no longer counted
  await own(section).getByRole('button', { name: 'Edytuj' }).click()
  await own(section).getByLabel('Komentarz (opcjonalnie)').fill('Coś innego')
  await own(section).getByRole('button', { name: 'Anuluj' }).click()
  const edit = own(section).getByRole('button', { name: 'Edytuj' })
  await eventually(async () => expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true))
  await expect.poll(() => textOf(own(section))).toContain('Trwa cały dzień.')
  await edit.click()
  await own(section).getByRole('radio', { name: '2 gwiazdki' }).check()
  await own(section).getByRole('button', { name: 'Zapisz' }).click()
  await seesToast(page, 'Opinia zaktualizowana')
  await own(section).getByText('Oczekuje na akceptację').waitFor()
  await eventually(async () => expect(await textOf(section)).toContain('4,0 · 8 opinii'))

  // Rejected by the admin
  await db.updateTable('reviews').set({ rejected_at: new Date() }).where('approved', '=', false).execute()
  await page.reload()
  await own(section).getByText('Nieopublikowana').waitFor()
  await expectAccessible(page, 'the page with a rejected review')

  // Deleted after a confirmation
  await own(section).getByRole('button', { name: 'Usuń' }).click()
  await own(section).getByText('Czy na pewno chcesz usunąć tę opinię?', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await own(section).getByRole('button', { name: 'Usuń', exact: true }).click()
  await own(section).getByRole('button', { name: 'Usuń opinię' }).click()
  await seesToast(page, 'Opinia usunięta')
  await own(section).waitFor({ state: 'detached' })
  await section.getByRole('button', { name: 'Dodaj opinię' }).waitFor()
  expect(await db.selectFrom('reviews').select('id').where('approved', '=', false).execute()).toHaveLength(0)
})

test('on a phone a review can be written over the product, in the panel, and after the session has ended', async ({
  openVisitor,
  database: { db },
}) => {
  const { page, context } = await openVisitor({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  await signInByApi(context, 'telefon@example.test')
  await visit(page, '/sklep?search=anbar')
  await page.getByRole('article').getByRole('link', { name: 'Anbar Sahili' }).tap()
  const product = page.getByRole('dialog', { name: 'Anbar Sahili', exact: true })
  await product.getByRole('button', { name: 'Dodaj opinię' }).tap()
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: '3 gwiazdki' }).waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await product.waitFor()

  await orderByApi(context, [PRODUCT])
  await db.updateTable('shipments').set({ status: 'delivered' }).execute()
  await page.goto('about:blank')
  await visit(page, PAGE)
  await sectionOf(page).getByRole('button', { name: 'Dodaj opinię' }).tap()
  await dialog.getByRole('radio', { name: '3 gwiazdki' }).check()
  await dialog.getByLabel('Komentarz (opcjonalnie)').fill('Piękny flakon')
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  await expectAccessible(page, 'the form on a phone')
  await db.deleteFrom('sessions').execute()
  await dialog.getByRole('button', { name: 'Dodaj opinię' }).tap()
  const over = page.getByRole('dialog', { name: 'Minęła sesja' })
  await over.waitFor()
  await seesToast(page, 'Wymagane logowanie', 'Musisz być zalogowany, aby dodać opinię.')
  await over.getByRole('button', { name: 'Anuluj' }).tap()
  await seesToast(page, 'Wymagane logowanie', 'Musisz być zalogowany, aby dodać opinię.')
  await dialog.getByText('Zaloguj się, aby dodać opinię o tym produkcie.').waitFor()
  await signInByApi(context, 'telefon@example.test')
  await page.goto('about:blank')
  await visit(page, PAGE)
  await sectionOf(page).getByRole('button', { name: 'Dodaj opinię' }).tap()
  await dialog.getByRole('button', { name: 'Dodaj opinię' }).tap()
  await seesToast(page, 'Opinia dodana')

  await visit(page, '/panel-klienta#opinie')
  const entry = page.getByRole('article').filter({ hasText: 'Anbar Sahili' })
  await entry.getByRole('button', { name: 'Edytuj' }).tap()
  await entry.getByLabel('Komentarz (opcjonalnie)').fill('Piękny flakon, trwały zapach')
  await entry.getByRole('button', { name: 'Zapisz' }).tap()
  await seesToast(page, 'Opinia zaktualizowana')
  expect(plain(await entry.textContent())).toContain('Piękny flakon, trwały zapach')
  await expectAccessible(page, 'the reviews in the panel')
  await entry.getByRole('button', { name: 'Usuń', exact: true }).tap()
  await entry.getByRole('button', { name: 'Usuń opinię' }).tap()
  await page.getByText('Brak opinii').waitFor()
})
