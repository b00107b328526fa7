import { z } from 'zod'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { GuideChange } from './guide.ts'
import { findGuideRow, listGuideRows } from './guide-queries.server.ts'
import {
  deleteGuideRow,
  findGuideToChange,
  insertGuide,
  lockGuides,
  updateGuideRow,
  writeGuidePictures,
} from './guide-store.server.ts'

type Moments = { published_at: Date | null; updated_at: Date }

const toWire = <Row extends Moments>({ published_at, updated_at, ...row }: Row) => ({
  ...row,
  published_at: published_at?.toISOString() ?? null,
  updated_at: updated_at.toISOString(),
})

/** All guides for the owner, newest first. */
export async function readGuides({ db }: Pick<Services, 'db'>) {
  return (await listGuideRows(db)).map(toWire)
}
export type ListedGuide = Awaited<ReturnType<typeof readGuides>>[number]

/** A guide for its form, with the names of its products; undefined where there is none. */
export async function readGuide({ db, catalog }: Pick<Services, 'db' | 'catalog'>, id: string) {
  const found = isUuid(id) ? await findGuideRow(db, id) : undefined
  if (!found) return undefined
  const { byKey } = await catalog.read()
  const ids = found.blocks.flatMap((block) => (block.kind === 'products' ? block.product_ids : []))
  const names = ids.flatMap((productId) => {
    const known = byKey.get(productId)
    return known ? [[productId, nameSized(known.product)] as const] : []
  })
  return { ...toWire(found), product_names: Object.fromEntries(names) }
}
export type AdminGuide = NonNullable<Awaited<ReturnType<typeof readGuide>>>

const addedSchema = z.object({ id: z.uuid() })
type LimitReached = { reason: 'guide_limit_reached' }

/** Adds an empty draft, once per key. */
export function addGuide(
  { db }: Pick<Services, 'db'>,
  { userId, key, title }: { userId: string; key: string; title: string },
): Promise<Result<{ id: string }, LimitReached | IdempotencyConflict | Busy>> {
  const call = { userId, key, operation: 'add-guide', requestHash: hashRequest(title), answer: addedSchema }
  return idempotent<{ id: string }, LimitReached>(db, call, async (trx) => {
    await lockGuides(trx)
    const id = await insertGuide(trx, title)
    if (id === null) return fail({ reason: 'guide_limit_reached' })
    await recordAudit(trx, { userId, action: 'guide.created', subjectId: id, details: { name: title } })
    return ok({ id })
  })
}

type Seen = { userId: string; id: string; version: string }
type Refusal = { reason: 'guide_not_found' | 'changed_meanwhile' }

/** Saves a guide, as a draft or for everybody. The database's notice makes pages anew in every process. */
export function saveGuide(
  { db }: Pick<Services, 'db'>,
  { userId, id }: Pick<Seen, 'userId' | 'id'>,
  guide: GuideChange,
): Promise<Result<null, Refusal | { reason: 'picture_unavailable' } | Busy>> {
  return transact<null, Refusal | { reason: 'picture_unavailable' }>(db, async (trx) => {
    await lockGuides(trx)
    const before = isUuid(id) ? await findGuideToChange(trx, { id, version: guide.version }) : undefined
    if (!before) return fail({ reason: 'guide_not_found' })
    if (!before.is_seen) return fail({ reason: 'changed_meanwhile' })
    if (!(await writeGuidePictures(trx, id, guide.blocks))) return fail({ reason: 'picture_unavailable' })
    await updateGuideRow(trx, { ...before, id }, guide)
    const action = guide.published ? 'guide.published' : 'guide.saved'
    await recordAudit(trx, { userId, action, subjectId: id, details: { name: guide.title } })
    return ok(null)
  })
}

/** Deletes a guide. Files of its pictures go later (sweep-pictures). */
export function deleteGuide(
  { db }: Pick<Services, 'db'>,
  { userId, ...seen }: Seen,
): Promise<Result<null, Refusal | Busy>> {
  return transact<null, Refusal>(db, async (trx) => {
    await lockGuides(trx)
    const before = isUuid(seen.id) ? await findGuideToChange(trx, seen) : undefined
    if (!before) return fail({ reason: 'guide_not_found' })
    if (!before.is_seen) return fail({ reason: 'changed_meanwhile' })
    await deleteGuideRow(trx, seen.id)
    await recordAudit(trx, { userId, action: 'guide.deleted', subjectId: seen.id, details: { name: before.title } })
    return ok(null)
  })
}
