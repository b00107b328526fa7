import sharp from 'sharp'
import { expectAccessible } from '#tests/support/accessible.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { expectToFit } from './sideways.ts'
import { seesToast, visit } from './storefront.ts'

const HOSTILE = `<script>document.title='przejęte'</script>`

test('guides: the owner writes, previews and publishes a page; a buyer finds it and a product on a phone', async ({
  openVisitor,
  shop,
}) => {
  const { page, context } = await openVisitor(DESKTOP)
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/ustawienia')
  await page.getByRole('link', { name: /^Poradnik/ }).click()
  await page.getByRole('button', { name: 'Dodaj stronę' }).click()
  await page.getByLabel('Tytuł').fill('Perfumy na zimę')
  await page.getByRole('button', { name: 'Utwórz szkic' }).click()
  await page.getByText('Adres: /poradnik/perfumy-na-zime').waitFor()

  await page.getByRole('button', { name: 'Nagłówek' }).click()
  await page.getByLabel('Nagłówek').fill('Nuty, które grzeją')
  await page.getByRole('button', { name: 'Akapit' }).click()
  await page.getByLabel('Akapit').fill(`Wanilia i oud. ${HOSTILE}`)
  await page.getByRole('button', { name: 'Zdjęcie', exact: true }).click()
  const buffer = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#5A3A22' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'zima.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Zmień zdjęcie' }).waitFor()
  await page.getByLabel('Opis zdjęcia').fill('Flakon na śniegu')
  await page.getByRole('button', { name: 'Produkty' }).click()
  await page.getByLabel('Znajdź produkt').fill('layali')
  await page
    .getByRole('list', { name: 'Znalezione produkty' })
    .getByRole('button', { name: /^Layali Zahran/ })
    .click()

  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Podgląd' }).click()
  const preview = await opening
  await preview.getByRole('heading', { level: 1, name: 'Perfumy na zimę' }).waitFor()
  await preview.getByText(`Wanilia i oud. ${HOSTILE}`).waitFor()
  await preview.getByRole('link', { name: 'Layali Zahran' }).waitFor()
  await preview.close()

  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await page.getByText('Przed publikacją wpisz opis').waitFor()
  await page.getByLabel('Opis na liście').fill('Co nosić, gdy jest mróz.')
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await seesToast(page, 'Zapisano stronę poradnika')
  await expectAccessible(page, 'the editor of a guide')

  const { page: buyer } = await openVisitor(PHONE)
  await eventually(async () => {
    await visit(buyer, '/')
    expect(await buyer.getByRole('link', { name: 'Perfumy na zimę' }).count()).toBe(1)
  })
  await buyer.getByRole('link', { name: 'Cały poradnik' }).click()
  await buyer.getByText('Co nosić, gdy jest mróz.').waitFor()
  await expectToFit(buyer, 'the guides')
  await expectAccessible(buyer, 'the guides', { bestPractice: true })
  await buyer.setViewportSize({ width: 390, height: 844 })
  await buyer.getByRole('link', { name: 'Perfumy na zimę' }).click()
  await buyer.getByRole('heading', { level: 2, name: 'Nuty, które grzeją' }).waitFor()
  await buyer.getByText(HOSTILE).waitFor()
  expect(await buyer.title()).toBe('Perfumy na zimę | Perfumeria')
  const picture = buyer.getByRole('img', { name: 'Flakon na śniegu' })
  await picture.scrollIntoViewIfNeeded()
  await eventually(async () => {
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })
  await expectToFit(buyer, 'a guide')
  await expectAccessible(buyer, 'a guide', { bestPractice: true })
  await buyer.setViewportSize({ width: 390, height: 844 })
  await buyer.getByRole('link', { name: 'Layali Zahran' }).click()
  await buyer.waitForURL('**/produkt/layali-zahran')

  await page.getByRole('button', { name: 'Ukryj' }).click()
  await page.getByRole('heading', { level: 1 }).getByText('szkic').waitFor()
  await eventually(async () => {
    expect((await buyer.request.get('/poradnik/perfumy-na-zime')).status()).toBe(404)
  })
})
