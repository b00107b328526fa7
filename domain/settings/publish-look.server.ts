import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { PAGE_SIZES } from '#domain/kernel/page-sizes.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import type { LookArchive, NewLook } from './look.ts'
import { listLooks, readNewestLook } from './settings-queries.server.ts'
import { insertLook } from './settings-store.server.ts'

/** What is shown, and the newest versions. */
export async function readLookArchive({ db }: Pick<Services, 'db'>): Promise<LookArchive> {
  const versions = await listLooks(db, PAGE_SIZES.textVersions)
  const [newest] = versions
  return {
    version: newest?.number ?? 0,
    accent: newest?.accent ?? null,
    dark: newest?.dark ?? null,
    versions: versions.map(({ published_at, ...version }) => ({
      ...version,
      published_at: published_at.toISOString(),
    })),
  }
}

const CHANGED = { reason: 'changed_meanwhile' } as const

/**
 * Publishes the owner's colours as another version, and shows them in this process at once; others follow by the
 * database's notice. The colours that are shown already make no version.
 */
export async function publishLook(
  { db, shopProfile }: Pick<Services, 'db' | 'shopProfile'>,
  user: { id: string; email: string },
  { version, accent, dark }: NewLook,
): Promise<Result<null, Busy | typeof CHANGED>> {
  const published = await transact<null, typeof CHANGED>(db, async (trx) => {
    const { number, look } = await readNewestLook(trx)
    if (number !== version) return fail(CHANGED)
    if (look.accent === accent && look.dark === dark) return ok(null)
    const next = { number: version + 1, accent, dark, published_by: user.email }
    if (!(await insertLook(trx, next))) return fail(CHANGED)
    const details = { version: next.number, accent, dark }
    await recordAudit(trx, { userId: user.id, action: 'look.published', details })
    return ok(null)
  })
  if (published.ok) await shopProfile.renew()
  return published
}
