import { about, brands, contact, faq, hero, media, quality } from '#app/copy.json'
import quotes from '#app/quotes.json'

/** The texts of the landing page. They are sent with the page's data, so that its scripts do not hold them too. */
export const homeTexts = { hero, brands, quality, media, quotes, about, contact, faq }

export type HomeTexts = typeof homeTexts
