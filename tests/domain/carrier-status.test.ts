import { expect, test } from 'vitest'
import { describeCarrierStatus, HANDED_OVER_STATUSES } from '#domain/shipping/carrier/carrier-status.ts'

/** Statuses that InPost documents for parcels that did not reach their receiver, and that a person has to look after. */
const STRANDED = [
  'oversized',
  'pickup_time_expired',
  'rejected_by_receiver',
  'stack_parcel_in_box_machine_pickup_time_expired',
  'stack_parcel_pickup_time_expired',
  'taken_by_courier_from_customer_service_point',
  'undelivered',
  'undelivered_cod_cash_receiver',
  'undelivered_incomplete_address',
  'undelivered_lack_of_access_letterbox',
  'undelivered_no_mailbox',
  'undelivered_not_live_address',
  'undelivered_unknown_receiver',
  'undelivered_wrong_address',
]
const ON_ITS_WAY = ['ready_to_pickup_from_pok_registered', 'return_pickup_confirmation_to_sender']

test.for(STRANDED)('a parcel that is %s alarms the owner in Polish, and its label is used', (status) => {
  expect(describeCarrierStatus(status)).toEqual({ label: expect.not.stringContaining('_'), alarm: true })
  expect(HANDED_OVER_STATUSES).toContain(status)
})

test.for(ON_ITS_WAY)('a parcel that is %s is described in Polish, and its label is used', (status) => {
  expect(describeCarrierStatus(status)).toEqual({ label: expect.not.stringContaining('_'), alarm: false })
  expect(HANDED_OVER_STATUSES).toContain(status)
})
