import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Gap, type Law, lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks, type ShopCheck } from '#domain/kernel/definitions.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import { findAllergens, findBanned } from './allergens.ts'
import { type LabelledProduct, listLabelledProducts, readTrademarks } from './label-queries.server.ts'
import { LAST_DAY_OF_OLD_LABELS, LAST_OLD_LABEL_DAY } from './legal-notices.ts'
import {
  describeGreenClaims,
  findGreenClaims,
  findTrademarks,
  quoteTrademarks,
  TRADEMARK_REASON,
} from './text-claims.ts'

/** What to do for a product; null where nothing is missing. `today`: the day in Warsaw. */
type Tell = (product: LabelledProduct, today: string) => string | null

const toGaps = (products: readonly LabelledProduct[], tell: (product: LabelledProduct) => string | null): Gap[] =>
  products.flatMap((product) => {
    const todo = tell(product)
    return todo === null ? [] : { about: nameWithVolume(product), todo, path: `/admin/produkty?produkt=${product.id}` }
  })

const checkProducts = (key: string, title: string, law: Law, tell: Tell): ShopCheck => ({
  key,
  title,
  law,
  async findGaps({ db, now }) {
    const { day } = readWarsawClock(now())
    return toGaps(await listLabelledProducts(db), (product) => tell(product, day))
  },
})

/** The information that the law requires of each product. */
export default defineChecks([
  checkProducts(
    'producer',
    'Producent i osoba odpowiedzialna',
    {
      why: 'Kupujący musi wiedzieć, kto zrobił produkt i kto za niego odpowiada w Unii.',
      act: 'Rozporządzenie (UE) 2023/988 (GPSR), art. 19 lit. a i b',
      since: '2024-12-13',
    },
    ({ has_producer }) => (has_producer ? null : 'Wybierz producenta przy marce albo przy produkcie.'),
  ),
  checkProducts(
    'product-code',
    'Kod produktu',
    {
      why: 'Po kodzie kupujący rozpozna, czy wycofanie produktu dotyczy jego flakonu.',
      act: 'Rozporządzenie (UE) 2023/988 (GPSR), art. 19 lit. c',
      since: '2024-12-13',
    },
    ({ product_code }) => (product_code === null ? 'Wpisz EAN z opakowania albo własny kod.' : null),
  ),
  checkProducts(
    'warnings',
    'Ostrzeżenia po polsku',
    {
      why: 'Perfumy są łatwopalne i drażnią oczy; ostrzeżenia muszą być przed zakupem, po polsku.',
      act: 'Rozporządzenie (UE) 2023/988 (GPSR), art. 19 lit. d',
      since: '2024-12-13',
    },
    ({ warnings }) => (warnings === '' ? 'Przepisz ostrzeżenia z opakowania.' : null),
  ),
  checkProducts(
    'ingredients',
    'Skład i alergeny',
    {
      why: 'Kto ma alergię, czyta skład przed zakupem. Na opakowaniu jest obowiązkowy, w internecie zalecany.',
      act: 'Rozporządzenie (WE) 1223/2009, art. 19, zmienione rozporządzeniem (UE) 2023/1545',
      since: '2026-07-31',
    },
    describeIngredients,
  ),
  checkProducts(
    'banned-ingredients',
    'Zakazane składniki',
    {
      why: 'Kosmetyku z zakazanym składnikiem nie wolno sprzedawać, także z zapasów kupionych przed zakazem.',
      act: 'Rozporządzenie (WE) 1223/2009, art. 14 i załącznik II, zmienione rozporządzeniami (UE) 2017/1410 i 2021/1902',
      since: '2021-08-23',
    },
    ({ ingredients }) => {
      const banned = findBanned(ingredients)
      return banned.length === 0 ? null : `Wycofaj te sztuki ze sprzedaży: zawierają ${banned.join(', ')}.`
    },
  ),
  checkProducts(
    'green-claims',
    'Hasła o środowisku',
    {
      why: 'Ogólne hasło o środowisku bez uznanego potwierdzenia jest nieuczciwą praktyką rynkową.',
      act: 'Dyrektywa (UE) 2024/825; ustawa o przeciwdziałaniu nieuczciwym praktykom rynkowym',
      since: '2026-09-27',
    },
    ({ name, description }) => {
      const claims = findGreenClaims([name, description])
      return claims.length === 0 ? null : describeGreenClaims(claims)
    },
  ),
  {
    key: 'trademarks',
    title: 'Cudze znaki towarowe',
    law: {
      why: TRADEMARK_REASON,
      act: 'Rozporządzenie (UE) 2017/1001, art. 9; Prawo własności przemysłowej, art. 296; wyrok C-487/07',
      since: '2009-06-18',
    },
    async findGaps({ db }) {
      const list = await readTrademarks(db)
      if (list.length === 0) {
        const todo = 'Lista jest pusta, więc żaden tekst nie jest sprawdzany. Wpisz znane marki perfum.'
        return lacksInShop(todo, '/admin/ustawienia/sklad-i-producenci#cudze-znaki')
      }
      return toGaps(await listLabelledProducts(db), ({ name, description, notes, trademarks_accepted }) => {
        const found = findTrademarks(list, [name, description, ...notes])
        const unread = found.filter((mark) => !trademarks_accepted.includes(mark))
        return unread.length === 0 ? null : `Usuń ${quoteTrademarks(unread)} albo zapisz tekst jeszcze raz świadomie.`
      })
    },
  },
])

function describeIngredients({ ingredients, has_old_label }: LabelledProduct, today: string): string | null {
  if (ingredients === '') return 'Przepisz skład (INCI) z opakowania.'
  if (has_old_label && today > LAST_OLD_LABEL_DAY) {
    return `Ze starą etykietą wolno było sprzedawać do ${LAST_DAY_OF_OLD_LABELS}. Wycofaj te sztuki.`
  }
  if (findAllergens(ingredients).length > 0) return null
  return 'W składzie nie rozpoznajemy żadnego alergenu, a perfumy prawie zawsze jakiś mają. Sprawdź pisownię.'
}
