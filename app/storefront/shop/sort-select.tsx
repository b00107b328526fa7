import type { ProductSort } from '#domain/catalog/product-filters.ts'
import { FilterSelect } from './filter-select.tsx'

const SORT_NAMES: Record<ProductSort, string> = {
  newest: 'Najnowsze',
  'price-asc': 'Cena: od najniższej',
  'price-desc': 'Cena: od najwyższej',
  'name-asc': 'Nazwa: A–Z',
  'name-desc': 'Nazwa: Z–A',
}

const OPTIONS = Object.entries(SORT_NAMES).map(([value, label]) => ({ value, label }))

/** Stands beside the list, but belongs to the filter form. */
export function SortSelect({ formId, sort, onChange }: { formId: string; sort: ProductSort; onChange: () => void }) {
  return (
    <FilterSelect label="Sortuj" name="sort" form={formId} value={sort} options={OPTIONS} onChange={onChange} inline />
  )
}
