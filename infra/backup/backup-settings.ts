import { resolve } from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { StartupError } from '#infra/startup-error.ts'
import type { S3Settings } from '#infra/storage/s3-settings.ts'
import { type BackupKey, readKeyFile } from './backup-key.ts'
import { type BackupPlace, createBackupBucket, createBackupFolder } from './backup-places.ts'

const SHORTEST_PASSPHRASE = 16
/** Where backups go unless BACKUP_TO names a folder: the bucket of the pictures. */
const BUCKET = 's3'

export type BackupSettings = {
  /** Null: no backup can be made or read. */
  passphrase: string | null
  keyFile: string | null
  /** A folder, or 's3'. */
  to: string
  /** Minutes after midnight in Poland when the daily backup is due; null: no backup is made automatically. */
  dailyAt: number | null
}

export const backupVariables = {
  BACKUP_PASSPHRASE: z
    .string()
    .min(SHORTEST_PASSPHRASE, `BACKUP_PASSPHRASE musi mieć co najmniej ${SHORTEST_PASSPHRASE} znaków.`)
    .optional(),
  BACKUP_KEY_FILE: z.string().optional(),
  BACKUP_TO: z.string().default('backups'),
  BACKUP_SCHEDULE: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'BACKUP_SCHEDULE musi być godziną, np. 03:30.')
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof backupVariables>>

export function readBackupSettings(given: Variables): BackupSettings {
  const [hours, minutes] = given.BACKUP_SCHEDULE?.split(':').map(Number) ?? []
  return {
    passphrase: given.BACKUP_PASSPHRASE ?? null,
    keyFile: given.BACKUP_KEY_FILE ?? null,
    to: given.BACKUP_TO === BUCKET ? BUCKET : resolve(PROJECT_ROOT, given.BACKUP_TO),
    dailyAt: hours === undefined || minutes === undefined ? null : hours * 60 + minutes,
  }
}

/** What is wrong in these settings together, one sentence each, beginning with the name of the variable. */
export function findBackupMistakes(given: Variables & { S3_BUCKET?: string | undefined }): string[] {
  const hasKey = given.BACKUP_PASSPHRASE !== undefined || given.BACKUP_KEY_FILE !== undefined
  return [
    ...(given.BACKUP_PASSPHRASE !== undefined && given.BACKUP_KEY_FILE !== undefined
      ? ['BACKUP_PASSPHRASE i BACKUP_KEY_FILE wykluczają się: ustaw tylko jedno z nich.']
      : []),
    ...(given.BACKUP_SCHEDULE !== undefined && !hasKey
      ? ['BACKUP_SCHEDULE wymaga BACKUP_PASSPHRASE albo BACKUP_KEY_FILE: kopie zapasowe są zawsze szyfrowane.']
      : []),
    ...(given.BACKUP_TO === BUCKET && given.S3_BUCKET === undefined
      ? ['BACKUP_TO ma wartość s3, więc musi być ustawione S3_BUCKET ze swoimi kluczami.']
      : []),
  ]
}

/** Throws StartupError when there is no key, or its file cannot be read. */
export function requireBackupKey({ passphrase, keyFile }: BackupSettings): BackupKey {
  if (passphrase !== null) return { passphrase }
  if (keyFile !== null) return readKeyFile(resolve(PROJECT_ROOT, keyFile))
  throw new StartupError(
    'BACKUP_PASSPHRASE albo BACKUP_KEY_FILE musi być ustawione: kopie zapasowe są zawsze szyfrowane.',
  )
}

export function openBackupPlace({ to }: BackupSettings, s3: S3Settings | null): BackupPlace {
  return to === BUCKET && s3 !== null ? createBackupBucket(s3) : createBackupFolder(to)
}
