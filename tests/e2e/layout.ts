import type { Locator, Page } from 'playwright-core'
import { expect } from '#tests/support/fixtures.ts'

/** Pairs of visible elements that touch each other. */
export async function touching(named: Record<string, Locator>): Promise<string[]> {
  const read = async (name: string, part: Locator) => {
    const [box] = await part.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().toJSON()))
    return { name, box }
  }
  const boxes = await Promise.all(Object.entries(named).map(([name, part]) => read(name, part)))
  return boxes.flatMap(({ name, box }, index) =>
    boxes
      .slice(index + 1)
      .flatMap((other) =>
        box &&
        other.box &&
        box.x < other.box.x + other.box.width &&
        other.box.x < box.x + box.width &&
        box.y < other.box.y + other.box.height &&
        other.box.y < box.y + box.height
          ? [`${name} and ${other.name}`]
          : [],
      ),
  )
}

/** Expects that an element touches neither name nor price of the product, nor the bar that buys it. */
export async function coversNoOffer(page: Page, part: Locator): Promise<void> {
  const main = page.locator('main')
  const parts = {
    part,
    name: main.getByRole('heading', { level: 1 }),
    price: main.locator('.price').first(),
    bar: main.locator('[data-bottom-bar]').filter({ visible: true }),
  }
  const touched = (await touching(parts)).filter((pair) => pair.startsWith('part and'))
  expect(touched).toEqual([])
}
