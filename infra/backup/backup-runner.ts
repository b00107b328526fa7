import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BackupKind, Backups } from '#domain/backups/backup.ts'
import type { Env } from '#infra/env.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { openBackupPlace } from './backup-settings.ts'
import { findNewest } from './retention.ts'

const SCRIPTS: Record<BackupKind, string> = { backup: 'backup.ts', rehearsal: 'rehearse-restore.ts' }
/** How much of a failed program's output is logged, characters. */
const MOST_SAID = 500

/** Runs the commands of package.json as separate processes, so that encryption and compression delay no visitor. */
export function createBackupRunner({ backup, s3 }: Pick<Env, 'backup' | 's3'>): Backups {
  return {
    dailyAt: backup.dailyAt,
    hasKey: backup.passphrase !== null || backup.keyFile !== null,
    hasBackup: async () => findNewest(await openBackupPlace(backup, s3).list()) !== undefined,
    async run(kind) {
      const child = spawn(process.execPath, [join('scripts', SCRIPTS[kind])], {
        cwd: PROJECT_ROOT,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      if (code !== 0) throw new Error(`${SCRIPTS[kind]} ended with ${code}: ${said.trim().slice(-MOST_SAID)}`)
    },
  }
}
