import { type Kysely, type RawBuilder, sql } from 'kysely'
import { describe } from 'vitest'
import { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { claimKey, type KeyUse, knownKey, type StoredKey } from '#domain/idempotency/idempotency-queries.server.ts'
import { idempotent } from '#domain/idempotency/idempotent.server.ts'
import { fail, ok } from '#domain/result.ts'
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

/** A use case whose runs are counted and whose work writes a brand, so that the database tells what happened. */
function countedSteps({ db }: TestDatabase, call: KeyUse, slug: string, condition = sql`true`) {
  const runs = { prepared: 0, worked: 0 }
  return {
    runs,
    steps: {
      read: () => readKnown(db, call),
      prepare: async () => ok(++runs.prepared),
      work: async () => {
        const run = runs.worked + 1
        if (!(await writeBrand(db, slug, claimKey(call, JSON.stringify({ run }), condition)))) return null
        runs.worked = run
        return ok({ run })
      },
    },
  }
}

async function readKnown(db: Kysely<Database>, call: KeyUse): Promise<{ known: StoredKey | null }> {
  return db.selectNoFrom(knownKey(call).as('known')).executeTakeFirstOrThrow()
}

async function writeBrand(db: Kysely<Database>, slug: string, claim: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    with claimed as (${claim}), brand as (
      insert into brands (name, slug) select ${slug}, ${slug} where exists (select from claimed))
    select from claimed`.execute(db)
  return rows.length > 0
}

describe('idempotent', () => {
  test('20 equal calls at once do the work once and get one answer', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { runs, steps } = countedSteps(database, call, 'once')
    const answers = await Promise.all(Array.from({ length: 20 }, () => idempotent(call, steps)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"value":{"run":1}}']))
    expect(runs.worked).toBe(1)
    // A known call is answered before anything is prepared for it.
    const prepared = runs.prepared
    expect(await idempotent(call, steps)).toEqual(ok({ run: 1 }))
    expect(runs.prepared).toBe(prepared)
  })

  test('other content, or another operation, under the same key is a conflict', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { runs, steps } = countedSteps(database, call, 'conflict')
    await idempotent(call, steps)
    for (const changes of [{ requestHash: 'other' }, { operation: 'other' }]) {
      expect(await idempotent({ ...call, ...changes }, steps)).toEqual(fail({ reason: 'idempotency_conflict' }))
    }
    expect(runs.worked).toBe(1)
  })

  test('two contents at once under one key: one is done, the other is a conflict', async ({ database }) => {
    const userId = await insertUser(database)
    const answers = await Promise.all(
      ['one', 'two'].map((requestHash) => {
        const call = callOf(userId, { requestHash })
        return idempotent(call, countedSteps(database, call, `two-contents-${requestHash}`).steps)
      }),
    )
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('a key belongs to its user', async ({ database }) => {
    const [anna, jan] = [callOf(await insertUser(database)), callOf(await insertUser(database))]
    expect(await idempotent(anna, countedSteps(database, anna, 'of-anna').steps)).toEqual(ok({ run: 1 }))
    expect(await idempotent(jan, countedSteps(database, jan, 'of-jan').steps)).toEqual(ok({ run: 1 }))
  })

  test('what was read is out of date: it is read again, and prepared once', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { runs, steps } = countedSteps(database, call, 'out-of-date')
    let outdated = 3
    const work = async () => (outdated-- > 0 ? null : steps.work())
    expect(await idempotent(call, { ...steps, work })).toEqual(ok({ run: 1 }))
    expect(runs.prepared).toBe(1)
  })

  test('what was read is always out of date: it ends as busy and leaves no key', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { steps } = countedSteps(database, call, 'never', sql`false`)
    expect(await idempotent(call, steps)).toEqual(fail({ reason: 'busy' }))
    expect(await readKnown(database.db, call)).toEqual({ known: null })
  })

  test('a refusal and an error leave no key and nothing else', async ({ database }) => {
    const call = callOf(await insertUser(database))
    const { steps } = countedSteps(database, call, 'left-behind')
    const refused = await idempotent(call, { ...steps, work: async () => fail({ reason: 'refused' as const }) })
    expect(refused).toEqual(fail({ reason: 'refused' }))
    const breaking = countedSteps(database, call, 'left-behind', sql`1 / (select 0) = 1`)
    await expect(idempotent(call, breaking.steps)).rejects.toThrow('division by zero')
    expect(await idempotent(call, { ...steps, prepare: async () => fail({ reason: 'no' }) })).toEqual(
      fail({ reason: 'no' }),
    )
    expect(await readKnown(database.db, call)).toEqual({ known: null })
    expect(await database.db.selectFrom('brands').select('id').where('slug', '=', 'left-behind').execute()).toEqual([])
    expect(await idempotent(call, steps)).toEqual(ok({ run: 1 }))
  })
})
