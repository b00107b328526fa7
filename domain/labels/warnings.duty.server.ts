import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { listLabelledProducts } from './label-queries.server.ts'
import { listProductGaps } from './product-gaps.server.ts'

export default defineDuty({
  key: 'warnings',
  title: 'Ostrzeżenia po polsku',
  why: 'Perfumy są łatwopalne i drażnią oczy; ostrzeżenia muszą być przed zakupem, po polsku.',
  act: 'Rozporządzenie (UE) 2023/988 (GPSR), art. 19 lit. d',
  since: '2024-12-13',
  findGaps: async ({ db }) =>
    listProductGaps(await listLabelledProducts(db), ({ warnings }) =>
      warnings === '' ? 'Przepisz ostrzeżenia z opakowania.' : null,
    ),
})
