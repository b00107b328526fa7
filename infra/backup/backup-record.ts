import pg from 'pg'
import type { BackupKind } from '#domain/backups/backup.ts'

const MOST_CHARACTERS = 1000

export type BackupRecord = {
  kind: BackupKind
  file: string
  bytes: number | null
  startedAt: Date
  /** Null: nothing went wrong. */
  failure: string | null
}

/** Records the outcome of a backup or a rehearsal for the panel. */
export async function recordBackup(databaseUrl: string, record: BackupRecord): Promise<void> {
  const { kind, file, bytes, startedAt, failure } = record
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  await client.connect()
  try {
    await client.query('insert into backups (kind, file, bytes, started_at, failure) values ($1, $2, $3, $4, $5)', [
      kind,
      file,
      bytes,
      startedAt,
      failure?.slice(0, MOST_CHARACTERS) ?? null,
    ])
  } finally {
    await client.end()
  }
}
