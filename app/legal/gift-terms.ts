import type { terms } from '#app/copy.json'

/** The sentence about returning a gift names the badge. */
const ABOUT_GIFTS = '+GRATIS'

/** The terms; without what they say of gifts where there are none. */
export function selectTerms(all: typeof terms, hasGifts: boolean): typeof terms {
  if (hasGifts) return all
  return {
    ...all,
    sections: all.sections.map(({ heading, items }) => ({
      heading,
      items: items.filter((item) => !item.includes(ABOUT_GIFTS)),
    })),
  }
}
