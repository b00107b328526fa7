import { describe } from 'vitest'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { buyNow } from './checkout.ts'
import { fill, PERSON, signInByApi, typedIn } from './storefront.ts'

describe('the product dialog', () => {
  test('goes back step by step by the browser’s Back, and a reload restores step, method and fields', async ({
    phone: { page, context },
  }) => {
    await signInByApi(context, 'wstecz@example.test')
    const dialog = await buyNow(page, 'Misk Fajri')
    await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
    await dialog.getByRole('button', { name: 'Dalej' }).click()
    await fill(dialog, PERSON)

    await page.reload()
    await dialog.getByText('Krok 2 z 2').waitFor()
    await dialog.getByText('Kurier, płatność przy odbiorze').waitFor()
    expect(await typedIn(dialog, Object.keys(PERSON))).toEqual(PERSON)
    expect(new URL(page.url()).pathname).toBe('/produkt/misk-fajri')

    await page.goBack()
    await dialog.getByText('Krok 1 z 2').waitFor()
    expect(await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).isChecked()).toBe(true)
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL('**/sklep?category=arabic')
  })
})
