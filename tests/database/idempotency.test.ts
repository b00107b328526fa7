import { describe } from 'vitest'
import { z } from 'zod'
import { idempotent } from '#domain/idempotency/idempotent.server.ts'
import { fail, ok } from '#domain/result.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'

test.override('demo', false)

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

/** Steps whose runs are counted and whose work writes a brand, so that the database tells what happened. */
function countedSteps(slug: string) {
  const runs = { prepared: 0, worked: 0 }
  return {
    runs,
    steps: {
      prepare: async () => ok(++runs.prepared),
      work: async (trx: Parameters<Parameters<typeof idempotent>[2]['work']>[0]) => {
        const run = ++runs.worked
        await trx.insertInto('brands').values({ name: slug, slug }).execute()
        return ok({ run })
      },
    },
  }
}

describe('idempotent', () => {
  test('20 equal calls at once do the work once and get one answer', async ({ database }) => {
    const userId = await insertUser(database)
    const { runs, steps } = countedSteps('once')
    const answers = await Promise.all(Array.from({ length: 20 }, () => idempotent(database, callOf(userId), steps)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"value":{"run":1}}']))
    expect(runs.worked).toBe(1)
    // A known call is answered before anything is prepared for it.
    const prepared = runs.prepared
    expect(await idempotent(database, callOf(userId), steps)).toEqual(ok({ run: 1 }))
    expect(runs.prepared).toBe(prepared)
  })

  test('other content, or another operation, under the same key is a conflict', async ({ database }) => {
    const userId = await insertUser(database)
    const { runs, steps } = countedSteps('conflict')
    await idempotent(database, callOf(userId), steps)
    for (const changes of [{ requestHash: 'other' }, { operation: 'other' }]) {
      expect(await idempotent(database, callOf(userId, changes), steps)).toEqual(
        fail({ reason: 'idempotency_conflict' }),
      )
    }
    expect(runs.worked).toBe(1)
  })

  test('two contents at once under one key: one is done, the other is a conflict', async ({ database }) => {
    const userId = await insertUser(database)
    const { steps } = countedSteps('two-contents')
    const answers = await Promise.all([
      idempotent(database, callOf(userId, { requestHash: 'one' }), steps),
      idempotent(database, callOf(userId, { requestHash: 'two' }), steps),
    ])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('a key belongs to its user', async ({ database }) => {
    const [anna, jan] = [await insertUser(database), await insertUser(database)]
    expect(await idempotent(database, callOf(anna), countedSteps('of-anna').steps)).toEqual(ok({ run: 1 }))
    expect(await idempotent(database, callOf(jan), countedSteps('of-jan').steps)).toEqual(ok({ run: 1 }))
  })

  test('a refusal and an error leave no key and nothing else', async ({ database }) => {
    const userId = await insertUser(database)
    const { steps } = countedSteps('left-behind')
    const refused = await idempotent(database, callOf(userId), {
      ...steps,
      work: async (trx, prepared) => {
        await steps.work(trx)
        return fail({ reason: `refused ${prepared}` as const })
      },
    })
    expect(refused).toEqual(fail({ reason: 'refused 1' }))
    const broken = idempotent(database, callOf(userId), {
      ...steps,
      work: async (trx) => {
        await steps.work(trx)
        throw new Error('broken')
      },
    })
    await expect(broken).rejects.toThrow('broken')
    expect(
      await idempotent(database, callOf(userId), { ...steps, prepare: async () => fail({ reason: 'no' }) }),
    ).toEqual(fail({ reason: 'no' }))
    const left = await database.db.selectFrom('idempotency_keys').select('key').where('user_id', '=', userId).execute()
    expect(left).toEqual([])
    expect(await database.db.selectFrom('brands').select('id').where('slug', '=', 'left-behind').execute()).toEqual([])
    expect(await idempotent(database, callOf(userId), steps)).toEqual(ok({ run: 3 }))
  })
})
