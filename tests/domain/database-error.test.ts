import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { isBusy } from '#domain/kernel/database/transaction.server.ts'

const refusedBy = (code: string) => Object.assign(new DatabaseError('refused', 1, 'error'), { code })
const failedWith = (code: string) => Object.assign(new Error(code), { code })

test.for([
  ...['08000', '08006', '53100', '53300', '57P01', '57P02', '57P03'].map(refusedBy),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].map(failedWith),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  new Error('failed to get session', { cause: failedWith('ECONNREFUSED') }),
  new AggregateError([new Error('no'), failedWith('ECONNREFUSED')]),
])('%s says that the database is unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isBusy(error)).toBe(false)
})

test.for([...['23505', '40P01', '42P01', '55P03', '57014'].map(refusedBy), new Error('no'), 'ECONNREFUSED', null])(
  '%s does not',
  (error) => expect(isDatabaseUnavailable(error)).toBe(false),
)

test.for(['40001', '40P01', '55P03', '57014'].map(refusedBy))('$code says that the shop is busy', (error) => {
  expect(isBusy(new Error('order', { cause: error }))).toBe(true)
})
