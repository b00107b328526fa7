import type { Page } from 'playwright-core'
import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { fill, PASSWORD, seesToast, signInByApi, visit } from './storefront.ts'

/** Chooses an account on the page of the sandbox's Google. */
async function choose(page: Page, email: string) {
  await page.getByRole('heading', { name: 'Wybierz konto' }).waitFor()
  await page.getByRole('textbox', { name: 'Adres e-mail' }).fill(email)
  await page.getByRole('button', { name: 'Dalej' }).click()
}

async function leaveForGoogle(page: Page) {
  await page.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Zaloguj się', exact: true })
  await dialog.getByRole('button', { name: 'Zaloguj się przez Google' }).click()
}

test('Google: signs in, can be unlinked once there is a password, linked again, and signs in again', async ({
  visitor: { page, context },
}) => {
  const email = 'przez.google@poczta.example'
  const other = await context.newPage()
  await visit(other, '/regulamin')
  await visit(page, '/regulamin')
  await leaveForGoogle(page)
  await choose(page, email)
  await page.getByText(`Witaj, ${email}`).waitFor()
  expect(new URL(page.url()).search).toBe('')
  // The other tab was notified: the link leads straight to the panel.
  await other.getByRole('link', { name: 'PANEL KLIENTA' }).filter({ visible: true }).click()
  await other.getByText(`Witaj, ${email}`).waitFor()
  await other.close()

  await page.getByRole('tab', { name: 'Konto' }).click()
  const google = page.getByRole('region', { name: 'Logowanie przez Google' })
  await google.getByText('Aby odłączyć Google, najpierw ustaw hasło').waitFor()
  const password = page.getByRole('region', { name: 'Ustaw hasło' })
  await fill(password, { 'Nowe hasło': PASSWORD })
  await password.getByRole('button', { name: 'Ustaw hasło' }).click()
  await google.getByRole('button', { name: 'Odłącz Google' }).click()
  await seesToast(page, 'Odłączono Google')

  await google.getByRole('button', { name: 'Połącz z Google' }).click()
  await choose(page, 'ktos.inny@poczta.example')
  await page.getByText('To konto Google ma inny adres').waitFor()
  await page.getByRole('link', { name: 'Wróć do panelu klienta' }).click()
  await google.getByRole('button', { name: 'Połącz z Google' }).click()
  await choose(page, email)
  await seesToast(page, 'Połączono z Google')
  await google.getByText(`Połączone z kontem Google o adresie ${email}.`).waitFor()

  await page
    .getByRole('button', { name: /Wyloguj/ })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === '/')
  await eventually(async () => {
    expect(await (await context.request.get('/api/me')).json()).toMatchObject({ user: null })
  })
  await leaveForGoogle(page)
  await choose(page, email)
  await page.getByText(`Witaj, ${email}`).waitFor()
})

test('Google: a page of the shop reports that the address has an account, or that the visitor gave up', async ({
  phone: { page, context },
}) => {
  const email = 'ma.juz.konto@poczta.example'
  await signInByApi(context, email)
  await context.clearCookies()
  await visit(page, '/regulamin')
  await page.locator('summary[aria-label="Menu"]').click()
  await leaveForGoogle(page)
  await choose(page, email)
  await page.getByText('W sklepie jest już konto z tym adresem').waitFor()
  await expectAccessible(page, 'back from Google')
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Zaloguj się', exact: true })
  await expectAccessible(page, 'login dialog')
  await dialog.getByRole('button', { name: 'Zaloguj się przez Google' }).click()
  await page.getByRole('button', { name: 'Anuluj i wróć do sklepu' }).click()
  await page.getByText('Logowanie przez Google zostało przerwane. Nic się nie zmieniło.').waitFor()
  expect(await (await context.request.get('/api/me')).json()).toMatchObject({ user: null })
})
