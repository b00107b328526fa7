import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { UNIT_KINDS, type UnitKind } from '#domain/papers/company.ts'
import type { CompanyField } from '#domain/papers/company-form.ts'

/** A form with the fields of a company. */
type CompanyForm = {
  /** `unit_kind`: '' where the company itself buys. */
  values: { unit_kind: string }
  change(values: { unit_kind: string }): void
  text(name: CompanyField): TextProps
}

/** A form that asks for the company of an invoice. */
type CompanyFieldsProps = {
  form: {
    values: CompanyForm['values'] & { withCompany: boolean }
    change(values: { withCompany: boolean } | { unit_kind: string }): void
    text: CompanyForm['text']
  }
}

const UNIT_TEXTS: Record<UnitKind, { question: string; noun: string; note: string }> = {
  local_government: {
    question: 'Fakturę odbiera jednostka samorządu (np. szkoła, przedszkole)',
    noun: 'jednostki',
    note: 'Wyżej podaj gminę lub powiat z ich NIP-em, tutaj jednostkę, która kupuje.',
  },
  vat_group: {
    question: 'Kupuje członek grupy VAT',
    noun: 'członka grupy',
    note: 'Wyżej podaj grupę VAT z jej NIP-em, tutaj firmę, która kupuje.',
  },
}

/** Asks whether the invoice is for a company, for which, and whether another one buys under its NIP. */
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
          <CompanyInputs form={form} />
          <p className="col-span-6 text-xs text-night/80">
            NIP można podać tylko przed sprzedażą: po zapłacie albo wysłaniu paczki nie dopiszemy go do faktury.
          </p>
          <p className="col-span-6 -mt-2 text-xs text-night/80">
            Firma spoza Polski? Tu można wpisać tylko firmę z polskim NIP-em i adresem. Zanim zamówisz, napisz do nas
            przez formularz kontaktowy: ustalimy, jak wystawić fakturę.
          </p>
        </div>
      )}
    </fieldset>
  )
}

/** The fields of a company in a grid of six columns, and whether another one buys under its NIP. */
export function CompanyInputs({ form }: { form: CompanyForm }) {
  const chosen = UNIT_KINDS.find((kind) => kind === form.values.unit_kind)
  return (
    <>
      <PartyFields form={form} of="company" noun="firmy" />
      <div className="col-span-6 -my-2">
        {UNIT_KINDS.map((kind) => (
          <CheckboxField
            key={kind}
            label={UNIT_TEXTS[kind].question}
            checked={kind === chosen}
            onChange={({ currentTarget }) => form.change({ unit_kind: currentTarget.checked ? kind : '' })}
          />
        ))}
      </div>
      {chosen && (
        <>
          <p className="col-span-6 text-sm">{UNIT_TEXTS[chosen].note}</p>
          <PartyFields form={form} of="unit" noun={UNIT_TEXTS[chosen].noun} />
        </>
      )}
    </>
  )
}

type PartyFieldsProps = { form: Pick<CompanyForm, 'text'> } & { of: 'company' | 'unit'; noun: string }

/** NIP, name and address. Browsers know them of the company alone, and a unit may have no NIP of its own. */
function PartyFields({ form, of, noun }: PartyFieldsProps) {
  const isCompany = of === 'company'
  const autoComplete = (token: string) => (isCompany ? token : 'off')
  return (
    <>
      <TextField
        {...form.text(`${of}_nip`)}
        label={isCompany ? 'NIP' : `NIP ${noun}`}
        hint={isCompany ? undefined : 'Jeśli ma własny.'}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        required={isCompany}
        className="col-span-6 sm:col-span-2"
      />
      <TextField
        {...form.text(`${of}_name`)}
        label={`Nazwa ${noun}`}
        autoComplete={autoComplete('organization')}
        maxLength={150}
        required
        className="col-span-6 sm:col-span-4"
      />
      <TextField
        {...form.text(`${of}_street`)}
        label={`Ulica i numer ${noun}`}
        autoComplete={autoComplete('billing street-address')}
        maxLength={120}
        required
        className="col-span-6"
      />
      <TextField
        {...form.text(`${of}_postal_code`)}
        label={`Kod pocztowy ${noun}`}
        placeholder="00-000"
        inputMode="numeric"
        autoComplete={autoComplete('billing postal-code')}
        maxLength={10}
        required
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        {...form.text(`${of}_city`)}
        label={`Miejscowość ${noun}`}
        autoComplete={autoComplete('billing address-level2')}
        maxLength={60}
        required
        className="col-span-6 sm:col-span-3"
      />
    </>
  )
}
