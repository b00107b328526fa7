import { isLockerMethod, type ShippingMethod } from '#domain/shipping/shipping-method.ts'
import { FormField } from './form-field.tsx'
import { LockerChoice } from './locker-search.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

/** Who receives the parcel, and where: a parcel locker or an address. */
export function RecipientFields({ form, method }: { form: CheckoutForm; method: ShippingMethod }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <fieldset>
        <legend className="mb-2 font-display text-lg">Odbiorca</legend>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <FormField form={form} name="firstName" label="Imię" autoComplete="given-name" maxLength={60} required />
          <FormField form={form} name="lastName" label="Nazwisko" autoComplete="family-name" maxLength={60} required />
          <FormField
            form={form}
            name="phone"
            label="Telefon"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={30}
            required
            className="sm:col-span-2"
          />
        </div>
      </fieldset>
      {isLockerMethod(method) ? <LockerChoice form={form} /> : <AddressFields form={form} />}
    </div>
  )
}

function AddressFields({ form }: { form: CheckoutForm }) {
  return (
    <fieldset>
      <legend className="mb-2 font-display text-lg">Adres dostawy</legend>
      <div className="grid grid-cols-6 gap-4">
        <FormField
          form={form}
          name="street"
          label="Ulica"
          autoComplete="address-line1"
          maxLength={100}
          required
          className="col-span-6 sm:col-span-4"
        />
        <FormField
          form={form}
          name="houseNumber"
          label="Numer domu"
          autoComplete="address-line2"
          maxLength={20}
          required
          className="col-span-3 sm:col-span-2"
        />
        <FormField
          form={form}
          name="postalCode"
          label="Kod pocztowy"
          placeholder="00-000"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          required
          className="col-span-3 sm:col-span-2"
        />
        <FormField
          form={form}
          name="city"
          label="Miejscowość"
          autoComplete="address-level2"
          maxLength={60}
          required
          className="col-span-6 sm:col-span-4"
        />
      </div>
    </fieldset>
  )
}
