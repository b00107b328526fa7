import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { BrandInput } from './admin-brand.ts'

type BrandRow = Omit<BrandInput, 'trademarks_accepted'> & { slug: string }

/**
 * Blocks other writers of brands until the transaction ends, so that names and slugs that were read stay valid. Readers
 * are not blocked.
 */
export async function lockBrands(db: Kysely<Database>): Promise<void> {
  await sql`lock table brands in share row exclusive mode`.execute(db)
}

/** Waits for products that are being added to the brand, and blocks further ones until the transaction ends. */
export async function lockBrand(db: Kysely<Database>, id: string): Promise<void> {
  await db.selectFrom('brands').select('id').where('id', '=', id).forUpdate().execute()
}

/** Returns the id. */
export async function insertBrand(db: Kysely<Database>, brand: BrandRow): Promise<string> {
  const { id } = await db.insertInto('brands').values(brand).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateBrandRow(
  db: Kysely<Database>,
  id: string,
  changes: Partial<BrandRow & { active: false }>,
): Promise<void> {
  await db.updateTable('brands').set(changes).where('id', '=', id).execute()
}
