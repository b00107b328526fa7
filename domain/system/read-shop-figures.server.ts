import { readBackupState } from '#domain/backups/backup-queries.server.ts'
import { countWaitingMails } from '#domain/mails/mail-queries.server.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { countOrdersByStatus } from '#domain/orders/order-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { countJobs } from './system-status-queries.server.ts'

/** What the database knows of how the shop is doing, for a monitoring system. */
export type ShopFigures = Awaited<ReturnType<typeof readShopFigures>>

/** One after the other: watching the shop takes one connection from those who order. */
export async function readShopFigures({ db, now, backups }: Pick<Services, 'db' | 'now' | 'backups'>) {
  const orders = await countOrdersByStatus(db)
  const pending = await countPendingWork(db)
  const jobs = await countJobs(db)
  const mails = await countWaitingMails(db)
  const { newest } = await readBackupState(db, now(), backups)
  return { orders, pending, jobs, mails, newestBackup: newest }
}
