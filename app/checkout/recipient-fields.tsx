import type { ComponentProps } from 'react'
import type { TextProps } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { DeliveryMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { LockerChoice, type LockerForm } from './lockers/locker-search.tsx'

type ReceiverText =
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'receiverEmail'
  | 'street'
  | 'houseNumber'
  | 'city'
  | 'postalCode'

/** A form that asks for receiver and destination. */
type ReceiverForm = Omit<LockerForm, 'text'> & { text(name: ReceiverText): TextProps }

type RecipientFieldsProps = {
  form: ReceiverForm
  delivery: DeliveryMethod
  /** False where empty fields mean that the present value stays. */
  required?: boolean
}

type Row = Omit<ComponentProps<typeof TextField>, 'name'> & { name: ReceiverText }

const RECEIVER: readonly Row[] = [
  { name: 'firstName', label: 'Imię', autoComplete: 'given-name', maxLength: 60 },
  { name: 'lastName', label: 'Nazwisko', autoComplete: 'family-name', maxLength: 60 },
  {
    name: 'phone',
    label: 'Telefon',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    maxLength: 30,
    className: 'sm:col-span-2',
  },
]

const WIDE = 'col-span-6 sm:col-span-4'
const NARROW = 'col-span-3 sm:col-span-2'
const ADDRESS: readonly Row[] = [
  { name: 'street', label: 'Ulica', autoComplete: 'address-line1', maxLength: 100, className: WIDE },
  { name: 'houseNumber', label: 'Numer domu', autoComplete: 'address-line2', maxLength: 20, className: NARROW },
  {
    name: 'postalCode',
    label: 'Kod pocztowy',
    placeholder: '00-000',
    inputMode: 'numeric',
    autoComplete: 'postal-code',
    maxLength: 10,
    className: NARROW,
  },
  { name: 'city', label: 'Miejscowość', autoComplete: 'address-level2', maxLength: 60, className: WIDE },
]

/** The recipient, and a parcel locker or an address. */
export function RecipientFields({ form, delivery, required = true }: RecipientFieldsProps) {
  const show = ({ name, ...field }: Row) => <TextField key={name} {...form.text(name)} {...field} required={required} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <fieldset>
        <legend className="mb-2 font-display text-lg">Odbiorca</legend>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{RECEIVER.map(show)}</div>
      </fieldset>
      {delivery === 'locker' ? (
        <LockerChoice form={form} required={required} />
      ) : (
        <fieldset>
          <legend className="mb-2 font-display text-lg">Adres dostawy</legend>
          <div className="grid grid-cols-6 gap-4">{ADDRESS.map(show)}</div>
        </fieldset>
      )}
    </div>
  )
}
