import { expectAccessible } from '#tests/support/accessible.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { fill, orderByApi, seesToast, signInByApi, textOf, visit } from './storefront.ts'

const PACKER = 'pakuje@example.test'
const PACKER_PASSWORD = 'dobre-haslo-do-paczek'

test.beforeAll(async ({ shop, browser }) => {
  const context = await browser.newContext({ baseURL: shop.url })
  await signInByApi(context, 'kupuje@example.test')
  await orderByApi(context, ['layali-zahran'])
  await orderByApi(context, ['fern-flint'])
  await context.close()
})

test('an invited person packs a parcel on the phone, sees nothing else, and is removed while signed in', async ({
  visitor: { page: owner, context: ownersContext },
  phone: { page },
  mailbox,
  shop,
}) => {
  await ownersContext.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(owner, '/admin/ustawienia/osoby')
  await owner.getByText('Na razie panel masz tylko Ty.').waitFor()
  await fill(owner.getByRole('main'), { 'E-mail osoby': PACKER })
  await owner.getByRole('button', { name: 'Zaproś' }).click()
  await seesToast(owner, 'Zaproszenie wysłane')
  await owner.getByText(/^Pakuje\. Zaproszono .+; link działa do/).waitFor()
  await expectAccessible(owner, 'people who pack')

  let address = ''
  await eventually(async () => {
    const [found] = (await mailbox.messagesTo(PACKER)).flatMap(({ text }) => /\/nowe-haslo\S+#\S+/.exec(text) ?? [])
    if (found === undefined) throw new Error('no invitation yet')
    address = found
  })
  await visit(page, address)
  await page.getByRole('heading', { name: 'Zaproszenie do panelu sklepu' }).waitFor()
  await expectAccessible(page, 'invitation')
  await fill(page.getByRole('main'), { Hasło: PACKER_PASSWORD })
  await page.getByRole('button', { name: 'Ustaw hasło' }).click()
  await page.getByRole('link', { name: 'Przejdź do panelu' }).click()

  const parcel = page.getByRole('article', { name: 'Paczka do spakowania' })
  await parcel.waitFor()
  await page.getByText('Spakowane: 0 z 2').waitFor()
  expect(await textOf(parcel)).toContain('Layali Zahran')
  expect(await parcel.getByRole('link').allTextContents()).toEqual(['Drukuj'])
  const bar = page.getByRole('navigation', { name: 'Panel Administracyjny' })
  expect(await bar.getByRole('link').allTextContents()).toEqual(['Pakowanie, 2 do sprawdzenia'])
  await expectAccessible(page, 'desk of who packs')
  for (const box of await parcel.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Spakowane, następna' }).click()
  await page.getByText('Spakowane: 1 z 2').waitFor()
  await expect.poll(() => bar.getByRole('link').textContent()).toBe('Pakowanie, 1 do sprawdzenia')

  await page.getByRole('link', { name: 'Lista do zebrania' }).click()
  await page.getByRole('heading', { name: 'Lista do zebrania' }).waitFor()
  await page.getByText(/^☐ #/).waitFor()
  expect(await textOf(page.getByRole('main'))).not.toContain('zł')

  // The start of the panel leads back to packing, and pages of the owner say whose they are.
  await visit(page, '/admin')
  await parcel.waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/pakowanie')
  const refused = await page.goto('/admin/zamowienia')
  expect(refused?.status()).toBe(403)
  await page.getByText('Tę część panelu widzi tylko właściciel sklepu.').waitFor()
  await page.getByRole('link', { name: 'Pakowanie' }).click()
  await parcel.waitFor()

  await owner.reload()
  await owner.getByRole('button', { name: `Usuń osobę: ${PACKER}` }).click()
  await owner.getByRole('dialog', { name: 'Usunąć tę osobę?' }).getByRole('button', { name: 'Usuń osobę' }).click()
  await owner.getByText('Na razie panel masz tylko Ty.').waitFor()
  for (const box of await parcel.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Spakowane, następna' }).click()
  await page.getByRole('dialog', { name: 'Minęła sesja' }).waitFor()
  expect((await page.goto('/admin/pakowanie'))?.status()).toBe(401)
  await visit(owner, '/admin/dziennik')
  await owner.getByText(`Usunięto osobę „${PACKER}”`).waitFor()
  const packed = owner.getByRole('listitem').filter({ hasText: 'Spakowano przesyłkę' })
  expect(await textOf(packed)).toContain(PACKER)
})
