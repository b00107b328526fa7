import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { atStrength } from '#tests/torture/strength.ts'
import { confirmation } from './checkout.ts'
import { ADDRESS, fill, openCart, orderButton, PERSON, putIntoCart, signInByApi, visit } from './storefront.ts'

const LIST = '/sklep?category=arabic'
const NAME = 'Misk Fajri'
const PAGE = '/produkt/misk-fajri'

/** Holds back everything that a page needs to be shown, as a very slow network does, until `release` is called. */
async function slowDown(page: Page) {
  const held: (() => void)[] = []
  let isHolding = true
  await page.route(/\.data(\?|$)/, async (route) => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
    // The page may have given the request up meanwhile.
    await route.continue().catch(() => undefined)
  })
  return async function release() {
    isHolding = false
    for (const go of held) go()
    await page.unroute(/\.data(\?|$)/)
  }
}

type Start = 'list' | 'page'
type Buyer = 'guest' | 'customer'
type Trouble = 'nothing' | 'reload' | 'Back' | 'Back and reload' | 'reload and Back'
type Journey = { start: Start; buyer: Buyer; trouble: Trouble; step: number }

const STEPS: Record<Buyer, number> = { guest: 3, customer: 2 }
const JOURNEYS: Journey[] = (['list', 'page'] as const).flatMap((start) =>
  (['guest', 'customer'] as const).flatMap((buyer) => [
    { start, buyer, trouble: 'nothing' as const, step: 1 },
    ...Array.from({ length: STEPS[buyer] }, (_, index) => index + 1).flatMap((step) =>
      (['reload', 'Back', 'Back and reload', 'reload and Back'] as const)
        // Back at the first step closes the checkout.
        .filter((trouble) => step > 1 || trouble === 'reload')
        .map((trouble) => ({ start, buyer, trouble, step })),
    ),
  ]),
)

async function startBuying(page: Page, start: Start): Promise<Locator> {
  await visit(page, start === 'list' ? LIST : PAGE)
  if (start === 'list') await page.getByRole('link', { name: NAME, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: NAME })
  // On the page it is a link, which works before the page's script has loaded.
  const buy =
    start === 'list' ? dialog.getByRole('button', { name: 'Kup teraz' }) : page.getByRole('link', { name: 'Kup teraz' })
  await buy.filter({ visible: true }).first().click()
  await dialog.getByText('Krok 1 z').waitFor()
  return dialog
}

/** Fills in a step; presses its button, or that of the order. */
async function passStep(dialog: Locator, left: number, email: string): Promise<void> {
  if (left === 0) {
    await fill(dialog, { ...PERSON, ...ADDRESS })
    return orderButton(dialog).click()
  }
  const terms = dialog.getByRole('checkbox', { name: /Akceptuję/ })
  if (left === 2 && (await terms.isVisible())) {
    await fill(dialog, { 'E-mail': email })
    await terms.check()
  }
  if (left === 1) await dialog.getByRole('radio', { name: /Kurier.*przy odbiorze/ }).check()
  await dialog.getByRole('button', { name: 'Dalej' }).click()
}

const atStep = (dialog: Locator, step: number) => dialog.getByText(new RegExp(`^Krok ${step} z `)).waitFor()

/** How many steps are left: a guest who reloads the first step has passed it. */
async function countLeft(dialog: Locator): Promise<number> {
  const [, step, of] = /Krok (\d) z (\d)/.exec((await dialog.getByText(/^Krok \d z \d$/).textContent()) ?? '') ?? []
  return Number(of) - Number(step)
}

async function interrupt(page: Page, dialog: Locator, trouble: Trouble, step: number): Promise<void> {
  for (const act of trouble.split(' and ')) {
    if (act === 'nothing') continue
    const isBack = act === 'Back'
    await (isBack ? page.goBack() : page.reload())
    await atStep(dialog, isBack || trouble.startsWith('Back') ? step - 1 : step)
  }
}

const isCovered = (page: Page) => page.getByRole('dialog').filter({ visible: true }).count()

