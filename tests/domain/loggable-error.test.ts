import { inspect } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { redactError } from '#domain/kernel/database/database-error.ts'

function refusedRow(): Error {
  const error = new pg.DatabaseError('new row violates check constraint "orders_check"', 1, 'error')
  const detail = 'Failing row contains (Anna, Kowalska, +48 600 100 200)'
  return Object.assign(error, { code: '23514', table: 'orders', detail, where: detail, parameters: [detail] })
}

test('redactError: keeps what failed and where in the code, without the row’s data', () => {
  const logged = inspect(redactError(refusedRow()))
  expect(logged).toContain('orders_check')
  expect(logged).toContain('23514')
  expect(logged).toContain('loggable-error.test.ts')
  expect(logged).not.toContain('Kowalska')
})

test('redactError: redacts the cause of another error too', () => {
  const around = new Error('could not order', { cause: new AggregateError([refusedRow()], 'all failed') })
  const logged = inspect(redactError(around), { depth: null })
  expect(logged).toContain('orders_check')
  expect(logged).not.toContain('Kowalska')
})

test('redactError: returns anything else unchanged', () => {
  for (const thrown of ['text', null, undefined, 7, { detail: 'x' }]) expect(redactError(thrown)).toBe(thrown)
})
