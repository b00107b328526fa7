import type { Generated } from 'kysely'
import type { BackupKind } from './backup.ts'

export type BackupTables = {
  backups: {
    id: Generated<string>
    kind: BackupKind
    file: string
    /** Null when it failed. */
    bytes: number | null
    started_at: Date
    finished_at: Generated<Date>
    /** Null when it succeeded. */
    failure: string | null
  }
}
