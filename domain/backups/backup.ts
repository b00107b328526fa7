/** `rehearsal`: the newest backup is restored into a separate database and compared. */
export type BackupKind = 'backup' | 'rehearsal'

/** A backup older than this is too old, ms. */
const OLD_MS = 2 * 24 * 60 * 60 * 1000

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
