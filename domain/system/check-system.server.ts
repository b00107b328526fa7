import { readBackupState } from '#domain/backups/backup-queries.server.ts'
import { readCatalogOverview } from '#domain/catalog/admin/catalog-overview-queries.server.ts'
import { log } from '#domain/kernel/log.ts'
import { countWaitingMails } from '#domain/mails/mail-queries.server.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { countOrdersByStatus } from '#domain/orders/order-queries.server.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { SystemCheck } from './system-status.ts'
import { countJobs, countOverdueWork, measureDatabase } from './system-status-queries.server.ts'

type Found = { ok: boolean; found: string }

/** Shorter than the time a browser waits for an answer. */
const TIMEOUT_MS = 8_000

/** An id of no real payment. A provider that is reachable and accepts the key answers that it knows no such session. */
const NO_SESSION = 'cs_test_system_check'

/** Checks everything the shop depends on, in parallel. A check that times out counts as failed. */
export async function checkSystem(services: Services) {
  const { db, now } = services
  const catalog = readCatalogOverview(db)
  const overdue = countOverdueWork(db)
  const checks: Record<SystemCheck, () => Promise<Found>> = {
    products: async () => countFound((await catalog).products),
    brands: async () => countFound((await catalog).brands),
    api: async () => ({ ok: true, found: 'odpowiada' }),
    async database() {
      const ms = await measureDatabase(db)
      return services.isDatabaseFull() ? { ok: false, found: 'kończy się miejsce na dysku' } : answersIn(ms)
    },
    async jobs() {
      const { jobs } = await overdue
      return jobs === 0 ? { ok: true, found: 'na bieżąco' } : { ok: false, found: `zaległe zadania: ${jobs}` }
    },
    async mail() {
      await services.mailServer.check(AbortSignal.timeout(TIMEOUT_MS))
      const { mails } = await overdue
      return mails === 0
        ? { ok: true, found: 'serwer odpowiada' }
        : { ok: false, found: `czekają wiadomości: ${mails}` }
    },
    async payments() {
      const provider = services.payments[await readPaymentMode(services.db)]
      if (!provider) return { ok: false, found: 'brak kluczy w tym trybie' }
      const answer = await provider.findSession(NO_SESSION)
      const away = !answer.ok && answer.failure.reason === 'provider_unavailable'
      return away ? { ok: false, found: 'nie odpowiada albo nie przyjmuje klucza' } : { ok: true, found: 'odpowiadają' }
    },
    async lockers() {
      const { ok } = await services.lockers.find({ search: 'Warszawa' })
      return ok ? { ok, found: 'odpowiada' } : { ok, found: 'nie odpowiada' }
    },
    async carrier() {
      await services.carrier?.check(AbortSignal.timeout(TIMEOUT_MS))
      return { ok: true, found: 'odpowiada i przyjmuje klucz' }
    },
    async storage() {
      await services.pictureStorage.check()
      return { ok: true, found: 'można zapisywać' }
    },
  }
  // A service that the shop does not use is not missing.
  const names = (Object.keys(checks) as SystemCheck[]).filter((name) => name !== 'carrier' || services.carrier)
  const found = await Promise.all(names.map(async (name) => ({ name, ...(await answerOf(name, checks[name])) })))
  return { checks: found, checked_at: now().toISOString() }
}
export type SystemStatus = Awaited<ReturnType<typeof checkSystem>>

async function answerOf(name: SystemCheck, check: () => Promise<Found>): Promise<Found> {
  const late = Promise.withResolvers<Found>()
  const timer = setTimeout(() => late.resolve({ ok: false, found: 'nie odpowiada' }), TIMEOUT_MS)
  try {
    return await Promise.race([check(), late.promise])
  } catch (error) {
    log.warn('a check of the system failed', { name, error })
    return { ok: false, found: 'nie odpowiada' }
  } finally {
    clearTimeout(timer)
  }
}

const countFound = (count: number): Found => ({ ok: count > 0, found: count > 0 ? String(count) : 'brak' })
const answersIn = (ms: number): Found => ({ ok: true, found: `odpowiada w ${ms} ms` })

/** Figures from the database for a monitoring system. */
export type ShopFigures = Awaited<ReturnType<typeof readShopFigures>>

/** One after the other, so that monitoring takes only one connection from buyers who order. */
export async function readShopFigures({ db, now, backups }: Pick<Services, 'db' | 'now' | 'backups'>) {
  const orders = await countOrdersByStatus(db)
  const pending = await countPendingWork(db)
  const jobs = await countJobs(db)
  const mails = await countWaitingMails(db)
  const { newest } = await readBackupState(db, now(), backups)
  return { orders, pending, jobs, mails, newestBackup: newest }
}
