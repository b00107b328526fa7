import { about, brands, contact, faq, hero, media, quality } from '#app/copy.json'
import quotes from '#app/quotes.json'

/** The landing page's texts: they reach the page with its data, not with its scripts, where they would only weigh. */
export const homeTexts = {
  hero,
  brands,
  quality,
  media,
  quotes,
  about,
  contact,
  faq,
}

export type HomeTexts = typeof homeTexts
