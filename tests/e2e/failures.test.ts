import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { seesToast, visit } from './storefront.ts'

test('an error in a visitor’s browser is reported to the owner once, without typed text, and can be resolved', async ({
  visitor,
  phone,
  shop,
  database: { db },
}) => {
  const { page } = phone
  phone.expectErrors(/broken for/)
  await page.route('**/assets/broken.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `function breakPage() { throw new TypeError('broken for anna@example.test') }
        addEventListener('break', breakPage)
        addEventListener('break', async () => breakPage())`,
    }),
  )
  await visit(page, '/sklep?search=anna')
  await page.addScriptTag({ url: '/assets/broken.js' })
  for (let n = 0; n < 3; n += 1) await page.evaluate(() => void dispatchEvent(new Event('break')))
  await page.evaluate(() => reportError(new Error('broken for an extension')))
  const stored = () => db.selectFrom('failures').select(['message', 'place', 'times', 'frames']).execute()
  await eventually(async () => expect(await stored()).toHaveLength(1))
  expect(await stored()).toEqual([
    {
      message: 'broken for [e-mail]',
      place: '/sklep',
      times: 1,
      frames: [expect.stringMatching(/^breakPage \(broken\.js:/)],
    },
  ])

  const admin = visitor.page
  await visitor.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await visit(admin, '/admin')
  await admin.getByText('awaria do obejrzenia, dzisiaj 1 nowa').click()
  await admin.getByRole('heading', { name: 'TypeError: broken for [e-mail]' }).waitFor()
  await admin.getByRole('link', { name: /^Awarie.*1 do sprawdzenia$/ }).waitFor()
  await admin.getByRole('button', { name: /^Załatwione/ }).click()
  await seesToast(admin, 'Awaria załatwiona')
  await admin.getByText('Nic się nie zepsuło. Oby tak dalej.').waitFor()
  await admin.getByRole('link', { name: 'Awarie', exact: true }).waitFor()
})
