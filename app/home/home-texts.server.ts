import { about, brands, contact, faq, hero, media, quality } from '#app/copy.json'
import quotes from '#app/quotes.json'

/** A few of the thirty, for a wall that can be taken in at a glance. */
const QUOTES_SHOWN = 6

/** The landing page's texts: they reach the page with its data, not with its scripts, where they would only weigh. */
export const homeTexts = {
  hero,
  brands,
  quality,
  media,
  quotes: quotes.slice(0, QUOTES_SHOWN),
  about,
  contact,
  faq,
}

export type HomeTexts = typeof homeTexts
