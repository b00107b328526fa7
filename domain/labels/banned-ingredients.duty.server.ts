import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { findBanned } from './allergens.ts'
import { listLabelledProducts } from './label-queries.server.ts'
import { listProductGaps } from './product-gaps.server.ts'

export default defineDuty({
  key: 'banned-ingredients',
  title: 'Zakazane składniki',
  why: 'Kosmetyku z zakazanym składnikiem nie wolno sprzedawać, także z zapasów kupionych przed zakazem.',
  act: 'Rozporządzenie (WE) 1223/2009, art. 14 i załącznik II, zmienione rozporządzeniami (UE) 2017/1410 i 2021/1902',
  since: '2021-08-23',
  async findGaps({ db }) {
    return listProductGaps(await listLabelledProducts(db), ({ ingredients }) => {
      const banned = findBanned(ingredients)
      return banned.length === 0 ? null : `Wycofaj te sztuki ze sprzedaży: zawierają ${banned.join(', ')}.`
    })
  },
})
