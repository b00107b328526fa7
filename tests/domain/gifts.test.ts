import fc from 'fast-check'
import { expect, test } from 'vitest'
import { promo_titles } from '#app/copy.json'
import { listQuestions } from '#app/home/home-texts.server.ts'
import { chooseGiftTitle, describeGiftOffer } from '#app/notices/gift-words.ts'
import { composeShopTexts, listShellWords } from '#app/shop-texts.server.ts'
import { findGiftOffer, type GiftOffer, type GiftRule, hasGift, shareGifts } from '#domain/gifts/gift.ts'
import { GENDERS } from '#domain/kernel/gender.ts'

const PRESET: GiftRule = {
  active: true,
  genders: ['women', 'unisex'],
  from_grosze: 0,
  gift: 'Drobny upominek',
  stock: null,
  until_day: null,
  with_sample: false,
  sample_codes: false,
  preset: true,
}
const OFFER: GiftOffer = {
  genders: ['women', 'unisex'],
  fromGrosze: 0,
  name: 'Drobny upominek',
  untilDay: null,
  left: null,
}
const HTTP = { shopUrl: 'http://localhost:3000', today: '2026-11-25' }
const HTTPS = { shopUrl: 'https://sklep.pl', today: '2026-11-25' }

test('gifts: none is promised if the rule is switched off, used up, over, or on https never saved', () => {
  expect(findGiftOffer(PRESET, HTTP)).toEqual(OFFER)
  expect(findGiftOffer(PRESET, HTTPS)).toBeNull()
  const decided = { ...PRESET, preset: false }
  expect(findGiftOffer(decided, HTTPS)).toEqual(OFFER)
  expect(findGiftOffer({ ...decided, active: false }, HTTP)).toBeNull()
  expect(findGiftOffer({ ...decided, stock: 0 }, HTTP)).toBeNull()
  expect(findGiftOffer({ ...decided, stock: 19 }, HTTP)?.left).toBe(19)
  expect(findGiftOffer({ ...decided, stock: 20 }, HTTP)?.left).toBeNull()
  expect(findGiftOffer({ ...decided, until_day: '2026-11-24' }, HTTP)).toBeNull()
  expect(findGiftOffer({ ...decided, until_day: '2026-11-25' }, HTTP)).not.toBeNull()
})

test('gifts: an order gets as many as promised and left, and none below the sum', () => {
  const item = fc.record({ gender: fc.constantFrom(...GENDERS), quantity: fc.integer({ min: 1, max: 9 }) })
  const orders = fc.array(fc.array(item, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
  const offer = fc.record<GiftOffer>({
    genders: fc.subarray([...GENDERS], { minLength: 1 }),
    fromGrosze: fc.nat(1000),
    name: fc.constant('Próbka'),
    untilDay: fc.constant(null),
    left: fc.constant(null),
  })
  fc.assert(
    fc.property(offer, orders, fc.option(fc.nat(20)), fc.nat(2000), (promised, all, left, sum) => {
      const shared = shareGifts({ offer: promised, left }, all, sum)
      const wanted = all.map((items) =>
        items.reduce((pieces, each) => pieces + (hasGift(each, promised) ? each.quantity : 0), 0),
      )
      const total = (pieces: number[]) => pieces.reduce((some, more) => some + more, 0)
      expect(shared).toHaveLength(all.length)
      for (const [index, pieces] of shared.entries()) expect(pieces).toBeLessThanOrEqual(wanted[index] ?? 0)
      const most = Math.min(total(wanted), left ?? Number.POSITIVE_INFINITY)
      expect(total(shared)).toBe(sum < promised.fromGrosze ? 0 : most)
    }),
  )
  expect(shareGifts(null, [[{ gender: 'women', quantity: 1 }]], 100)).toEqual([0])
})

test('gifts: the popup says what the rule says', () => {
  const titleOf = (offer: GiftOffer) => promo_titles[chooseGiftTitle(offer)]
  expect(titleOf(OFFER)).toBe('Do każdych damskich perfum dodajemy prezent')
  expect(describeGiftOffer(OFFER)).toBe(
    'Prezent: Drobny upominek. Dotyczy także perfum unisex. Nie trzeba kodu. Do wyczerpania zapasów.',
  )
  const forMen = {
    ...OFFER,
    name: 'Próbka 2 ml',
    genders: ['men' as const],
    fromGrosze: 19_900,
    untilDay: '2026-12-31',
  }
  expect(titleOf(forMen)).toBe('Do każdych męskich perfum dodajemy prezent')
  expect(describeGiftOffer(forMen)).toBe(
    'Prezent: Próbka 2 ml. Przy zakupach od 199,00\u00a0zł. Nie trzeba kodu. Do 31 grudnia 2026 lub wyczerpania zapasów.',
  )
  expect(titleOf({ ...OFFER, genders: ['women', 'men', 'unisex'] })).toBe('Do wszystkich perfum dodajemy prezent')
  const own = { 'promo_titles.men': 'Prezent dla niego' }
  expect([forMen, OFFER, null].map((offer) => listShellWords(own, offer))).toEqual([
    { giftTitle: 'Prezent dla niego' },
    {},
    {},
  ])
})

test('gifts: question and terms are shown while there are gifts, and follow the rule', () => {
  const answerOf = (offer: GiftOffer | null) =>
    listQuestions(composeShopTexts({}).faq, offer).find(({ question }) => question.includes('+GRATIS'))?.answer
  expect(answerOf(OFFER)).toMatch(/drobny upominek\. Promocja trwa do wyczerpania zapasów i nie wymaga kodu\.$/)
  expect(answerOf({ ...OFFER, name: 'Próbka 2 ml', fromGrosze: 9900 })).toBe(
    'Do produktów z tą plakietką dokładamy w paczce prezent: Próbka 2 ml. Dotyczy zakupów od 99,00\u00a0zł. ' +
      'Promocja trwa do wyczerpania zapasów i nie wymaga kodu.',
  )
  expect(answerOf(null)).toBeUndefined()
})
