import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { listMeansOf } from '#domain/payments/payment-means.ts'
import type { ShopFeatures } from './features/feature.ts'

/** Which features of the legal texts the database has switched on. */
export async function readStoredFeatures(db: Kysely<Database>): Promise<ShopFeatures> {
  const { rows } = await sql<ShopFeatures>`
    select
      exists (select from codes where sample_checkout_id is null) as codes,
      exists (select from gift_rule where sample_codes_since is not null) as "sampleCodes",
      exists (select from ksef_certificates where kind = 'authentication') as ksef,
      exists (select from ksef_state where with_persons) as "ksefPersons",
      exists (select from payment_settings where means && ${listMeansOf('later')}::text[]) as "payLater",
      exists (select from payment_settings where means && ${listMeansOf('wallet')}::text[]) as wallets,
      exists (select from users where role = 'packer' and deleted_at is null) as packers,
      exists (select from users where role = 'accountant' and deleted_at is null) as accountant,
      exists (select from baselinker where enabled) as baselinker`.execute(db)
  const [features] = rows
  if (!features) throw new Error('the features of the shop cannot be read')
  return features
}