/** Each start, each buyer and each trouble at least once, or all of them. */
const EVERY = atStrength({ short: 7, full: 1 })

describe("the product's checkout on a phone with a slow network", () => {
  test.for(JOURNEYS.filter((_, at) => at % EVERY === 0))(
    'from a $start as a $buyer, $trouble at step $step: ends where it began',
    async (journey, { phone: { page, context } }) => {
      const { start, buyer, trouble, step: troubled } = journey
      const email = `${crypto.randomUUID()}@example.test`
      if (buyer === 'customer') await signInByApi(context, email)
      const dialog = await startBuying(page, start)
      const began = start === 'list' ? LIST : PAGE
      for (let step = 1; step < troubled; step += 1) {
        await passStep(dialog, STEPS[buyer] - step, email)
        await atStep(dialog, step + 1)
      }
      await interrupt(page, dialog, trouble, troubled)
      for (let left = await countLeft(dialog); left > 0; left -= 1) {
        await passStep(dialog, left, email)
        await expect.poll(() => countLeft(dialog)).toBe(left - 1)
      }
      const release = await slowDown(page)
      await passStep(dialog, 0, email)
      await confirmation(page).waitFor()
      // Nothing happens yet, so it is pressed again.
      for (const _ of [1, 2, 3]) await press(page, 'Kontynuuj zakupy')
      await release()
      await expect.poll(() => isCovered(page)).toBe(0)
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(began)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  )
})

/** Presses a button unless it has gone meanwhile. */
async function press(page: Page, name: string): Promise<void> {
  await page.evaluate((label) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')]
    buttons.find((button) => (button.ariaLabel ?? button.textContent).trim() === label)?.click()
  }, name)
}

describe('other dialogs on a phone with a slow network', () => {
  test('a checkout reloaded at its last step: “Wstecz” pressed three times leads one step back', async ({
    phone: { page, context },
  }) => {
    await signInByApi(context, 'wstecz-trzy@example.test')
    const dialog = await startBuying(page, 'list')
    await passStep(dialog, 1, '')
    await page.reload()
    await atStep(dialog, 2)
    const release = await slowDown(page)
    for (const _ of [1, 2, 3]) await press(page, 'Wstecz')
    await release()
    await atStep(dialog, 1)
    await dialog.getByRole('button', { name: 'Zamknij' }).click()
    await expect.poll(() => isCovered(page)).toBe(0)
    expect(page.url()).toContain(LIST)
  })

  test.for(['cart', 'saved', 'compared'] as const)(
    '%s: closed by three presses, the page below stays',
    async (name, { phone: { page } }) => {
      await visit(page, LIST)
      if (name === 'cart') {
        await putIntoCart(page, NAME)
        await openCart(page)
      } else {
        for (const product of [NAME, 'Qamar al-Wadi']) {
          await page.getByRole('button', { name: `Ulubione: ${product}` }).click()
        }
        await page
          .getByRole('button', { name: /^Ulubione/ })
          .first()
          .click()
        const saved = page.getByRole('dialog', { name: 'Ulubione' })
        await saved.getByRole('button', { name: 'Zamknij' }).waitFor()
        if (name === 'compared') {
          const choices = saved.getByRole('checkbox', { name: /^Porównaj/ })
          await expect.poll(() => choices.count()).toBe(2)
          for (const choice of await choices.all()) await choice.check()
          await saved.getByRole('button', { name: /^Porównaj zapachy/ }).click()
          await saved.getByRole('button', { name: 'Wróć do listy' }).waitFor()
          for (const _ of [1, 2, 3]) await press(page, 'Wróć do listy')
          await saved.getByRole('button', { name: /^Porównaj zapachy/ }).click()
        }
      }
      const release = await slowDown(page)
      for (const _ of [1, 2, 3]) await press(page, 'Zamknij')
      await release()
      await expect.poll(() => isCovered(page)).toBe(0)
      expect(page.url()).toContain(LIST)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  )
})
