import type { Transaction } from 'kysely'
import { numberSlug, toSlug } from '#domain/catalog/slug.ts'
import type { Database } from '#domain/database.ts'
import { recordAcceptedTrademarks, recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findListedTrademarks, holdProducer } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { type AdminBrand, adminBrandSchema, type BrandInput, foldName } from './admin-brand.ts'
import { findAdminBrand, listBrandNames } from './admin-brand-queries.server.ts'
import { insertBrand, lockBrand, lockBrands, updateBrandRow } from './brand-store.server.ts'
import type { TrademarksFound } from './product-content.server.ts'

type NameTaken = { reason: 'brand_name_taken' }
type BrandNotFound = { reason: 'brand_not_found' }
type ChangedMeanwhile = { reason: 'changed_meanwhile' }

type Asked = Pick<Services, 'db'>

type NewBrand = { userId: string; key: string; brand: BrandInput }

/** Adds a brand, once per key. */
export async function addBrand(
  { db }: Asked,
  { userId, key, brand: { trademarks_accepted: isAccepted, ...brand } }: NewBrand,
): Promise<Result<AdminBrand, ContentFailure | NameTaken | IdempotencyConflict | Busy>> {
  const call = { userId, key, operation: 'add-brand', requestHash: hashRequest(brand), answer: adminBrandSchema }
  return idempotent<AdminBrand, ContentFailure | NameTaken>(db, call, async (trx) => {
    await lockBrands(trx)
    const checked = await checkContent(trx, brand, { isAccepted, before: null })
    if (!checked.ok) return checked
    const free = await checkName(trx, brand.name, null)
    if (!free.ok) return free
    const { slug } = free.value
    const id = await insertBrand(trx, { ...brand, slug })
    await recordAudit(trx, { userId, action: 'brand.created', subjectId: id, details: { ...brand, slug } })
    await recordAcceptedTrademarks(trx, 'brand', { userId, subjectId: id, ...checked.value })
    return ok(await readBack(trx, id))
  })
}

type ContentFailure = TrademarksFound | { reason: 'producer_unavailable' }
type BrandContent = Omit<BrandInput, 'trademarks_accepted'>

/** Checks that the producer exists, and changed texts for trademarks. Returns those that the admin accepted. */
async function checkContent(
  trx: Transaction<Database>,
  { name, description, producer_id }: BrandContent,
  { isAccepted, before }: { isAccepted: boolean; before: AdminBrand | null },
): Promise<Result<{ trademarks: string[] }, ContentFailure>> {
  if (producer_id && producer_id !== before?.producer_id && !(await holdProducer(trx, producer_id))) {
    return fail({ reason: 'producer_unavailable' })
  }
  const texts = [name, description].filter((text) => text !== before?.name && text !== before?.description)
  const trademarks = await findListedTrademarks(trx, texts)
  return trademarks.length > 0 && !isAccepted ? fail({ reason: 'trademarks_found', trademarks }) : ok({ trademarks })
}

type UpdateFailure = BrandNotFound | ChangedMeanwhile | NameTaken | ContentFailure | { reason: 'brand_is_original' }

/** Changes a brand. A new name makes a new slug; the former slug still leads to the brand. */
export async function updateBrand(
  { db }: Asked,
  { userId, id, brand: input, version }: { userId: string; id: string; brand: BrandInput; version: string },
): Promise<Result<AdminBrand, UpdateFailure | Busy>> {
  const { trademarks_accepted: isAccepted, ...brand } = input
  if (!isUuid(id)) return fail({ reason: 'brand_not_found' })
  return transact<AdminBrand, UpdateFailure>(db, async (trx) => {
    await lockBrands(trx)
    const before = await findAdminBrand(trx, id)
    if (!before) return fail({ reason: 'brand_not_found' })
    if (before.version !== version) return fail({ reason: 'changed_meanwhile' })
    const checked = await checkContent(trx, brand, { isAccepted, before })
    if (!checked.ok) return checked
    if (before.is_arabic && brand.is_original === false) return fail({ reason: 'brand_is_original' })
    const free = await checkName(trx, brand.name, id)
    if (!free.ok) return free
    // A different spelling with the same slug needs no new address.
    const slug = toSlug(before.name) === toSlug(brand.name) ? before.slug : free.value.slug
    await updateBrandRow(trx, id, { ...brand, slug })
    const details = {
      before: {
        name: before.name,
        description: before.description,
        slug: before.slug,
        producer_id: before.producer_id,
        is_original: before.is_original,
      },
      after: { ...brand, slug },
    }
    await recordAudit(trx, { userId, action: 'brand.updated', subjectId: id, details })
    await recordAcceptedTrademarks(trx, 'brand', { userId, subjectId: id, ...checked.value })
    return ok(await readBack(trx, id))
  })
}

/** The slug of a name that has no letter usable in a slug. */
const NAMELESS_SLUG = 'marka'

/**
 * Returns the slug of a name that no other brand has. Names of deleted brands can be used again, their slugs cannot.
 */
async function checkName(
  trx: Transaction<Database>,
  name: string,
  ownId: string | null,
): Promise<Result<{ slug: string }, NameTaken>> {
  const { brands, formerSlugs } = await listBrandNames(trx)
  const others = brands.filter(({ id }) => id !== ownId)
  const folded = foldName(name)
  if (others.some((other) => other.active && foldName(other.name) === folded)) {
    return fail({ reason: 'brand_name_taken' })
  }
  const taken = new Set([
    ...others.map(({ slug }) => slug),
    ...formerSlugs.filter(({ brand_id }) => brand_id !== ownId).map(({ slug }) => slug),
  ])
  return ok({ slug: numberSlug(toSlug(name) || NAMELESS_SLUG, (slug) => taken.has(slug)) })
}

async function readBack(trx: Transaction<Database>, id: string): Promise<AdminBrand> {
  const brand = await findAdminBrand(trx, id)
  if (!brand) throw new Error(`brand ${id} was saved but cannot be read`)
  return brand
}

type StillNeeded = { reason: 'brand_has_products' | 'brand_is_original' }
type DeletionFailure = BrandNotFound | ChangedMeanwhile | StillNeeded

/** Takes a brand without active products out of the shop. Its row stays for orders and products that refer to it. */
export async function deleteBrand(
  { db }: Pick<Services, 'db'>,
  { userId, id, version }: { userId: string; id: string; version: string },
): Promise<Result<null, DeletionFailure | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'brand_not_found' })
  return transact<null, DeletionFailure>(db, async (trx) => {
    await lockBrand(trx, id)
    const brand = await findAdminBrand(trx, id)
    if (!brand) return fail({ reason: 'brand_not_found' })
    if (brand.is_arabic) return fail({ reason: 'brand_is_original' })
    if (brand.products > 0) return fail({ reason: 'brand_has_products' })
    if (brand.version !== version) return fail({ reason: 'changed_meanwhile' })
    await updateBrandRow(trx, id, { active: false })
    await recordAudit(trx, { userId, action: 'brand.deleted', subjectId: id, details: { name: brand.name } })
    return ok(null)
  })
}
