import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { listLabelledProducts } from './label-queries.server.ts'
import { listProductGaps } from './product-gaps.server.ts'

export default defineDuty({
  key: 'product-code',
  title: 'Kod produktu',
  why: 'Po kodzie kupujący rozpozna, czy wycofanie produktu dotyczy jego flakonu.',
  act: 'Rozporządzenie (UE) 2023/988 (GPSR), art. 19 lit. c',
  since: '2024-12-13',
  findGaps: async ({ db }) =>
    listProductGaps(await listLabelledProducts(db), ({ product_code }) =>
      product_code === null ? 'Wpisz EAN z opakowania albo własny kod.' : null,
    ),
})
