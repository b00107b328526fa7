import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { findAllergens } from './allergens.ts'
import { type LabelledProduct, listLabelledProducts } from './label-queries.server.ts'
import { LAST_DAY_OF_OLD_LABELS, LAST_OLD_LABEL_DAY } from './old-label.ts'
import { listProductGaps } from './product-gaps.server.ts'

export default defineDuty({
  key: 'ingredients',
  title: 'Skład i alergeny',
  why: 'Kto ma alergię, czyta skład przed zakupem. Na opakowaniu jest obowiązkowy, w internecie zalecany.',
  act: 'Rozporządzenie (WE) 1223/2009, art. 19, zmienione rozporządzeniem (UE) 2023/1545',
  since: '2026-07-31',
  async findGaps({ db, now }) {
    const { day } = readWarsawClock(now())
    return listProductGaps(await listLabelledProducts(db), (product) => tellMissing(product, day))
  },
})

function tellMissing({ ingredients, has_old_label }: LabelledProduct, today: string): string | null {
  if (ingredients === '') return 'Przepisz skład (INCI) z opakowania.'
  if (has_old_label && today > LAST_OLD_LABEL_DAY) {
    return `Ze starą etykietą wolno było sprzedawać do ${LAST_DAY_OF_OLD_LABELS}. Wycofaj te sztuki.`
  }
  if (findAllergens(ingredients).length > 0) return null
  return 'W składzie nie rozpoznajemy żadnego alergenu, a perfumy prawie zawsze jakiś mają. Sprawdź pisownię.'
}
