import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type BackupKind, type Backups, isBackupOld } from './backup.ts'

/** What the owner has to know about backups. */
export async function readBackupState(
  db: Kysely<Database>,
  now: Date,
  { dailyAt, hasKey }: Pick<Backups, 'dailyAt' | 'hasKey'>,
) {
  const [last, newest, rehearsal] = await Promise.all([
    findLast(db, 'backup', 'any'),
    findLast(db, 'backup', 'good'),
    findLast(db, 'rehearsal', 'any'),
  ])
  return {
    /** Whether this shop makes backups automatically. */
    scheduled: dailyAt !== null,
    newest: newest ? { file: newest.file, bytes: newest.bytes ?? 0, made_at: newest.started_at.toISOString() } : null,
    is_old: isBackupOld(newest?.started_at ?? null, now),
    /** The failure of the last attempt; null when it succeeded. */
    failure: last?.failure ?? null,
    /** Whether this shop restores the newest backup each month as a rehearsal, which needs the key of the backups. */
    rehearsed: hasKey,
    /** The last rehearsal; null when there was none. */
    rehearsal: rehearsal ? { rehearsed_at: rehearsal.started_at.toISOString(), failure: rehearsal.failure } : null,
  }
}
export type BackupState = Awaited<ReturnType<typeof readBackupState>>

function findLast(db: Kysely<Database>, kind: BackupKind, outcome: 'any' | 'good') {
  return db
    .selectFrom('backups')
    .select(['file', 'bytes', 'started_at', 'failure'])
    .where('kind', '=', kind)
    .$if(outcome === 'good', (query) => query.where('failure', 'is', null))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Whether no backup was made since the daily time in Poland.
 * @param dailyAt minutes after midnight
 */
export async function isBackupDue(db: Kysely<Database>, { now, dailyAt }: { now: Date; dailyAt: number }) {
  const { rows } = await sql<{ due: boolean }>`
    with clock as (select ${now}::timestamptz at time zone 'Europe/Warsaw' - ${dailyAt} * interval '1 minute' as shifted),
      hour as (
        select (date_trunc('day', shifted) + ${dailyAt} * interval '1 minute') at time zone 'Europe/Warsaw' as came from clock
      )
    select not exists (
      select from backups, hour where kind = 'backup' and failure is null and started_at >= came
    ) as due`.execute(db)
  return rows[0]?.due ?? false
}
