import type { Route } from 'playwright-core'
import { describe } from 'vitest'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import {
  type DemoProduct,
  expectProductList,
  filters,
  namesOf,
  newestFirst,
  productList,
  products,
  shownNames,
} from './product-list.ts'
import { textOf, visit } from './storefront.ts'

describe('filters', () => {
  test('narrow the list one after the other, are kept in the address, and can be removed one by one', async ({
    visitor: { page },
  }) => {
    await visit(page, '/sklep')
    let list = products.toSorted(newestFirst)
    await expectProductList(page, '', list)
    const narrow = (keep: (product: DemoProduct) => boolean) => {
      list = list.filter(keep)
    }

    await filters(page).getByText('Damskie', { exact: true }).click()
    narrow(({ gender }) => gender === 'women')
    await expectProductList(page, '?gender=women', list)
    await filters(page).getByText('Zamienniki', { exact: true }).click()
    narrow(({ brand }) => brand.name !== 'Perfumy Arabskie')
    await expectProductList(page, '?gender=women&category=substitutes', list)
    await page.getByRole('textbox', { name: 'Cena od (zł)' }).fill('19,90')
    narrow(({ prices }) => prices.some((grosze) => grosze >= 19_90))
    await expectProductList(page, '?gender=women&category=substitutes&minPrice=19.90', list)
    await page.getByRole('textbox', { name: 'Cena do (zł)' }).fill('41.9')
    narrow(({ prices }) => prices.some((grosze) => grosze >= 19_90 && grosze <= 41_90))
    await expectProductList(page, '?gender=women&category=substitutes&minPrice=19.90&maxPrice=41.90', list)
    await page.getByRole('combobox', { name: 'Marka' }).selectOption('Noemira')
    narrow(({ brand }) => brand.name === 'Noemira')
    const query = '?gender=women&brand=noemira&category=substitutes&minPrice=19.90&maxPrice=41.90'
    await expectProductList(page, query, list)
    await page.getByRole('searchbox').fill('flirt')
    narrow(({ name }) => name.includes('Flirt'))
    await expectProductList(page, query.replace('?', '?search=flirt&'), list)
    expect(namesOf(list)).toEqual(['Gruszkowy Flirt'])
    await expect.poll(() => textOf(productList(page).getByRole('status'))).toBe('1 produkt')

    // The address alone restores all of it.
    await page.reload()
    await expectProductList(page, query.replace('?', '?search=flirt&'), list)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('flirt')
    expect(await page.getByRole('radio', { name: 'Damskie' }).isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Zamienniki' }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('combobox', { name: 'Marka' }).inputValue()).toBe('noemira')
    await expect.poll(() => page.getByRole('textbox', { name: 'Cena od (zł)' }).inputValue()).toBe('19.90')
    await expect.poll(() => page.getByRole('textbox', { name: 'Cena do (zł)' }).inputValue()).toBe('41.90')

    const chips = page.getByRole('list', { name: 'Wybrane filtry' })
    const left = new URLSearchParams(query.replace('?', '?search=flirt&'))
    for (const [filter, chip] of [
      ['search', '„flirt”'],
      ['category', 'Zamienniki'],
      ['minPrice', 'od 19,90 zł'],
      ['maxPrice', 'do 41,90 zł'],
      ['brand', 'Noemira'],
      ['gender', 'Damskie'],
    ] as const) {
      const link = chips.getByRole('link', { name: `Usuń filtr ${chip}` })
      await link.click()
      left.delete(filter)
      await page.waitForURL((url) => url.search === (left.size > 0 ? `?${left}` : ''))
      await link.waitFor({ state: 'detached' })
    }
    await expectProductList(page, '', products.toSorted(newestFirst))
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
    expect(await page.getByRole('radio', { name: 'Wszystkie' }).first().isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('combobox', { name: 'Marka' }).inputValue()).toBe('')
    expect(await chips.count()).toBe(0)
  })

  test('by words apply without Enter, as one history entry', async ({ visitor: { page } }) => {
    await visit(page, '/sklep')
    const words = 'snieg O swicie'
    await page.getByRole('searchbox').pressSequentially(words)
    await eventually(async () => expect(await shownNames(page)).toEqual(['Śnieg o Świcie']))
    // Its first word alone finds this one, so the address may follow.
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(words)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(words)
    // The search is one step of the history, however it was typed.
    await page.goBack()
    await expectProductList(page, '', products.toSorted(newestFirst))
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  })

  test('without a match say so and suggest which one to remove; wrong letters are corrected; all are removed at once', async ({
    visitor: { page },
  }) => {
    await visit(page, '/sklep?search=oud&gender=men&brand=noemira')
    await productList(page).getByRole('heading', { name: 'Brak produktów' }).waitFor()
    await productList(page).getByText('Zrezygnuj z jednego z nich').waitFor()
    const offered = await productList(page)
      .getByRole('link', { name: /^bez: / })
      .allTextContents()
    // The brand has nothing for men and nothing with oud.
    expect(offered).toEqual(['bez: Noemira (5 produktów)'])
    expect(await productList(page).getByRole('region', { name: 'Nowości' }).getByRole('article').count()).toBe(4)
    await productList(page).getByRole('link', { name: 'bez: Noemira' }).click()
    await page.waitForURL('**/sklep?search=oud&gender=men')
    await productList(page).getByRole('status').getByText('5 produktów').waitFor()
    await page.getByRole('searchbox').fill('xyz-nic-takiego')
    await productList(page).getByRole('heading', { name: 'Brak produktów' }).waitFor()
    // A scent family leads to its complete list.
    const family = page.getByRole('region', { name: 'Rodziny zapachów' }).getByRole('link', { name: 'Oud i dym' })
    await expect.poll(() => family.getAttribute('href')).toBe('/sklep?family=oud')
    await productList(page).getByRole('link', { name: 'Wyczyść filtry' }).last().click()
    await expectProductList(page, '', products.toSorted(newestFirst))

    await page.getByRole('combobox', { name: 'Sortuj' }).selectOption('price-asc')
    await page.waitForURL('**/sklep?sort=price-asc')
    await page.getByRole('searchbox').fill('zafrn')
    await productList(page)
      .getByRole('status')
      .filter({ hasText: 'Nie ma „zafrn”. Pokazujemy wyniki dla „Zafran”.' })
      .waitFor()
    await productList(page).getByRole('link', { name: 'Zafran Makhmal' }).first().waitFor()
    await page.getByRole('link', { name: 'Wyczyść filtry' }).click()
    await expectProductList(page, '', products.toSorted(newestFirst))
    await expect.poll(() => page.getByRole('combobox', { name: 'Sortuj' }).inputValue()).toBe('newest')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  })

  test('on the phone are in a closed panel, and apply without moving the page', async ({ phone: { page } }) => {
    await visit(page, '/sklep')
    const women = filters(page).getByText('Damskie', { exact: true })
    expect(await women.isVisible()).toBe(false)
    await filters(page).getByText('Filtry', { exact: true }).tap()
    await women.tap()
    const list = products.filter(({ gender }) => gender === 'women').toSorted(newestFirst)
    await expectProductList(page, '?gender=women', list)
    await filters(page).getByRole('button', { name: 'Pokaż produkty' }).tap()
    await women.waitFor({ state: 'hidden' })
    await filters(page).getByText('Filtry (1)').waitFor()
  })
})

test('a search undone while its list is loading leaves everything unchanged', async ({ visitor: { page } }) => {
  await visit(page, '/sklep')
  let held: Route | undefined
  await page.route('**/sklep.data?search=oud**', (route) => {
    held = route
  })
  await page.getByRole('searchbox').fill('oud')
  await page.locator('section[aria-busy=true]').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.locator('section[aria-busy=false]').waitFor()
  await held?.abort()
  await page.getByRole('combobox', { name: 'Marka' }).selectOption('Orsolay')
  const list = products.filter(({ brand }) => brand.name === 'Orsolay').toSorted(newestFirst)
  await expectProductList(page, '?brand=orsolay', list)
  await page.goBack()
  await expectProductList(page, '', products.toSorted(newestFirst))
})
