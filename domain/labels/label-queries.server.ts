import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { LabelFileKind, ShownPicture } from './label-file.ts'
import { findTrademarks } from './text-claims.ts'

/** All producers by name. */
export function listProducers(db: Kysely<Database>) {
  return selectProducers(db).orderBy(sql`name collate polish`).orderBy('id').execute()
}
export type AdminProducer = Awaited<ReturnType<typeof listProducers>>[number]

/** Undefined when there is none. */
export function findProducer(db: Kysely<Database>, id: string) {
  return selectProducers(db).where('id', '=', id).executeTakeFirst()
}

function selectProducers(db: Kysely<Database>) {
  return db.selectFrom('producers').select([
    'id',
    'name',
    'address',
    'contact',
    'is_in_eu',
    'responsible_name',
    'responsible_address',
    'responsible_contact',
    sql<number>`(
        (select count(*) from brands where brands.producer_id = producers.id and brands.active)
        + (select count(*) from products where products.producer_id = producers.id and products.active)
      )::int`.as('used'),
    rowVersion('updated_at').as('version'),
  ])
}

/** Whether a sample that the shop fills is on sale, and nobody has checked its label. */
export async function hasUncheckedSamples(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ unchecked: boolean }>`
    select exists (select from products where filled_by <> 'producer' and active)
      and exists (select from label_settings where sample_labels_on is null) as unchecked`.execute(db)
  return rows[0]?.unchecked ?? false
}

/** What the owner recorded, and the files that were uploaded. */
export async function readLabelSettings(db: Kysely<Database>) {
  const [settings, files] = await Promise.all([
    db
      .selectFrom('label_settings')
      .select([
        sql<string | null>`carrier_consent_on::text`.as('carrier_consent_on'),
        'carrier_consent_note',
        sql<string | null>`accessibility_reviewed_on::text`.as('accessibility_reviewed_on'),
        sql<string | null>`sample_labels_on::text`.as('sample_labels_on'),
        'trademarks',
        rowVersion('updated_at').as('version'),
      ])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow(),
    db.selectFrom('label_files').select(['kind', 'name', 'uploaded_at']).execute(),
  ])
  const find = (kind: LabelFileKind) => {
    const file = files.find((row) => row.kind === kind)
    if (!file) return null
    return { name: file.name, uploaded_at: file.uploaded_at.toISOString(), url: `/api/admin/label-files/${kind}` }
  }
  return {
    ...settings,
    files: { 'guarantee-notice': find('guarantee-notice'), 'carrier-consent': find('carrier-consent') },
  }
}
export type LabelSettings = Awaited<ReturnType<typeof readLabelSettings>>

/** The trademarks to warn of. */
export async function readTrademarks(db: Kysely<Database>): Promise<string[]> {
  const { trademarks } = await db
    .selectFrom('label_settings')
    .select('trademarks')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return trademarks
}

/** The trademarks to warn of that these texts name. */
export async function findListedTrademarks(db: Kysely<Database>, texts: readonly string[]): Promise<string[]> {
  return texts.length === 0 ? [] : findTrademarks(await readTrademarks(db), texts)
}

/** When accessibility was last reviewed; null: never. */
export async function readAccessibilityReview(db: Kysely<Database>): Promise<string | null> {
  const { reviewed } = await db
    .selectFrom('label_settings')
    .select(sql<string | null>`accessibility_reviewed_on::text`.as('reviewed'))
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return reviewed
}

/** Whether the producer exists. It stays so until the transaction ends. */
export async function holdProducer(trx: Kysely<Database>, id: string): Promise<boolean> {
  return (
    (await trx.selectFrom('producers').select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined
  )
}

/** The official notice of the legal guarantee; null until the owner has uploaded it. */
export async function readGuaranteeNotice(db: Kysely<Database>): Promise<ShownPicture | null> {
  const file = await db
    .selectFrom('label_files')
    .select(['key', 'width', 'height'])
    .where('kind', '=', 'guarantee-notice')
    .executeTakeFirst()
  if (!file || file.width === null || file.height === null) return null
  return { url: `/api/guarantee-notice/${file.key}`, width: file.width, height: file.height }
}

/** Active products by name, with the information that the law requires. */
export function listLabelledProducts(db: Kysely<Database>) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select([
      'p.id',
      'p.name',
      'p.volume_ml',
      'p.description',
      'p.notes',
      'p.product_code',
      'p.warnings',
      'p.ingredients',
      'p.has_old_label',
      'p.trademarks_accepted',
      sql<boolean>`coalesce(p.producer_id, b.producer_id) is not null`.as('has_producer'),
    ])
    .where('p.active', '=', true)
    .orderBy(sql`p.name collate polish`)
    .orderBy('p.id')
    .execute()
}
export type LabelledProduct = Awaited<ReturnType<typeof listLabelledProducts>>[number]

/** A file with its bytes. Undefined when there is none, or `key` names another one. */
export function findLabelFile(db: Kysely<Database>, { kind, key }: { kind: LabelFileKind; key?: string }) {
  return db
    .selectFrom('label_files')
    .select(['name', 'type', 'content'])
    .where('kind', '=', kind)
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .executeTakeFirst()
}
