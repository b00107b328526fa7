import { z } from 'zod'
import { momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** `rehearsal`: the newest backup is restored into a separate database and compared. */
export type BackupKind = 'backup' | 'rehearsal'

/** A backup older than this is too old, ms. */
const OLD_MS = 2 * 24 * 60 * 60 * 1000

export const backupStateSchema = defineSchema(() =>
  z
    .object({
      /** Whether this shop makes backups automatically. */
      scheduled: z.boolean(),
      newest: z.object({ file: z.string(), bytes: z.int(), made_at: momentSchema }).nullable(),
      is_old: z.boolean(),
      /** The failure of the last attempt; null when it succeeded. */
      failure: z.string().nullable(),
      /** Whether this shop restores the newest backup each month as a rehearsal, which needs the key of the backups. */
      rehearsed: z.boolean(),
      /** The last rehearsal; null when there was none. */
      rehearsal: z.object({ rehearsed_at: momentSchema, failure: z.string().nullable() }).nullable(),
    })
    .meta({ id: 'BackupState' }),
)
export type BackupState = z.output<typeof backupStateSchema>

/** Whether the newest backup (null for none) is too old to rely on. */
export function isBackupOld(madeAt: Date | null, now: Date): boolean {
  return madeAt === null || now.getTime() - madeAt.getTime() > OLD_MS
}

/** Port to the program that makes backups and rehearses a restore. It records its results in the table `backups`. */
export type Backups = {
  /** Minutes after midnight in Poland; null: only on demand. */
  dailyAt: number | null
  /** Whether this shop has the key with which backups are made and read. */
  hasKey: boolean
  /** Whether there is any backup to rehearse. */
  hasBackup(): Promise<boolean>
  /** Throws with the end of the program's output when it fails. */
  run(kind: BackupKind): Promise<void>
}
