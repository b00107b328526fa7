import {
  about,
  brands,
  contact,
  families,
  faq,
  hero,
  media,
  perfumes,
  promo_titles,
  quality,
  questions,
  shop,
} from '#app/copy.json'
import { chooseGiftTitle } from '#app/notices/gift-words.ts'
import type { GiftOffer } from '#domain/gifts/gift.ts'
import {
  type CommonQuestion,
  listPresetTexts,
  mergeTexts,
  type OwnTexts,
  writeQuestions,
} from '#domain/settings/own-texts.ts'
import { FOOTER_TEXT, MENU, SLOGAN } from '#domain/settings/shop-profile.ts'
import type { TextKey } from '#domain/settings/text-slots.ts'

/** The question about gifts, shown only while there are gifts. */
const QUESTIONS: readonly (CommonQuestion & { about?: string })[] = faq
const isAboutGifts = ({ about: subject }: { about?: string }) => subject === 'gift'

const [FIRST, LAST] = [{ title: SLOGAN, ...hero }, { text: FOOTER_TEXT }]
const TEXTS = {
  hero: FIRST,
  menu: MENU,
  brands,
  families,
  perfumes,
  quality,
  media,
  about,
  questions,
  contact,
  footer: LAST,
  promo_titles,
  shop,
  faq: QUESTIONS,
}

export type ShopTexts = typeof TEXTS

/**
 * The shop's texts, with the owner's in their places. The question about gifts depends on the gift's rule, so it is not
 * in the owner's list of questions and comes after it.
 */
export function composeShopTexts(own: OwnTexts): ShopTexts {
  const texts = mergeTexts(TEXTS, own)
  if (texts.faq === QUESTIONS) return texts
  return { ...texts, faq: [...texts.faq, ...QUESTIONS.filter(isAboutGifts)] }
}

/** The shop's default texts, used where the owner wrote nothing. */
export const PRESET_TEXTS: Record<TextKey, string> = {
  ...listPresetTexts(TEXTS),
  faq: writeQuestions(QUESTIONS.filter((question) => !isAboutGifts(question))),
}

/** The owner's texts of every page. The defaults are in the scripts, so that pages need not send them again. */
export function listShellWords(own: OwnTexts, offer: GiftOffer | null) {
  const slogan = own['hero.title']
  const footerText = own['footer.text']
  const names = Object.keys(MENU) as (keyof typeof MENU)[]
  const menu = names.flatMap((name) => (own[`menu.${name}`] ? [[name, own[`menu.${name}`]]] : []))
  const giftTitle = offer ? own[`promo_titles.${chooseGiftTitle(offer)}`] : undefined
  return {
    ...(menu.length > 0 && { menu: Object.fromEntries(menu) as Partial<Record<keyof typeof MENU, string>> }),
    ...(slogan && { slogan }),
    ...(footerText && { footerText }),
    ...(giftTitle && { giftTitle }),
  }
}
