import type { ComponentProps } from 'react'
import { TextField } from '#app/ui/text-field.tsx'
import type { TEXT_FIELDS } from './checkout-draft.ts'
import type { CheckoutForm } from './use-checkout-form.ts'

type FormFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'form' | 'name' | 'value' | 'onChange' | 'onBlur' | 'error'
> & {
  form: CheckoutForm
  name: (typeof TEXT_FIELDS)[number]
}

/** A text field of the checkout form: what was typed, its error, checked as it is left. */
export function FormField({ form, name, ...field }: FormFieldProps) {
  return (
    <TextField
      {...field}
      name={name}
      value={form.draft[name]}
      error={form.errors[name]}
      onChange={(event) => form.change({ [name]: event.target.value })}
      onBlur={() => form.leave(name)}
    />
  )
}
