import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { listLabelledProducts } from './label-queries.server.ts'
import { listProductGaps } from './product-gaps.server.ts'

export default defineDuty({
  key: 'producer',
  title: 'Producent i osoba odpowiedzialna',
  why: 'Kupujący musi wiedzieć, kto zrobił produkt i kto za niego odpowiada w Unii.',
  act: 'Rozporządzenie (UE) 2023/988 (GPSR), art. 19 lit. a i b',
  since: '2024-12-13',
  findGaps: async ({ db }) =>
    listProductGaps(await listLabelledProducts(db), ({ has_producer }) =>
      has_producer ? null : 'Wybierz producenta przy marce albo przy produkcie.',
    ),
})
