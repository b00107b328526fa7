// Numbers under which BaseLinker knows parcels stay theirs after a backup is restored: BaseLinker keeps what it read, and
// changes the parcel of a number.
import { sql } from 'kysely'
import { backUp, fillShop, restore, test } from '#tests/support/backups.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect } from '#tests/support/fixtures.ts'

/** Numbers one more parcel, as reading the orders does. */
async function numberNext({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into baselinker_orders (checkout_id)
    select id from checkouts where id not in (select checkout_id from baselinker_orders) order by id limit 1
    returning number`.execute(db)
  return rows[0]?.number ?? 0
}

test.beforeAll(({ database }) => fillShop(database))

test('a number that BaseLinker read after the backup is not given to another parcel', async ({ database, target }) => {
  const first = await numberNext(database)
  const made = await backUp(database.url)
  const lost = await numberNext(database)
  expect(lost).toBeGreaterThan(first)
  await restore({ url: target.url, ...made })
  expect(await numberNext(target)).toBeGreaterThan(lost)
})

test('a number of the trial is not given to another parcel', async ({ database, target }) => {
  await sql`delete from baselinker_orders`.execute(database.db)
  const ofTrial = await numberNext(database)
  expect(ofTrial).toBeGreaterThan(0)
  await sql`delete from baselinker_orders`.execute(database.db)
  const made = await backUp(database.url)
  await restore({ url: target.url, ...made })
  expect(await numberNext(target)).toBeGreaterThan(ofTrial)
})
