import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { findAnswer, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

async function insertUser({ db }: TestDatabase): Promise<string> {
  const email = `${crypto.randomUUID()}@example.test`
  return (await db.insertInto('users').values({ email }).returning('id').executeTakeFirstOrThrow()).id
}

const callOf = (userId: string, changes: object = {}) => ({
  userId,
  key: 'a-key-of-the-test',
  operation: 'count',
  requestHash: 'hash',
  answer: z.object({ run: z.int() }),
  ...changes,
})

/** A use case that counts its runs and inserts a brand, which shows in the database. */
function countRuns(slug: string) {
  const counter = { runs: 0 }
  const work = async (trx: Transaction<Database>): Promise<Result<{ run: number }, never>> => {
    const run = ++counter.runs
    await trx.insertInto('brands').values({ name: slug, slug }).execute()
    return ok({ run })
  }
  return { counter, work }
}

const findBrands = ({ db }: TestDatabase, slug: string) =>
  db.selectFrom('brands').select('id').where('slug', '=', slug).execute()

describe('idempotent', () => {
  test('20 equal calls at once do the work once and get one answer', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { counter, work } = countRuns('once')
    const answers = await Promise.all(Array.from({ length: 20 }, () => idempotent(database.db, call, work)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"value":{"run":1}}']))
    expect(counter.runs).toBe(1)
    expect(await findAnswer(database.db, call)).toEqual(ok({ run: 1 }))
  })

  test('other content, or another operation, under the same key is a conflict', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { counter, work } = countRuns('conflict')
    await idempotent(database.db, call, work)
    for (const changes of [{ requestHash: 'other' }, { operation: 'other' }]) {
      const conflict = fail({ reason: 'idempotency_conflict' })
      expect(await idempotent(database.db, { ...call, ...changes }, work)).toEqual(conflict)
      expect(await findAnswer(database.db, { ...call, ...changes })).toEqual(conflict)
    }
    expect(counter.runs).toBe(1)
  })

  test('two contents at once under one key: one is done, the other is a conflict', async ({ database }) => {
    const userId = await insertUser(database)
    const answers = await Promise.all(
      ['one', 'two'].map((requestHash) =>
        idempotent(database.db, callOf(userId, { requestHash }), countRuns(`two-contents-${requestHash}`).work),
      ),
    )
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('a key belongs to its user', async ({ database }) => {
    const [anna, jan] = [callOf(await insertUser(database)), callOf(await insertUser(database))]
    expect(await idempotent(database.db, anna, countRuns('of-anna').work)).toEqual(ok({ run: 1 }))
    expect(await idempotent(database.db, jan, countRuns('of-jan').work)).toEqual(ok({ run: 1 }))
  })

  test('a refusal and an error leave no key and nothing else', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { work } = countRuns('left-behind')
    const refuse = async (trx: Transaction<Database>) => {
      await work(trx)
      return fail({ reason: 'refused' as const })
    }
    expect(await idempotent(database.db, call, refuse)).toEqual(fail({ reason: 'refused' }))
    const breakDown = async (trx: Transaction<Database>) => {
      await work(trx)
      await sql`select 1 / 0`.execute(trx)
      return ok({ run: 0 })
    }
    await expect(idempotent(database.db, call, breakDown)).rejects.toThrow('division by zero')
    expect(await findAnswer(database.db, call)).toBeUndefined()
    expect(await findBrands(database, 'left-behind')).toEqual([])
    expect(await idempotent(database.db, call, work)).toMatchObject({ ok: true })
    expect(await findBrands(database, 'left-behind')).toHaveLength(1)
  })
})
