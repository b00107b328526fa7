import { useState } from 'react'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { ProducerSelect } from '#app/admin/labels/labels-data.tsx'
import { isRefusal, toFormProblem, useAttempt } from '#app/admin/panel-calls.ts'
import { TrademarkDialog, useTrademarks } from '#app/admin/trademark-dialog.tsx'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { useForm } from '#app/ui/form/form.tsx'
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
  onClose: () => void
}

/** The form of a brand. Typed values stay when the shop refuses them. Closing with unsaved changes asks first. */
export function BrandDialog({ brand, onClose }: BrandDialogProps) {
  /** The brand with which the form was filled: a change applies to this version only. */
  const [seen, setSeen] = useState(brand)
  const [isStale, setStale] = useState(false)
  const trademarks = useTrademarks()
  const attempt = useAttempt()
  const form = useForm({
    schema: brandInputSchema,
    initial: toValues(brand),
    async onSubmit(input) {
      const json = { ...input, trademarks_accepted: trademarks.takeAccepted() }
      const answer = seen
        ? await update(seen, json)
        : await attempt((headers) => callApi('post', '/api/admin/brands', { json, headers }))
      if (answer.ok) {
        const title = seen ? 'Marka zaktualizowana' : 'Marka dodana'
        toast({ title, description: answer.value.name, tone: 'success' })
        onClose()
        await refreshBrands()
        return undefined
      }
      if (isRefusal(answer.failure, 'changed_meanwhile')) {
        setStale(true)
        await refreshBrands()
      }
      if (trademarks.warn(answer.failure)) return {}
      return toFormProblem(seen ? 'Błąd aktualizacji' : 'Błąd dodawania', answer.failure)
    },
  })
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(toValues(seen))
  const slug = toSlug(form.values.name)

  function reload() {
    setSeen(brand)
    form.replace(toValues(brand))
    setStale(false)
  }

  return (
    <FormDialog
      title={seen ? 'Edytuj markę' : 'Dodaj markę'}
      form={form}
      submit={seen ? 'Zapisz zmiany' : 'Dodaj markę'}
      unsaved={isChanged && 'To, co zostało wpisane, nie jest zapisane.'}
      onClose={onClose}
    >
      {isStale && (
        <Alert title="Ktoś zmienił tę markę w innym oknie.">
          <p>Twoje zmiany są nadal w formularzu i nie zostały zapisane.</p>
          <Button variant="secondary" className="mt-3" onClick={reload}>
            Wczytaj aktualne dane
          </Button>
        </Alert>
      )}
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
