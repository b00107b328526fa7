import { createHash } from 'node:crypto'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { updateSettings } from '#domain/kernel/database/settings-row-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { hasActiveContent } from './check-pdf.server.ts'
import { type LabelFileFailure, type LabelFileKind, readFileHead } from './label-file.ts'
import { readLabelSettings } from './label-queries.server.ts'
import type { LabelSettingsChange } from './label-settings.ts'
import { deleteLabelFile, putLabelFile } from './label-store.server.ts'

const CHANGED = { reason: 'changed_meanwhile' } as const

/** Records the consent of the carrier, the review of accessibility and the list of trademarks. */
export function changeLabelSettings(
  { db }: Pick<Services, 'db'>,
  userId: string,
  change: LabelSettingsChange,
): Promise<Result<null, Busy | typeof CHANGED>> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    const before = await readLabelSettings(trx)
    if (!(await updateSettings(trx, 'label_settings', change))) return fail(CHANGED)
    const { version: _, trademarks, ...days } = change
    const details = {
      ...days,
      added: trademarks.filter((mark) => !before.trademarks.includes(mark)),
      removed: before.trademarks.filter((mark) => !trademarks.includes(mark)),
    }
    await recordAudit(trx, { userId, action: 'labels.changed', details })
    return ok(null)
  })
}

/** `isOfficial`: the owner confirms that the picture is the official notice. */
type Upload = { kind: LabelFileKind; name: string; bytes: Uint8Array; isOfficial: boolean }

/** Stores a file byte for byte. The official notice is a picture, the carrier's consent a picture or a PDF. */
export function storeLabelFile(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { kind, name, bytes, isOfficial }: Upload,
): Promise<Result<null, LabelFileFailure | Busy>> {
  return transact<null, LabelFileFailure>(db, async (trx) => {
    const head = readFileHead(bytes)
    const isPicture = head !== null && head.width !== null && head.width > 0 && head.height !== null && head.height > 0
    const isAccepted = isPicture || (kind === 'carrier-consent' && head?.type === 'application/pdf')
    if (head === null || !isAccepted) return fail({ reason: 'label_file_wrong_type' })
    if (head.type === 'application/pdf' && hasActiveContent(bytes)) return fail({ reason: 'label_file_active' })
    if (kind === 'guarantee-notice' && !isOfficial) return fail({ reason: 'label_file_unconfirmed' })
    const key = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    await putLabelFile(trx, { kind, key, name, ...head, content: Buffer.from(bytes) })
    await recordAudit(trx, { userId, action: 'labels.file_stored', details: { kind, name, key } })
    return ok(null)
  })
}

export function removeLabelFile(
  { db }: Pick<Services, 'db'>,
  userId: string,
  kind: LabelFileKind,
): Promise<Result<null, { reason: 'label_file_not_found' } | Busy>> {
  return transact<null, { reason: 'label_file_not_found' }>(db, async (trx) => {
    if (!(await deleteLabelFile(trx, kind))) return fail({ reason: 'label_file_not_found' })
    await recordAudit(trx, { userId, action: 'labels.file_removed', details: { kind } })
    return ok(null)
  })
}
