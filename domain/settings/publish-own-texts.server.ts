import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { listChangedTexts, type NewOwnTexts, readOwnTexts } from './own-texts.ts'
import { findOwnTexts, listOwnTextVersions, readNewestOwnTexts } from './own-texts-queries.server.ts'
import { insertOwnTexts } from './settings-store.server.ts'
import { labelTextSlot } from './text-slots.ts'

type TextsServices = Pick<Services, 'db' | 'shopProfile'>
type Publisher = { id: string; email: string }

/** The texts that are shown, and the newest versions. */
export async function readOwnTextsArchive({ db }: Pick<Services, 'db'>) {
  const { number, texts } = await readNewestOwnTexts(db)
  const versions = await listOwnTextVersions(db, PAGE_SIZES.textVersions)
  return {
    /** The number of the newest version; 0: nothing was published. */
    version: number,
    texts,
    versions: versions.map(({ published_at, ...version }) => ({
      ...version,
      published_at: published_at.toISOString(),
    })),
  }
}
export type OwnTextsArchive = Awaited<ReturnType<typeof readOwnTextsArchive>>

const CHANGED = { reason: 'changed_meanwhile' } as const
const NOT_FOUND = { reason: 'text_version_not_found' } as const

/**
 * Publishes the owner's texts as a new version and shows it in this process at once; other processes follow by the
 * database's notification. Unchanged texts make no new version.
 */
export async function publishOwnTexts(
  { db, shopProfile }: TextsServices,
  user: Publisher,
  { version, ...typed }: NewOwnTexts,
): Promise<Result<null, Busy | typeof CHANGED>> {
  const texts = readOwnTexts(typed)
  const published = await transact<null, typeof CHANGED>(db, async (trx) => {
    const before = await readNewestOwnTexts(trx)
    if (before.number !== version) return fail(CHANGED)
    const changed = listChangedTexts(before.texts, texts)
    if (changed.length === 0) return ok(null)
    const next = { number: version + 1, texts, changed, published_by: user.email }
    if (!(await insertOwnTexts(trx, next))) return fail(CHANGED)
    const details = { version: next.number, texts: changed.map(labelTextSlot) }
    await recordAudit(trx, { userId: user.id, action: 'own_texts.published', details })
    return ok(null)
  })
  if (published.ok) await shopProfile.renew()
  return published
}

/** Publishes the texts of an earlier version again, or the shop's own ones (0). */
export async function restoreOwnTexts(
  services: TextsServices,
  user: Publisher,
  { version, number }: { version: number; number: number },
): Promise<Result<null, Busy | typeof CHANGED | typeof NOT_FOUND>> {
  // Versions never change, so that this one can be read before the transaction.
  const texts = await findOwnTexts(services.db, number)
  return texts === undefined ? fail(NOT_FOUND) : publishOwnTexts(services, user, { version, ...texts })
}
