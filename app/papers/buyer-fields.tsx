import { z } from 'zod'
import { type FormProblem, useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { BuyerState, InvoiceBuyerChange } from '#domain/papers/buyers/invoice-buyer.ts'
import { companyFormSchema, unitFormSchema } from '#domain/papers/company-form.ts'
import { personInvoiceSchema } from '#domain/papers/invoices/person-invoice.ts'
import { CompanyInputs } from './company-fields.tsx'

type Buyer = Pick<BuyerState, 'company' | 'person'>

/** The fields of a form as the buyer is now. */
function toBuyerValues({ company, person }: Buyer) {
  const unit = company?.unit
  // '' where the company itself buys.
  const unit_kind: string = unit?.kind ?? ''
  return {
    company_nip: company?.nip ?? '',
    company_name: company?.name ?? '',
    company_street: company?.street ?? '',
    company_postal_code: company?.postal_code ?? '',
    company_city: company?.city ?? '',
    unit_kind,
    unit_nip: unit?.nip ?? '',
    unit_name: unit?.name ?? '',
    unit_street: unit?.street ?? '',
    unit_postal_code: unit?.postal_code ?? '',
    unit_city: unit?.city ?? '',
    name: person?.name ?? '',
    street: person?.street ?? '',
    postal_code: person?.postal_code ?? '',
    city: person?.city ?? '',
  }
}

/** What is sent of a form: the company with its unit, or the person. */
type TypedBuyer = Partial<Omit<InvoiceBuyerChange, 'version' | 'act'>>

function formSchema(isPerson: boolean, withUnit: boolean): z.ZodType<TypedBuyer> {
  if (isPerson) return z.object(personInvoiceSchema.shape)
  if (!withUnit) return companyFormSchema
  return z.object({ ...companyFormSchema.shape, ...unitFormSchema.shape })
}

/** A form with the buyer of an invoice. `save` gets what is sent. */
export function useBuyerForm(buyer: Buyer, save: (typed: TypedBuyer) => Promise<FormProblem | undefined>) {
  const isPerson = buyer.person !== null
  return useForm<ReturnType<typeof toBuyerValues>, z.ZodType<TypedBuyer>>({
    schema: ({ unit_kind }: ReturnType<typeof toBuyerValues>) => formSchema(isPerson, unit_kind !== ''),
    initial: toBuyerValues(buyer),
    onSubmit: save,
  })
}

/** The fields of that form. */
export function BuyerFields({ form, isPerson }: { form: ReturnType<typeof useBuyerForm>; isPerson: boolean }) {
  return (
    <div className="grid grid-cols-6 gap-4">
      {isPerson ? (
        <>
          <TextField {...form.text('name')} label="Imię i nazwisko" required className="col-span-6" />
          <TextField {...form.text('street')} label="Ulica i numer" required className="col-span-6" />
          <TextField
            {...form.text('postal_code')}
            label="Kod pocztowy"
            inputMode="numeric"
            required
            className="col-span-6 sm:col-span-2"
          />
          <TextField {...form.text('city')} label="Miejscowość" required className="col-span-6 sm:col-span-4" />
        </>
      ) : (
        <CompanyInputs form={form} />
      )}
    </div>
  )
}
