import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useRef } from 'react'
import { DiscardDialog } from '#app/admin/confirm-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { PicturesField } from '#app/admin/pictures/pictures-field.tsx'
import { TrademarkDialog } from '#app/admin/trademark-dialog.tsx'
import { Options, PanelField } from '#app/admin/ui/form-parts.tsx'
import { queryClient } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField } from '#app/ui/form/choice-fields.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DESCRIPTION_MAX, NAME_MAX } from '#domain/catalog/admin/product-input.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { GENDER_NAMES, GENDERS } from '#domain/kernel/gender.ts'
import { isPrintable, toPrintable } from '#domain/kernel/text/printable.ts'
import { describeGreenClaims, findGreenClaims } from '#domain/labels/text-claims.ts'
import { labelRate, OTHER_RATE_WARNING, PERFUME_RATE, TAXED_RATES } from '#domain/papers/vat.ts'
import { LabelFields } from './label-fields.tsx'
import { NotesField } from './notes-field.tsx'
import { LINE_FIELDS } from './product-form-values.ts'
import { adminProductQuery } from './products-data.ts'
import { ReductionFields } from './reduction-fields.tsx'
import { SizeFields } from './size-fields.tsx'
import { type Conflict, useProductEditor } from './use-product-editor.ts'

type ProductDialogProps = {
  /** Null for a new one. */
  productId: string | null
  /** Of a new product: another product with the same scent, of which the new one is a further size. */
  sizeOf?: string
  brands: readonly { id: string; name: string }[]
  provider: string
  onClose: () => void
}

/** The form of a new or existing product. Closing it with unsaved changes asks first. */
export function ProductDialog({ productId, sizeOf, brands, provider, onClose }: ProductDialogProps) {
  const isNew = productId === null
  const filledBy = productId ?? sizeOf ?? ''
  const { data, error, refetch } = useQuery({ ...adminProductQuery(filledBy), enabled: filledBy !== '' }, queryClient)
  const { form, base, isChanged, conflict, reload, leaving, trademarks } = useProductEditor({
    isNew,
    data,
    provider,
    onClose,
  })
  const id = useId()
  const firstField = useRef<HTMLInputElement>(null)
  const isReady = (isNew && (sizeOf === undefined || data !== undefined)) || base !== null
  const title = isNew ? (sizeOf === undefined ? 'Dodaj produkt' : 'Dodaj rozmiar') : 'Edytuj produkt'
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="lg"
      initialFocus={isNew ? firstField : undefined}
      footer={
        isReady && (
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="basis-full text-xs text-night/85 sm:mr-auto sm:basis-auto">
              {isChanged ? 'Niezapisane zmiany' : base && `Zapisano ${formatShortMoment(base.edited_at)}`}
            </p>
            <Button variant="secondary" onClick={onClose}>
              Anuluj
            </Button>
            <Button type="submit" form={id} busy={form.busy}>
              {isNew ? 'Dodaj produkt' : 'Zaktualizuj produkt'}
            </Button>
          </div>
        )
      }
    >
      {error && !isReady ? (
        <div className="p-5 sm:p-7">
          <Alert title="Błąd" onRetry={() => void refetch()}>
            {error.message}
          </Alert>
        </div>
      ) : isReady ? (
        <form
          ref={form.ref}
          id={id}
          noValidate
          onSubmit={form.submit}
          className="grid grid-cols-1 gap-x-5 gap-y-4 px-5 py-4 sm:grid-cols-2 sm:px-7"
        >
          {conflict && <ChangedMeanwhile conflict={conflict} onReload={reload} />}
          {!conflict && Object.keys(form.errors).length > 0 && (
            <p role="alert" className="rounded-xl bg-wine-tint px-4 py-3 text-sm sm:col-span-2">
              Popraw zaznaczone pola i zapisz ponownie.
            </p>
          )}
          <PanelField
            {...form.text('name')}
            ref={firstField}
            label="Nazwa produktu"
            required
            maxLength={NAME_MAX * 2}
            hint={describePrintedName(form.text('name').value)}
            className="sm:col-span-2"
          />
          <SelectField {...form.text('brand_id')} label="Marka" required>
            <option value="">Wybierz markę</option>
            <Options of={brands.map((brand) => [brand.id, brand.name])} />
          </SelectField>
          <SelectField {...form.text('gender')} label="Płeć">
            <Options of={GENDERS.map((gender) => [gender, GENDER_NAMES[gender]])} />
          </SelectField>
          <PanelField
            {...form.text('price')}
            label="Cena (zł)"
            required
            inputMode="decimal"
            hint="Od 0,01 do 999,99 zł"
            trailing={
              <span aria-hidden="true" className="px-3.5 text-night/80">
                zł
              </span>
            }
          />
          <PanelField
            {...form.text('purchase_cost_grosze')}
            label="Koszt zakupu sztuki (zł, opcjonalnie)"
            inputMode="decimal"
            hint="Netto, jeśli odliczasz VAT. Widzisz go tylko Ty."
          />
          <div>
            <SelectField {...form.text('vat_rate')} label={PRODUCT_FIELDS.vat_rate.label}>
              <Options of={TAXED_RATES.map((rate) => [rate, labelRate(rate)])} />
            </SelectField>
            {form.text('vat_rate').value !== PERFUME_RATE && (
              <p role="status" className="mt-1 text-xs font-medium text-wine">
                {OTHER_RATE_WARNING}
              </p>
            )}
          </div>
          {LINE_FIELDS.map(({ name, label, inputMode, suggestions }, index) => (
            <Fragment key={name}>
              <PanelField
                {...form.text(name)}
                label={`${label} (opcjonalnie)`}
                inputMode={inputMode}
                list={suggestions && `${id}-${name}`}
                className={!isNew && index === LINE_FIELDS.length - 1 && index % 2 === 1 ? 'sm:col-span-2' : undefined}
              />
              {suggestions && (
                <datalist id={`${id}-${name}`}>
                  {suggestions.map((suggestion) => (
                    <option key={suggestion} value={suggestion} />
                  ))}
                </datalist>
              )}
            </Fragment>
          ))}
          {isNew && (
            <PanelField
              {...form.text('stock_quantity')}
              label="Stan magazynowy (opcjonalnie)"
              inputMode="numeric"
              hint="Puste: bez limitu sztuk"
            />
          )}
          <SizeFields form={form} product={base} />
          <ReductionFields form={form} product={base} />
          <TextAreaField {...form.text('description')} label="Opis" most={DESCRIPTION_MAX} className="sm:col-span-2" />
          <GreenClaims texts={[form.values.name, form.values.description]} />
          <div className="sm:col-span-2">
            <PicturesField value={form.values} errors={form.errors} onChange={form.change} />
          </div>
          <div className="sm:col-span-2">
            <NotesField
              notes={form.values.notes}
              notes_pyramid={form.values.notes_pyramid}
              onChange={form.change}
              errors={form.errors}
            />
          </div>
          <LabelFields form={form} />
        </form>
      ) : (
        <FormSkeleton />
      )}
      <TrademarkDialog trademarks={trademarks} onAccept={() => void form.submit()} />
      <DiscardDialog
        open={leaving.state === 'blocked'}
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      >
        {isNew ? 'Produkt nie został jeszcze dodany.' : `Zmiany w produkcie „${base?.name}” nie są zapisane.`}
      </DiscardDialog>
    </Dialog>
  )
}

