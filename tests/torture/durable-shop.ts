import { MAIL_TIMES } from '#domain/kernel/mail.ts'
import { connectDatabase, type DatabaseConnection } from '#infra/db/connect.ts'
import { CLUSTER_USER, readAccess } from '#infra/embedded-postgres/cluster.ts'
import { findPostmaster } from '#infra/embedded-postgres/postmaster.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

/** The process of `npm start` with its own durable PostgreSQL. Every start has the same data folder and addresses. */
export async function prepareDurableShop(settings: Record<string, string> = {}, data = createDataFolder()) {
  const env = {
    DATA_DIR: data.path,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    // Buyers at one address order repeatedly.
    LIMIT_FACTOR: '1000',
    PASSWORD_COST: 'least',
    ...settings,
  }
  const looks: DatabaseConnection[] = []
  let life: ShopProcess | undefined

  const databaseUrl = () => {
    const port = findPostmaster(data.cluster)?.port
    const { password } = readAccess(data.cluster)
    return `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/perfumeria`
  }

  return {
    path: data.path,
    databaseUrl,
    cluster: data.cluster,

    /** `changed`: settings of only this start. */
    async start(changed: Record<string, string> = {}): Promise<ShopProcess> {
      life = await startShopProcess({ ...env, ...changed })
      await life.untilPrinted('Sklep jest gotowy.')
      return life
    },

    /** A connection to the running database. Close it before the database is stopped or killed. */
    lookInside(): DatabaseConnection {
      const look = connectDatabase(databaseUrl(), {
        max: 2,
        onIdleError(error) {
          throw error
        },
      })
      looks.push(look)
      return look
    },

    async remove(): Promise<void> {
      // Connections that a failed test left open.
      for (const look of looks) await look.close()
      await life?.stop()
      await data.remove()
    },
  }
}

/**
 * Ends what a killed shop had claimed of the outbox. By itself it ends half a minute later; the claims of shops that
 * live are younger.
 */
export async function endClaims({ db }: DatabaseConnection, killedAt: Date): Promise<void> {
  const now = new Date()
  await db
    .updateTable('mail_outbox')
    .set({ claimed_until: now, next_attempt_at: now })
    .where('sent_at', 'is', null)
    .where('claimed_until', '<=', new Date(killedAt.getTime() + MAIL_TIMES.leaseMs))
    .execute()
}

export type DurableShop = Awaited<ReturnType<typeof prepareDurableShop>>
