import { findTerms, listTermsVersions } from '#domain/terms/terms-queries.server.ts'
import { storeShownTexts } from '#infra/db/shown-texts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { testProfile } from '#tests/support/shop-profile.ts'

const test = base.extend('demo', { scope: 'file' }, false)

test('terms: the first version follows the settings until somebody accepts it', async ({ database: { db } }) => {
  const textOf = async (version: string) => (await findTerms(db, version))?.full_text
  expect(await textOf('2026-01-01')).toContain('Perfumeria Demonstracyjna')
  const real = { ...testProfile, effectiveDate: '2026-11-20' }
  await storeShownTexts(db, real)
  expect((await listTermsVersions(db)).map(({ version }) => version)).toEqual(['2026-11-20'])
  expect(await textOf('2026-11-20')).toContain('Perfumeria sp. z o.o.')
  await db
    .insertInto('users')
    .values({ email: 'anna@example.test', terms_version: '2026-11-20', terms_accepted_at: new Date() })
    .execute()
  await storeShownTexts(db, { ...real, sellerName: 'Ktoś Inny' })
  expect(await textOf('2026-11-20')).toContain('Perfumeria sp. z o.o.')
})
