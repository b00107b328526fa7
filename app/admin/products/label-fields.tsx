import { ProducerSelect } from '#app/admin/labels/labels-data.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { INGREDIENTS_MAX, WARNINGS_MAX } from '#domain/catalog/admin/product-input.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { isInStoreCode } from '#domain/kernel/numbers/gtin.ts'
import { findAllergens, findBanned } from '#domain/labels/allergens.ts'
import { LAST_DAY_OF_OLD_LABELS } from '#domain/labels/legal-notices.ts'
import type { useProductEditor } from './use-product-editor.ts'

const IN_STORE_CODE = 'To kod własny: takie początki sklepy nadają same. Wyszukiwarki go nie dostaną.'

/** The words on the package: producer, code, warnings and ingredients, with the allergens that the shop recognises. */
export function LabelFields({ form }: { form: ReturnType<typeof useProductEditor>['form'] }) {
  const { values } = form
  const allergens = findAllergens(values.ingredients)
  const banned = findBanned(values.ingredients)
  return (
    <fieldset id="etykieta" className="grid scroll-mt-4 gap-x-5 gap-y-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-2 font-display text-lg">Bezpieczeństwo i skład</legend>
      <ProducerSelect
        label={PRODUCT_FIELDS.producer_id.label}
        none="Jak w marce"
        value={values.producer_id}
        error={form.errors.producer_id}
        onChange={(producer_id) => form.change({ producer_id })}
        className="sm:col-span-2"
      />
      <PanelField
        {...form.text('product_code')}
        label={PRODUCT_FIELDS.product_code.label}
        hint={isInStoreCode(values.product_code.trim()) ? IN_STORE_CODE : undefined}
      />
      <PanelField {...form.text('opened_months')} label={PRODUCT_FIELDS.opened_months.label} inputMode="numeric" />
      <TextAreaField
        {...form.text('warnings')}
        label={PRODUCT_FIELDS.warnings.label}
        rows={3}
        most={WARNINGS_MAX}
        className="sm:col-span-2"
      />
      <TextAreaField
        {...form.text('ingredients')}
        label={PRODUCT_FIELDS.ingredients.label}
        rows={4}
        most={INGREDIENTS_MAX}
        className="sm:col-span-2"
      />
      <p role="status" className="text-sm sm:col-span-2">
        {allergens.length > 0
          ? `Kupujący przeczyta: zawiera ${allergens.join(', ')}.`
          : values.ingredients.trim() !== '' && 'W tym składzie nie rozpoznajemy żadnego alergenu zapachowego.'}
      </p>
      {banned.length > 0 && (
        <p role="alert" className="text-sm font-semibold text-wine sm:col-span-2">
          {`Zakazane w kosmetykach: ${banned.join(', ')}. Tych sztuk nie wolno sprzedawać.`}
        </p>
      )}
      <CheckboxField
        {...form.checkbox('has_old_label')}
        label={`Stara etykieta: wolno sprzedawać do ${LAST_DAY_OF_OLD_LABELS}`}
        className="sm:col-span-2"
      />
    </fieldset>
  )
}
