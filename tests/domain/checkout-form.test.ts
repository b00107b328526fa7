import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRecipient, validateCredentials, validateRecipient } from '#domain/checkout/checkout-form.ts'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'

const person = { firstName: 'Anna', lastName: 'Nowak', phone: '600100200' }
const address = { street: 'Prosta', houseNumber: '1', city: 'Łódź', postalCode: '90-001' }
const locker = { selectedLocker: { inpost_id: 'LOD01A' }, receiverEmail: 'a@b.pl' }

const COURIER = 'cash_on_delivery_courier'
const LOCKER = 'cash_on_delivery_locker'

describe('toasts of spec 1 §5', () => {
  test.each([
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
    [
      { ...person, ...locker, receiverEmail: 'a@' },
      LOCKER,
      'Podaj prawidłowy adres email',
      'Podaj prawidłowy adres email',
    ],
    [
      { ...person, ...address, postalCode: '123' },
      COURIER,
      'Podaj kod pocztowy w formacie 00-000',
      'Podaj kod pocztowy w formacie 00-000',
    ],
  ] as const)('%j for %s', (form, method, inCart, inProduct) => {
    expect(validateRecipient(form, method, 'cart').toast).toBe(inCart)
    expect(validateRecipient(form, method, 'product').toast).toBe(inProduct)
  })

  test('a form that is right has no problems, whatever the fields of the other method hold', () => {
    expect(validateRecipient({ ...person, ...address, receiverEmail: '?' }, COURIER, 'cart')).toEqual({ fields: {} })
    expect(validateRecipient({ ...person, ...locker, postalCode: '?' }, LOCKER, 'cart')).toEqual({ fields: {} })
  })

  test('step 1 asks for everything, then for the terms', () => {
    const filled = { email: 'a@b.pl', password: 'sekret', acceptedTerms: true }
    expect(validateCredentials(filled)).toEqual({ fields: {} })
    expect(validateCredentials({ ...filled, email: ' ' }).toast).toBe('Wypełnij wszystkie pola')
    expect(validateCredentials({ ...filled, password: '' }).toast).toBe('Wypełnij wszystkie pola')
    expect(validateCredentials({ ...filled, email: 'a' }).toast).toBe('Podaj prawidłowy adres email')
    expect(validateCredentials({ ...filled, password: '12345' }).fields).toHaveProperty('password')
    expect(validateCredentials({ ...filled, acceptedTerms: false })).toMatchObject({
      toast: 'Akceptacja regulaminu',
      description: 'Musisz zaakceptować regulamin, aby kontynuować.',
    })
  })
})

test('postal code: stored with its hyphen', () => {
  for (const postalCode of ['90-001', '90001', '90 001', ' 90-001 ']) {
    const parsed = parseRecipient({ ...person, ...address, postalCode }, COURIER)
    expect(parsed.ok && parsed.value.delivery).toMatchObject({ postalCode: '90-001' })
  }
})

test('nothing anyone types makes the form throw, and what passes passes again unchanged', () => {
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
      expect(Object.keys(validateRecipient(values, method, 'cart').fields).length > 0).toBe(!parsed.ok)
      if (!parsed.ok) return
      const { delivery, ...recipient } = parsed.value
      const kept = { ...recipient, ...delivery, selectedLocker: delivery.kind === 'locker' ? delivery.lockerId : null }
      expect(parseRecipient(kept, method)).toEqual(parsed)
      expect(JSON.stringify(parsed.value)).not.toMatch(/\\u00[01]/)
    }),
  )
})
