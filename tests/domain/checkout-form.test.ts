import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  type CheckoutDialog,
  checkoutSchema,
  guestCredentialsSchema,
  parseRecipient,
  summarizeCheckout,
} from '#domain/checkout/checkout-form.ts'
import { SHIPPING_METHODS, type ShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'

const person = { firstName: 'Anna', lastName: 'Nowak', phone: '600100200' }
const address = { street: 'Prosta', houseNumber: '1', city: 'Łódź', postalCode: '90-001' }
const locker = { selectedLocker: { inpost_id: 'LOD01A' }, receiverEmail: 'a@b.pl' }

const COURIER = 'cash_on_delivery_courier'
const LOCKER = 'cash_on_delivery_locker'

/** The toast of each dialog for the form of a signed-in customer. */
function toastsOf(form: Record<string, unknown>, method: ShippingMethod | null) {
  const titleIn = (dialog: CheckoutDialog) => {
    const parsed = checkoutSchema({ signedIn: true, method, dialog }).safeParse({ ...form, shippingMethod: method })
    return summarizeCheckout(fieldsOf(parsed.error), form, dialog)?.title
  }
  return [titleIn('cart'), titleIn('product')]
}

function fieldsOf(error: z.ZodError | undefined) {
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

describe('toast of an incomplete checkout', () => {
  test.each([
    [{}, null, 'Wybierz sposób dostawy', 'Wybierz metodę przesyłki'],
    [{}, COURIER, 'Wypełnij imię, nazwisko i telefon', 'Wypełnij wszystkie wymagane pola'],
    [
      { ...address, ...person, phone: ' ' },
      COURIER,
      'Wypełnij imię, nazwisko i telefon',
      'Wypełnij wszystkie wymagane pola',
    ],
    [
      { ...person, ...address, city: '' },
      COURIER,
      'Wypełnij wszystkie pola adresowe dla dostawy kurierskiej',
      'Wypełnij wszystkie dane adresowe',
    ],
    [{ ...person, receiverEmail: 'a@b.pl' }, LOCKER, 'Wybierz paczkomat i podaj email odbiorcy', 'Wybierz paczkomat'],
    [
      { ...person, ...locker, receiverEmail: '' },
      LOCKER,
      'Wybierz paczkomat i podaj email odbiorcy',
      'Podaj email odbiorcy',
    ],
  ] as const)('%j for %s', (form, method, inCart, inProduct) => {
    expect(toastsOf(form, method)).toEqual([inCart, inProduct])
  })

  test.each([
    [{ ...person, ...locker, receiverEmail: 'a@' }, LOCKER],
    [{ ...person, ...address, postalCode: '123' }, COURIER],
  ] as const)('none if a filled-in field shows its own error: %j', (form, method) => {
    expect(parseRecipient(form, method).ok).toBe(false)
    expect(toastsOf(form, method)).toEqual([undefined, undefined])
  })

  test('fields of the other method: are not validated, whatever they contain', () => {
    expect(parseRecipient({ ...person, ...address, receiverEmail: '?' }, COURIER).ok).toBe(true)
    expect(parseRecipient({ ...person, ...locker, postalCode: '?' }, LOCKER).ok).toBe(true)
  })

  test('credentials: missing fields are reported first, then the terms', () => {
    const filled = { email: 'a@b.pl', password: 'sekret', acceptedTerms: true }
    const problem = (form: Record<string, unknown>) => {
      const fields = fieldsOf(guestCredentialsSchema.safeParse(form).error)
      return { fields: Object.keys(fields), toast: summarizeCheckout(fields, form, 'cart') }
    }
    expect(problem(filled)).toEqual({ fields: [], toast: undefined })
    expect(problem({ ...filled, email: ' ' }).toast?.title).toBe('Wypełnij wszystkie pola')
    expect(problem({ ...filled, password: '' }).toast?.title).toBe('Wypełnij wszystkie pola')
    const wrong = { title: 'Popraw zaznaczone pola' }
    expect(problem({ ...filled, email: 'a' })).toEqual({ fields: ['email'], toast: wrong })
    expect(problem({ ...filled, password: '12345' })).toEqual({ fields: ['password'], toast: wrong })
    expect(problem({ ...filled, acceptedTerms: false })).toEqual({
      fields: ['acceptedTerms'],
      toast: { title: 'Akceptacja regulaminu', description: 'Musisz zaakceptować regulamin, aby kontynuować.' },
    })
  })
})

test('postal code: stored with its hyphen, whatever dash it was pasted with', () => {
  for (const postalCode of ['90-001', '90001', '90 001', ' 90-001 ', '90\u2011001', '90–001', '90 - 001']) {
    const parsed = parseRecipient({ ...person, ...address, postalCode }, COURIER)
    expect(parsed.ok && parsed.value.delivery).toMatchObject({ postalCode: '90-001' })
  }
})

test('whatever anyone types: nothing throws, and what is accepted is accepted again unchanged', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom(null, undefined, 7, {}, []))
  const form = fc.record({
    firstName: typed,
    lastName: typed,
    phone: fc.oneof(typed, fc.constant('600100200')),
    street: typed,
    houseNumber: typed,
    city: typed,
    postalCode: fc.oneof(typed, fc.constant('00001')),
    selectedLocker: fc.oneof(typed, fc.record({ inpost_id: typed })),
    receiverEmail: fc.oneof(typed, fc.constant('a@b.pl')),
  })
  fc.assert(
    fc.property(form, fc.constantFrom(...SHIPPING_METHODS), (values, method) => {
      const parsed = parseRecipient(values, method)
      const inBrowser = checkoutSchema({ signedIn: true, method, dialog: 'cart' })
      expect(inBrowser.safeParse({ ...values, shippingMethod: method }).success).toBe(parsed.ok)
      if (!parsed.ok) return
      const { delivery, ...recipient } = parsed.value
      const kept = { ...recipient, ...delivery, selectedLocker: delivery.kind === 'locker' ? delivery.lockerId : null }
      expect(parseRecipient(kept, method)).toEqual(parsed)
      expect(JSON.stringify(parsed.value)).not.toMatch(/\\u00[01]/)
    }),
  )
})
