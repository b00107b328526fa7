import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { LIST, PRESTASHOP, SHOPIFY, WOOCOMMERCE } from '#tests/support/former-shops.ts'
import { closesToast, seesToast, textOf, visit } from './storefront.ts'

const give = (page: Page, text: string) =>
  page
    .getByLabel('Plik CSV z produktami')
    .setInputFiles({ name: 'produkty.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const seesMain = (page: Page, text: string | RegExp) => expect.poll(() => textOf(page.getByRole('main'))).toMatch(text)

test('exports of three shops are recognised, previewed and saved; former addresses lead to the products', async ({
  visitor: { page, context },
  shop,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/produkty/arkusz')
  await page.getByRole('link', { name: 'Przenieś z niego produkty' }).click()
  await page.getByRole('heading', { name: 'Przeprowadzka z innego sklepu' }).waitFor()
  const files = [
    {
      text: SHOPIFY,
      shopName: 'Shopify',
      button: 'Zapisz: 3 produkty',
      paths: ['/products/oud-dawny', '/pl/collections/nowe/products/Oud-Dawny?variant=1'],
      name: 'Oud Dawny',
    },
    {
      ...{ text: WOOCOMMERCE, shopName: 'WooCommerce', button: 'Zapisz: 3 produkty' },
      paths: ['/sklep/noc-nad-nilem', '/produkt/Noc-nad-Nilem', '/product/noc-nad-nilem/', '/?product=noc-nad-nilem'],
      name: 'Noc nad Nilem',
    },
    {
      ...{ text: PRESTASHOP, shopName: 'PrestaShop', button: 'Zapisz: 1 produkt' },
      paths: [
        '/21-ambra-sahary.html',
        '/perfumy/21-inna.html',
        '/index.php?id_product=21&controller=product',
        '/?id_product=21',
      ],
      name: 'Ambra Sahary',
    },
  ]
  for (const { text, shopName, button, paths, name } of files) {
    await give(page, text)
    await seesMain(page, new RegExp(`Rozpoznaliśmy plik: ${shopName}`))
    await seesMain(page, /Nic nie jest jeszcze zapisane/)
    if (shopName === 'WooCommerce') await expectAccessible(page, 'preview')
    await page.getByRole('button', { name: button }).click()
    await closesToast(page, 'Zmiany zapisane', button.replace('Zapisz: ', ''))
    for (const path of paths) {
      const answer = await context.request.get(path)
      const led = [answer.status(), new URL(answer.url()).pathname]
      expect(led, path).toEqual([200, expect.stringMatching(/^\/produkt\//)])
      expect(await answer.text()).toContain(name)
    }
  }
  // The invented shop has no server, which is said; nothing is lost by trying again.
  await seesMain(page, /Nie pobrano zdjęcia: serwer tamtego sklepu nie odpowiada \(http/)
  await page.getByRole('button', { name: /^Spróbuj ponownie: \d+ zdj/ }).click()
  await seesMain(page, /Nie pobrano zdjęcia/)
  // Both sizes of a scent are offered on one page.
  await visit(page, '/products/oud-dawny')
  await expect.poll(() => textOf(page.getByRole('main'))).toMatch(/30\sml[\s\S]*100\sml/)
})

test('a list is corrected: a column, the brand that is missing, the line that cannot be moved', async ({
  visitor: { page, context },
  shop,
}) => {
  await context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(page, '/admin/produkty/przeprowadzka')
  await give(page, 'PK\u0003\u0004')
  await page.getByRole('alert').filter({ hasText: 'To skoroszyt Excela' }).waitFor()
  await give(page, LIST.replace('Nazwa;', 'Co to;'))
  await page.getByRole('alert').filter({ hasText: 'Wskaż wyżej kolumnę z nazwą' }).waitFor()
  await page.getByLabel('Co to jest: Co to').selectOption({ label: 'Nazwa' })
  await seesMain(page, /2 wiersze mają błędy/)
  await seesMain(page, /w innej walucie \(EUR\)/)
  await page.getByLabel(/^0: na razie wyprzedane/).click()
  await page.getByLabel('Oryginalne perfumy tej marki').click()
  await page.getByRole('button', { name: 'Dodaj 1 markę' }).click()
  await seesMain(page, /1 wiersz ma błąd/)
  await page.getByRole('button', { name: 'Pomiń wiersze z błędami: 1' }).click()
  await page.getByRole('button', { name: 'Zapisz: 1 produkt' }).click()
  await seesToast(page, 'Zmiany zapisane', '1 produkt')
})
