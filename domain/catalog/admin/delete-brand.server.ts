import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { findAdminBrand } from './admin-brand-queries.server.ts'
import { lockBrand, updateBrandRow } from './brand-store.server.ts'
import type { BrandNotFound, ChangedMeanwhile } from './save-brand.server.ts'

type StillNeeded = { reason: 'brand_has_products' | 'brand_is_original' }
type DeletionFailure = BrandNotFound | ChangedMeanwhile | StillNeeded

/** Takes a brand without active products out of the shop; its row stays for the orders and products that name it. */
export async function deleteBrand(
  { db }: Pick<Services, 'db'>,
  { userId, id, version }: { userId: string; id: string; version: string },
): Promise<Result<null, DeletionFailure | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'brand_not_found' })
  return transact<null, DeletionFailure>(db, async (trx) => {
    await lockBrand(trx, id)
    const brand = await findAdminBrand(trx, id)
    if (!brand) return fail({ reason: 'brand_not_found' })
    if (brand.is_original) return fail({ reason: 'brand_is_original' })
    if (brand.products > 0) return fail({ reason: 'brand_has_products' })
    if (brand.version !== version) return fail({ reason: 'changed_meanwhile' })
    await updateBrandRow(trx, id, { active: false })
    await recordAudit(trx, { userId, action: 'brand.deleted', subjectId: id, details: { name: brand.name } })
    return ok(null)
  })
}
