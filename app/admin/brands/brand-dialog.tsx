import { useState } from 'react'
import { FormDialog } from '#app/admin/form-dialog.tsx'
import { callApi } from '#app/api-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  type AdminBrand,
  BRAND_DESCRIPTION_MAX,
  type BrandInput,
  brandInputSchema,
} from '#domain/catalog/admin/admin-brand.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { refreshBrands } from './brands-data.ts'

type BrandDialogProps = {
  /** Null: a new one. It may be read anew while the form is open. */
  brand: AdminBrand | null
  onClose: () => void
}

/** The form of a brand. What was typed stays when the shop refuses it, and is asked for before it is thrown away. */
export function BrandDialog({ brand, onClose }: BrandDialogProps) {
  /** As it was when the form was filled: only that state is changed. */
  const [seen, setSeen] = useState(brand)
  const [changedMeanwhile, setChangedMeanwhile] = useState(false)
  const [asking, setAsking] = useState(false)
  const form = useForm({
    schema: brandInputSchema,
    initial: toValues(brand),
    async onSubmit(input) {
      const answer = seen ? await update(seen, input) : await callApi('post', '/api/admin/brands', { json: input })
      if (answer.ok) {
        toast({
          title: seen ? 'Marka zaktualizowana' : 'Marka dodana',
          description: answer.value.name,
          tone: 'success',
        })
        onClose()
        await refreshBrands()
        return undefined
      }
      const { failure } = answer
      const title = seen ? 'Błąd aktualizacji' : 'Błąd dodawania'
      if (failure.reason === 'unreachable') return { toast: { title, description: 'Brak połączenia ze sklepem.' } }
      setChangedMeanwhile(failure.code === 'changed_meanwhile')
      if (failure.code === 'changed_meanwhile') await refreshBrands()
      return { fields: failure.fields, toast: { title, description: failure.message } }
    },
  })
  const initial = toValues(seen)
  const dirty = form.values.name !== initial.name || form.values.description !== initial.description
  const slug = toSlug(form.values.name)

  function loadPresent() {
    setSeen(brand)
    form.replace(toValues(brand))
    setChangedMeanwhile(false)
  }

  return (
    <FormDialog
      title={seen ? 'Edytuj markę' : 'Dodaj markę'}
      form={form}
      submit={seen ? 'Zapisz zmiany' : 'Dodaj markę'}
      onClose={() => (dirty ? setAsking(true) : onClose())}
    >
      {changedMeanwhile && (
        <Alert title="Ktoś zmienił tę markę w innym oknie.">
          <p>Twoje zmiany są nadal w formularzu i nie zostały zapisane.</p>
          <Button variant="secondary" className="mt-3" onClick={loadPresent}>
            Wczytaj aktualne dane
          </Button>
        </Alert>
      )}
      <TextField
        {...form.text('name')}
        label="Nazwa"
        required
        autoComplete="off"
        hint={slug === '' ? undefined : `Adres w sklepie: /sklep?brand=${slug}`}
      />
      <TextField
        {...form.text('description')}
        label="Opis"
        autoComplete="off"
        hint={`${form.values.description.length} z ${BRAND_DESCRIPTION_MAX} znaków`}
      />
      <ConfirmDialog
        open={asking}
        title="Porzucić niezapisane zmiany?"
        confirm="Porzuć zmiany"
        cancel="Wróć do edycji"
        danger
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        <p>To, co zostało wpisane, nie jest zapisane.</p>
      </ConfirmDialog>
    </FormDialog>
  )
}

function update({ id, version }: AdminBrand, input: BrandInput) {
  return callApi('patch', '/api/admin/brands/:id', { param: { id }, json: { ...input, version } })
}

function toValues(brand: AdminBrand | null): { name: string; description: string } {
  return { name: brand?.name ?? '', description: brand?.description ?? '' }
}
