import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { expectToFit } from './sideways.ts'
import { seesToast, visit } from './storefront.ts'

const HOSTILE = `<script>document.title='przejęte'</script>`

test('own texts: the owner writes a heading, previews and publishes it, and visitors read it', async ({
  openVisitor,
  shop,
}) => {
  const { page, context } = await openVisitor(PHONE)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/ustawienia')
  await page.getByRole('link', { name: /^Teksty sklepu/ }).click()
  const hero = page.getByRole('group', { name: 'Strona główna: początek' })
  await hero.getByLabel('Hasło').fill('Pachnij po swojemu.')
  await hero.getByLabel('Tekst', { exact: true }).fill(`Zapachy z charakterem. ${HOSTILE}`)

  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Podgląd' }).click()
  const preview = await opening
  await preview.getByRole('heading', { level: 1, name: 'Pachnij po swojemu.' }).waitFor()
  await preview.getByText(`Zapachy z charakterem. ${HOSTILE}`).waitFor()
  await preview.getByText(/^Podgląd, jeszcze nie opublikowano\./).waitFor()
  expect(await preview.title()).toBe('Podgląd tekstów')
  await expectToFit(preview, 'preview')
  await preview.close()

  const { page: stranger } = await openVisitor(DESKTOP)
  await visit(stranger, '/')
  await stranger.getByRole('heading', { level: 1, name: 'Zmieniasz cenę, nie jakość.' }).waitFor()

  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await seesToast(page, 'Opublikowano. W sklepie widać to od razu.')
  await page.getByText('Wersja 1', { exact: true }).waitFor()
  await expectAccessible(page, 'own texts')
  await eventually(async () => {
    await visit(stranger, '/')
    expect(await stranger.getByRole('heading', { level: 1 }).innerText()).toBe('Pachnij po swojemu.')
  })
  await stranger.getByText(`Zapachy z charakterem. ${HOSTILE}`).waitFor()
  expect(await stranger.title()).toContain('Pachnij po swojemu.')

  await page.getByRole('button', { name: 'Wróć do domyślnych' }).click()
  await page.getByRole('button', { name: 'Opublikuj ją znowu' }).click()
  await seesToast(page, 'Wróciły teksty domyślne')
  // The form is filled again after the toast.
  await eventually(async () => {
    expect(await hero.getByLabel('Hasło').inputValue()).toBe('Zmieniasz cenę, nie jakość.')
  })
})
