import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { queryClient } from '#app/query-client.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { FILLER_NAMES, FILLERS } from '#domain/catalog/scents/fillers.ts'
import { KIND_NAMES, PRODUCT_KINDS } from '#domain/catalog/scents/product-kinds.ts'
import { describeSize } from '#domain/catalog/scents/sizes.ts'
import { brandScentsQuery } from './products-data.ts'
import type { useProductEditor } from './use-product-editor.ts'

type SizeFieldsProps = {
  form: ReturnType<typeof useProductEditor>['form']
  /** The product as the shop has it; null: it is new. */
  product: AdminProduct | null
}

/** Bottle, sample or set, and the scent of which it is a size. Of a sample: who filled it. */
export function SizeFields({ form, product }: SizeFieldsProps) {
  const { values } = form
  const { data } = useQuery(brandScentsQuery(values.brand_id), queryClient)
  const scents = data ?? []
  const isSample = values.kind === 'sample'
  const shown = values.scent_id ?? product?.id ?? null
  const siblings = scents.find(({ id }) => id === shown)?.sizes.filter(({ id }) => id !== product?.id) ?? []
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-x-5 gap-y-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-2 font-display text-lg">Rozmiar</legend>
      <SelectField
        {...form.text('kind')}
        label={PRODUCT_FIELDS.kind.label}
        // The shop itself fills only samples.
        onChange={({ target: { value: kind } }) =>
          form.change(kind === 'sample' ? { kind } : { kind, filled_by: 'producer' })
        }
      >
        <Options of={PRODUCT_KINDS.map((kind) => [kind, KIND_NAMES[kind]])} />
      </SelectField>
      <SelectField
        label={PRODUCT_FIELDS.scent_id.label}
        value={values.scent_id ?? ''}
        error={form.errors.scent_id}
        onChange={({ target }) => form.change({ scent_id: target.value || null })}
      >
        <option value="">Osobny zapach</option>
        {data && values.scent_id !== null && !scents.some(({ id }) => id === values.scent_id) && (
          <option value={values.scent_id}>Zapach innej marki</option>
        )}
        <Options
          of={scents
            .filter(({ id }) => id !== product?.id)
            .map(({ id, name, sizes }) => [id, `${name} (${sizes.map(describeSize).join(', ')})`])}
        />
      </SelectField>
      {isSample && (
        <SelectField {...form.text('filled_by')} label={PRODUCT_FIELDS.filled_by.label}>
          <Options of={FILLERS.map((filler) => [filler, FILLER_NAMES[filler]])} />
        </SelectField>
      )}
      {(isSample || values.batch !== '') && (
        <PanelField
          {...form.text('batch')}
          label={PRODUCT_FIELDS.batch.label}
          hint={values.filled_by === 'shop' ? 'Wymagany, gdy napełnia sklep' : undefined}
        />
      )}
      {siblings.length > 0 && (
        <div className="text-sm sm:col-span-2">
          <p>Inne pojemności</p>
          <ul className="flex flex-wrap gap-x-4">
            {siblings.map((size) => (
              <li key={size.id}>
                <Link
                  to={`?produkt=${size.id}`}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {describeSize(size)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {product && (
        <p className="sm:col-span-2">
          <Link to={`?produkt=nowy&rozmiar=${product.id}`} className={buttonClass('secondary', 'tight')}>
            Dodaj rozmiar
          </Link>
        </p>
      )}
    </fieldset>
  )
}
