import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { visit } from './storefront.ts'

test('a buyer who waits for a sold-out product leaves an address, and confirms it by the mailed link', async ({
  phone: { page },
  mailbox,
  database: { db },
}) => {
  const { slug } = await db
    .selectFrom('products')
    .select('slug')
    .where('out_of_stock', '=', true)
    .where('active', '=', true)
    .orderBy('slug')
    .executeTakeFirstOrThrow()
  await visit(page, `/produkt/${slug}`)
  await page.getByRole('link', { name: 'Powiadom, gdy wróci' }).filter({ visible: true }).click()
  await page.getByRole('heading', { name: 'Powiadomienie o produkcie' }).waitFor()
  const field = page.getByLabel('E-mail')
  await field.fill('czeka')
  await page.getByRole('button', { name: 'Powiadom mnie' }).click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, 'the request')
  await field.fill('czeka@example.test')
  await page.getByRole('button', { name: 'Powiadom mnie' }).click()
  await page.getByRole('status').filter({ hasText: 'Sprawdź skrzynkę czeka@example.test' }).waitFor()

  let link = ''
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo('czeka@example.test')
    link = /https?:\/\/\S+\/powiadom\/\S+#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  })
  // In the tab that waits.
  await page.goto(link)
  await page.getByRole('button', { name: 'Włącz powiadomienie' }).click()
  await page.getByRole('status').filter({ hasText: 'Powiadomienie jest włączone' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Nie chcę, usuń mój adres' }).click()
  await page.getByRole('status').filter({ hasText: 'Adres jest usunięty' }).waitFor()
  // What is done stays on the page, and the link asks again where it is opened afresh.
  await page.reload()
  await page.getByRole('status').filter({ hasText: 'Adres jest usunięty' }).waitFor()
  await page.goto('/')
  await page.goto(link)
  await page.getByRole('button', { name: 'Włącz powiadomienie' }).click()
  await page.getByText('To powiadomienie już się skończyło').waitFor()
})

test('the owner of a bottle asks for a reminder when it runs out, and the confirmed link ends it', async ({
  phone: { page },
  mailbox,
}) => {
  await visit(page, '/powiadom/layali-zahran')
  await page.getByRole('link', { name: 'Przypomnij, gdy będą się kończyć' }).click()
  await page.getByText('gdy będą się kończyć: za około 5 miesięcy').waitFor()
  await page.reload()
  await page.getByLabel('E-mail').fill('konczy@example.test')
  await page.getByRole('button', { name: 'Powiadom mnie' }).click()
  await page.getByRole('status').filter({ hasText: 'Sprawdź skrzynkę konczy@example.test' }).waitFor()
  await eventually(async () => {
    const [mail] = await mailbox.messagesTo('konczy@example.test')
    expect(mail?.text).toContain('będą się kończyć')
  })
})
