import { findTerms, listTermsVersions } from '#domain/terms/terms-queries.server.ts'
import { archiveLegalTexts } from '#infra/db/archive-legal-texts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { testProfile } from '#tests/support/shop-profile.ts'

const test = base.extend('demo', { scope: 'file' }, false)

test('terms: the text of the shop follows the settings until the first real order, whoever accepted it', async ({
  database: { db },
}) => {
  const textOf = async (version: string) => (await findTerms(db, version))?.full_text
  expect(await textOf('2026-01-01')).toContain('Perfumeria Demonstracyjna')
  const real = { ...testProfile, effectiveDate: '2026-11-20' }
  await archiveLegalTexts(db, real)
  expect((await listTermsVersions(db)).map(({ version }) => version)).toEqual(['2026-11-20'])
  expect(await textOf('2026-11-20')).toContain('Perfumeria sp. z o.o.')
  await db
    .insertInto('users')
    .values({ email: 'anna@example.test', terms_version: '2026-11-20', terms_accepted_at: new Date() })
    .execute()
  const moved = { ...real, sellerName: 'Ktoś Inny', effectiveDate: '2026-11-21' }
  await archiveLegalTexts(db, moved)
  expect((await listTermsVersions(db)).map(({ version }) => version)).toEqual(['2026-11-21'])
  expect(await textOf('2026-11-21')).toContain('Ktoś Inny')
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('terms_version', '=', '2026-11-21')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('checkouts')
    .values({
      user_id: id,
      payment: 'prepaid',
      shipping_method: 'prepaid_courier',
      items_grosze: 1000,
      shipping_grosze: 0,
      terms_version: '2026-11-21',
      terms_accepted_at: new Date(),
      on_https: true,
    })
    .execute()
  await archiveLegalTexts(db, { ...moved, sellerName: 'Jeszcze Inny' })
  expect(await textOf('2026-11-21')).toContain('Ktoś Inny')
  await expect(db.deleteFrom('terms_versions').execute()).rejects.toThrow('published terms stay as they are')
})
