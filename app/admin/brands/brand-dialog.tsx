import { FormDialog } from '#app/admin/form-dialog.tsx'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { ProducerSelect } from '#app/admin/labels/labels-data.tsx'
import { useAttempt } from '#app/admin/panel-calls.ts'
import { useRowForm } from '#app/admin/row-form.ts'
import { TrademarkDialog, useTrademarks } from '#app/admin/trademark-dialog.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  type AdminBrand,
  BRAND_DESCRIPTION_MAX,
  type BrandInput,
  brandInputSchema,
} from '#domain/catalog/admin/admin-brand.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { refreshBrands } from './brands-data.ts'

type BrandDialogProps = {
  /** Null for a new one. It may change while the form is open. */
  brand: AdminBrand | null
  onClose: CloseDialog
}

export function BrandDialog({ brand, onClose }: BrandDialogProps) {
  const trademarks = useTrademarks()
  const attempt = useAttempt()
  const form = useRowForm({
    row: brand,
    schema: brandInputSchema,
    toValues,
    send(input, seen) {
      const json = { ...input, trademarks_accepted: trademarks.takeAccepted() }
      return seen ? update(seen, json) : attempt((headers) => callApi('post', '/api/admin/brands', { json, headers }))
    },
    onSaved({ name }) {
      toast({ title: brand ? 'Marka zaktualizowana' : 'Marka dodana', description: name, tone: 'success' })
      onClose()
    },
    refresh: refreshBrands,
    failed: brand ? 'Błąd aktualizacji' : 'Błąd dodawania',
    handle: trademarks.warn,
  })
  const slug = toSlug(form.values.name)
  return (
    <FormDialog
      title={brand ? 'Edytuj markę' : 'Dodaj markę'}
      form={form}
      submit={brand ? 'Zapisz zmiany' : 'Dodaj markę'}
      onClose={onClose}
    >
      <PanelField
        {...form.text('name')}
        label="Nazwa"
        required
        hint={slug === '' ? undefined : `Adres w sklepie: /sklep?brand=${slug}`}
      />
      <PanelField
        {...form.text('description')}
        label="Opis"
        hint={`${form.values.description.length} z ${BRAND_DESCRIPTION_MAX} znaków`}
      />
      <ProducerSelect
        label="Producent"
        none="Nie wybrano"
        value={form.values.producer_id}
        error={form.errors.producer_id}
        onChange={(producer_id) => form.change({ producer_id })}
      />
      {!brand?.is_arabic && (
        <CheckboxField
          {...form.checkbox('is_original')}
          label="Oryginalna linia: bez znaczka ZAMIENNIK, widoczna także po ukryciu zamienników"
        />
      )}
      <TrademarkDialog trademarks={trademarks} onAccept={() => void form.submit()} />
    </FormDialog>
  )
}

function update({ id, version }: AdminBrand, input: BrandInput) {
  return callApi('patch', '/api/admin/brands/:id', { param: { id }, json: { ...input, version } })
}

function toValues(brand: AdminBrand | null): Pick<AdminBrand, 'name' | 'description' | 'producer_id' | 'is_original'> {
  const { name = '', description = '', producer_id = null, is_original = false } = brand ?? {}
  return { name, description, producer_id, is_original }
}
