import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connectDatabase } from '#infra/db/connect.ts'
import type { TestDatabase } from './database.ts'

/**
 * An empty database whose owner has no other right, as docs/operations.md requires.
 * @param addressOf the address of a database of the server for its superuser
 */
export async function createOwnedDatabase(addressOf: (database: string) => string): Promise<TestDatabase> {
  const name = `owned_${randomUUID().replaceAll('-', '')}`
  const onServer = async (statements: string[]) => {
    const client = new pg.Client({ connectionString: addressOf('postgres') })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await onServer([
    `create role ${name} login password 'of-a-test' nosuperuser nocreatedb nocreaterole`,
    `create database ${name} owner ${name} encoding 'UTF8' template template0`,
    `revoke connect on database ${name} from public`,
    // Not the shop's role, as on many servers.
    `alter database ${name} set timezone = 'Asia/Tokyo'`,
  ])
  const url = new URL(addressOf(name))
  url.username = name
  url.password = 'of-a-test'
  const { db, pool, close } = connectDatabase(url.href, { max: 4, onIdleError: () => undefined })
  return {
    url: url.href,
    db,
    pool,
    async drop() {
      await close()
      await onServer([`drop database ${name} with (force)`, `drop role ${name}`])
    },
  }
}
