import { sql } from 'kysely'
import { checkReferences } from '#domain/catalog/admin/product-content.server.ts'
import { claimUnusedPictures, noteUpload } from '#domain/pictures/picture-store.server.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

test('a picture that a product starts to use is not deleted: the deletion waits, and finds it in use', async ({
  database: { db },
}) => {
  const imageKey = '0123456789abcdef'.repeat(2)
  await noteUpload(db, imageKey, new Date(0))
  const { claimed } = await db.transaction().execute(async (trx) => {
    expect(await checkReferences(trx, { imageKeys: [imageKey] })).toMatchObject({ ok: true })
    const claiming = claimUnusedPictures(db, { before: new Date(), most: 10, now: new Date() })
    await eventually(async () => expect(await countWaitingStatements(db)).toBe(1))
    await trx
      .updateTable('products')
      .set({ image_key: imageKey })
      .where('id', '=', sql<string>`(select id from products limit 1)`)
      .execute()
    return { claimed: claiming }
  })
  expect(await claimed).not.toContain(imageKey)
})
