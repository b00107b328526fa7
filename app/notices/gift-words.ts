import { promo } from '#app/copy.json'
import type { GiftOffer } from '#domain/gifts/gift.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import { formatDay } from '#domain/kernel/text.ts'

/** Title and text of the popup, as the rule has it. */
export function describeGiftOffer(offer: GiftOffer): { title: string; text: string } {
  const { genders, fromGrosze, name, untilDay } = offer
  const isFor = (gender: GiftOffer['genders'][number]) => genders.includes(gender)
  const [isForWomen, isForMen] = [isFor('women'), isFor('men')]
  const text = [
    `Prezent: ${name}.`,
    ...(isFor('unisex') && isForWomen !== isForMen ? [promo.also_unisex] : []),
    ...(isForWomen && isForMen && !isFor('unisex') ? [promo.not_unisex] : []),
    ...(fromGrosze > 0 ? [`Przy zakupach od ${formatGrosze(fromGrosze)}.`] : []),
    promo.no_code,
    untilDay === null ? promo.while_stock_lasts : `Do ${formatDay(new Date(untilDay))} lub wyczerpania zapasów.`,
  ]
  return { title: titleOf(isForWomen, isForMen), text: text.join(' ') }
}

function titleOf(isForWomen: boolean, isForMen: boolean): string {
  if (isForWomen) return isForMen ? promo.title_all : promo.title
  return isForMen ? promo.title_men : promo.title_unisex
}