function ChangedMeanwhile({ conflict, onReload }: { conflict: Conflict; onReload: () => void }) {
  return (
    <div className="sm:col-span-2">
      <Alert title="Ten produkt zmieniono w międzyczasie w innym oknie.">
        <p>
          To, co wpisujesz, zostało w formularzu; reszta pokazuje już nowy stan. Sprawdź i zapisz ponownie, aby zachować
          swoje zmiany.
        </p>
        {conflict.length > 0 && (
          <ul className="mt-1 list-disc pl-5">
            {conflict.map(({ label, now }) => (
              <li key={label}>{`${label}${now === null ? '' : `: w sklepie jest teraz „${now}”`}`}</li>
            ))}
          </ul>
        )}
        <Button variant="secondary" className="mt-3" onClick={onReload}>
          Odrzuć moje zmiany i wczytaj nowy stan
        </Button>
      </Alert>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className="grid gap-4 px-5 py-5 sm:px-7">
      <span role="status" className="sr-only">
        Wczytywanie produktu
      </span>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

/** A warning about general claims about the environment; nothing without one. */
function GreenClaims({ texts }: { texts: readonly string[] }) {
  const claims = findGreenClaims(texts)
  if (claims.length === 0) return null
  return (
    <p role="alert" className="text-sm font-semibold text-wine sm:col-span-2">
      {describeGreenClaims(claims)}
    </p>
  )
}

/** How papers show a name with signs that their fonts lack, such as emoji. */
const describePrintedName = (name: string) =>
  isPrintable(name.normalize('NFC')) ? undefined : `Na fakturach i umowach: „${toPrintable(name).trim()}”`
