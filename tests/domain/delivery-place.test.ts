import { expect, test } from 'vitest'
import { describePlace, listPlaceLines } from '#domain/orders/delivery-place.ts'

const NOWHERE = {
  street: null,
  house_number: null,
  city: null,
  postal_code: null,
  parcel_locker_id: null,
  parcel_locker_name: null,
  parcel_locker_address: null,
}
const LOCKER = { ...NOWHERE, parcel_locker_id: 'WAW-007', parcel_locker_address: 'Złota 7, 00-020 Warszawa' }
const HOME = { ...NOWHERE, street: 'Żytnia', house_number: '3/4', city: 'Toruń', postal_code: '87-100' }
const REMOVED = { street: '', house_number: '', city: '', postal_code: '' }

test.each([
  ['a locker whose name has its code', { ...LOCKER, parcel_locker_name: 'WAW-007 (kiosk)' }, 'WAW-007 (kiosk)'],
  ['a locker whose name lacks its code', { ...LOCKER, parcel_locker_name: 'Przy kiosku' }, 'WAW-007, Przy kiosku'],
  ['a locker without a name', LOCKER, 'WAW-007'],
])('place of a parcel: %s is told by its code', (_, order, name) => {
  expect(listPlaceLines(order)).toEqual([name, 'Złota 7, 00-020 Warszawa'])
  expect(describePlace({ ...order, shipping_method: 'prepaid_locker' })).toEqual([
    'Paczkomat, opłacone online',
    `Paczkomat ${name}`,
    'Złota 7, 00-020 Warszawa',
  ])
})

test('place of a parcel: an address is street and town, and nothing once it was removed', () => {
  expect(listPlaceLines(HOME)).toEqual(['Żytnia 3/4', '87-100 Toruń'])
  expect(listPlaceLines({ ...HOME, ...REMOVED })).toEqual([])
  expect(listPlaceLines({ ...NOWHERE, parcel_locker_id: '' })).toEqual([])
})
