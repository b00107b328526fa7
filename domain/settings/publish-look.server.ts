import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { buildLogoUrl, type NewLook } from './look.ts'
import { listLooks, readNewestLook } from './look-queries.server.ts'
import { holdLogo, insertLook } from './look-store.server.ts'

/** What is shown, and the newest versions. */
export async function readLookArchive({ db }: Pick<Services, 'db'>) {
  const versions = await listLooks(db, PAGE_SIZES.textVersions)
  const [newest] = versions
  return {
    /** The number of the newest version; 0: nothing was published. */
    version: newest?.number ?? 0,
    accent: newest?.accent ?? null,
    dark: newest?.dark ?? null,
    logo: newest?.logo ?? null,
    versions: versions.map(({ published_at, ...version }) => ({
      ...version,
      published_at: published_at.toISOString(),
    })),
  }
}
export type LookArchive = Awaited<ReturnType<typeof readLookArchive>>

const CHANGED = { reason: 'changed_meanwhile' } as const
const GONE = { reason: 'logo_unavailable' } as const

/**
 * Publishes the owner's colours and logo as another version, and shows them in this process at once; others follow by the
 * database's notice. What is shown already makes no version.
 */
export async function publishLook(
  { db, shopProfile }: Pick<Services, 'db' | 'shopProfile'>,
  user: { id: string; email: string },
  { version, accent, dark, logo }: NewLook,
): Promise<Result<null, Busy | typeof CHANGED | typeof GONE>> {
  const published = await transact<null, typeof CHANGED | typeof GONE>(db, async (trx) => {
    const { number, look } = await readNewestLook(trx)
    if (number !== version) return fail(CHANGED)
    const src = logo === null ? undefined : buildLogoUrl(logo)
    if (look.accent === accent && look.dark === dark && look.logo?.src === src) return ok(null)
    if (logo !== null && !(await holdLogo(trx, logo))) return fail(GONE)
    const next = { number: version + 1, accent, dark, logo_key: logo, published_by: user.email }
    if (!(await insertLook(trx, next))) return fail(CHANGED)
    const details = { version: next.number, accent, dark, logo }
    await recordAudit(trx, { userId: user.id, action: 'look.published', details })
    return ok(null)
  })
  if (published.ok) await shopProfile.renew()
  return published
}
