import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { CompanyForm } from '#domain/papers/company-form.ts'

/** A form that asks for the company of an invoice. */
type CompanyFieldsProps = {
  form: {
    values: { withCompany: boolean }
    change(values: { withCompany: boolean }): void
    text(name: keyof CompanyForm): TextProps
  }
}

/** Asks whether the invoice is for a company, and for which. */
export function CompanyFields({ form }: CompanyFieldsProps) {
  const { withCompany } = form.values
  return (
    <fieldset>
      <legend className="sr-only">Faktura</legend>
      <CheckboxField
        label="Chcę fakturę na firmę"
        checked={withCompany}
        onChange={({ currentTarget }) => form.change({ withCompany: currentTarget.checked })}
      />
      {withCompany && (
        <div className="mt-2 grid grid-cols-6 gap-4">
          <TextField
            {...form.text('company_nip')}
            label="NIP"
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            required
            className="col-span-6 sm:col-span-2"
          />
          <TextField
            {...form.text('company_name')}
            label="Nazwa firmy"
            autoComplete="organization"
            maxLength={150}
            required
            className="col-span-6 sm:col-span-4"
          />
          <TextField
            {...form.text('company_street')}
            label="Ulica i numer firmy"
            autoComplete="billing street-address"
            maxLength={120}
            required
            className="col-span-6"
          />
          <TextField
            {...form.text('company_postal_code')}
            label="Kod pocztowy firmy"
            placeholder="00-000"
            inputMode="numeric"
            autoComplete="billing postal-code"
            maxLength={10}
            required
            className="col-span-6 sm:col-span-2"
          />
          <TextField
            {...form.text('company_city')}
            label="Miejscowość firmy"
            autoComplete="billing address-level2"
            maxLength={60}
            required
            className="col-span-6 sm:col-span-4"
          />
          <p className="col-span-6 text-xs text-night/80">
            NIP można podać tylko teraz: po zamówieniu nie dopiszemy go do faktury.
          </p>
        </div>
      )}
    </fieldset>
  )
}
