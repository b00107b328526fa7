import { promo, type promo_titles } from '#app/copy.json'
import type { GiftOffer } from '#domain/gifts/gift.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatDay } from '#domain/kernel/text/dates-and-plurals.ts'

/** The text of the popup by the gift's rule. */
export function describeGiftOffer(offer: GiftOffer): string {
  const { genders, fromGrosze, name, untilDay } = offer
  const isFor = (gender: GiftOffer['genders'][number]) => genders.includes(gender)
  const [isForWomen, isForMen] = [isFor('women'), isFor('men')]
  const sentences = [
    `Prezent: ${name}.`,
    ...(isFor('unisex') && isForWomen !== isForMen ? [promo.also_unisex] : []),
    ...(isForWomen && isForMen && !isFor('unisex') ? [promo.not_unisex] : []),
    ...(fromGrosze > 0 ? [`Przy zakupach od ${formatGrosze(fromGrosze)}.`] : []),
    promo.no_code,
    untilDay === null ? promo.while_stock_lasts : `Do ${formatDay(new Date(untilDay))} lub wyczerpania zapasów.`,
  ]
  return sentences.join(' ')
}

/** The title of the offer, by whom the products with a gift are for. */
export function chooseGiftTitle({ genders }: GiftOffer): keyof typeof promo_titles {
  if (genders.includes('women')) return genders.includes('men') ? 'all' : 'women'
  return genders.includes('men') ? 'men' : 'unisex'
}
