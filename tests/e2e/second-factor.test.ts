import type { Page } from 'playwright-core'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { totpCode } from '#tests/support/totp.ts'
import { fill, PASSWORD, seesToast, signInByApi, visit } from './storefront.ts'

async function openSettings(page: Page) {
  await visit(page, '/panel-klienta')
  await page.getByRole('tab', { name: /Konto/ }).click()
  const section = page.getByRole('region', { name: 'Logowanie dwuetapowe' })
  await section.waitFor()
  return section
}

test('second factor: set up by QR code or key, asked for at login, and removed by the password with a code', async ({
  phone: { page, context },
  database,
}) => {
  const email = 'drugi-skladnik@example.test'
  await signInByApi(context, email)
  await proveAddresses(database.db, email)
  const section = await openSettings(page)
  await section.getByRole('button', { name: 'Włącz logowanie dwuetapowe' }).click()
  await fill(section, { Hasło: PASSWORD })
  await section.getByRole('button', { name: 'Dalej' }).click()
  await section.getByRole('img', { name: /Kod QR/ }).waitFor()
  const link = await section.getByRole('link', { name: 'otwórz ją na tym urządzeniu' }).getAttribute('href')
  expect(link).toMatch(/^otpauth:\/\/totp\//)
  const code = () => totpCode(link ?? '')
  await fill(section, { 'Kod z aplikacji': code() })
  await section.getByRole('button', { name: 'Potwierdź i włącz' }).click()
  await section.getByRole('list', { name: 'Kody zapasowe' }).waitFor()
  const codes = await section.getByRole('list', { name: 'Kody zapasowe' }).getByRole('listitem').allTextContents()
  expect(codes.length).toBeGreaterThanOrEqual(5)
  await section.getByRole('button', { name: 'Kody są zapisane' }).click()
  await section.getByText('Włączone', { exact: true }).waitFor()

  await context.clearCookies()
  await visit(page, '/regulamin')
  await page.locator('summary[aria-label="Menu"]').click()
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  const login = page.getByRole('dialog')
  await fill(login, { 'E-mail': email, Hasło: PASSWORD })
  await login.locator('button[type=submit]').click()
  await login.getByRole('button', { name: /Użyj kodu zapasowego/ }).click()
  await fill(login, { 'Kod zapasowy': codes[0] ?? '' })
  await login.getByRole('button', { name: 'Potwierdź', exact: true }).click()
  await page.waitForURL('**/panel-klienta')

  const again = await openSettings(page)
  await again.getByRole('button', { name: 'Wyłącz logowanie dwuetapowe' }).click()
  await fill(again, { Hasło: PASSWORD, 'Kod z aplikacji lub kod zapasowy': codes[1] ?? '' })
  await again.getByRole('button', { name: 'Wyłącz logowanie dwuetapowe' }).click()
  await seesToast(page, 'Logowanie dwuetapowe wyłączone')
  await again.getByText('Wyłączone', { exact: true }).waitFor()
})
