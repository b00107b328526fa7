import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { visit } from './storefront.ts'

test('a visitor subscribes to the newsletter from the footer, confirms the address, and ends it by the same link', async ({
  phone: { page },
  mailbox,
}) => {
  await visit(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Newsletter' }).click()
  await page.getByRole('heading', { name: 'Newsletter', level: 1 }).waitFor()
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await field.fill('nowosci@example.test')
  await page.getByRole('button', { name: 'Zapisz mnie' }).click()
  // Without the consent nothing is sent, and what was typed stays.
  await expect.poll(() => page.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe('nowosci@example.test')
  await expectAccessible(page, 'the form')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Zapisz mnie' }).click()
  await page.getByRole('status').filter({ hasText: 'Sprawdź skrzynkę nowosci@example.test' }).waitFor()

  let link = ''
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo('nowosci@example.test')
    link = /https?:\/\/\S+\/newsletter#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Potwierdzam zapis' }).click()
  await page.getByRole('status').filter({ hasText: 'zapis jest potwierdzony' }).waitFor()
  // What is confirmed is not asked again.
  await page.reload()
  await page.getByRole('status').filter({ hasText: 'zapis jest potwierdzony' }).waitFor()
  expect(await page.getByRole('button', { name: 'Potwierdzam zapis' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Wypisz mnie' }).click()
  await page.getByRole('status').filter({ hasText: 'Wypisaliśmy ten adres z newslettera.' }).waitFor()
})
