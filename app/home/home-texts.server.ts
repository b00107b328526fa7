import demoQuotes from '#app/quotes.json'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { type GiftOffer, PRESET_GIFT } from '#domain/gifts/gift.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { chooseQuotes, type Praise } from '#domain/reviews/praise-queries.server.ts'
import type { CommonQuestion } from '#domain/settings/own-texts.ts'

/** Quotes of 'Mówią o nas'. `author` null: nobody is named. */
export type Quote = { text: string; author: string | null }

/** The quotes that may be shown; empty: none. */
export function listQuotes(praise: readonly Praise[], shop: { shopUrl: string; hasDemoGoods: boolean }): Quote[] {
  const chosen = chooseQuotes(praise, shop)
  if (chosen === 'reviews') return [...praise]
  return chosen === 'demo' ? demoQuotes.map((text) => ({ text, author: null })) : []
}

/** Common questions; the one about free gifts, by their rule, only while there are any. */
export function listQuestions(faq: ShopTexts['faq'], offer: GiftOffer | null): CommonQuestion[] {
  return faq.flatMap(({ question, answer, about: subject }) => {
    if (subject !== 'gift') return [{ question, answer }]
    return offer === null ? [] : [{ question, answer: explainGift(answer, offer) }]
  })
}

/** @param answer about the default gift, which has no minimum sum and no end */
function explainGift(answer: string, { name, fromGrosze, untilDay }: GiftOffer): string {
  if (name === PRESET_GIFT && fromGrosze === 0 && untilDay === null) return answer
  const sum = fromGrosze > 0 ? ` Dotyczy zakupów od ${formatGrosze(fromGrosze)}.` : ''
  const end =
    untilDay === null ? 'do wyczerpania zapasów' : `do ${formatDay(new Date(untilDay))} lub wyczerpania zapasów`
  return `Do produktów z tą plakietką dokładamy w paczce prezent: ${name}.${sum} Promocja trwa ${end} i nie wymaga kodu.`
}
