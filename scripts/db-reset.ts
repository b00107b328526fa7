// npm run db:reset: deletes the database and creates it again with the demo catalogue.
import pg from 'pg'
import { seedDemo } from '#db/demo/seed.ts'
import { ensureAdmin } from '#infra/auth/create-admin.ts'
import { connectDatabase } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import { openEmbeddedDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { loadEnv } from '#infra/env.ts'
import { Lifecycle } from '#infra/lifecycle.ts'
import { formatAdmin, printStep } from '#infra/process/terminal.ts'
import { StartupError } from '#infra/startup-error.ts'
import { createPictureStorage } from '#infra/storage/media-storage.ts'

const SCHEMAS = ['public', 'pgboss']

const lifecycle = new Lifecycle()
await lifecycle.start(async () => {
  const env = loadEnv()
  if (env.databaseUrl && !process.argv.includes('--yes')) {
    throw new StartupError(
      'DATABASE_URL jest ustawione, więc wszystko w tamtej bazie zniknie. Potwierdź: „npm run db:reset -- --yes”.',
    )
  }
  const url = env.databaseUrl ?? (await openEmbeddedDatabase({ dataDir: env.dataDir, printStep, lifecycle })).url
  await empty(url)
  printStep('Wszystko usunięte')
  await migrate(url)
  const { db, close } = connectDatabase(url, { max: 2, onIdleError: (error) => lifecycle.fail(error) })
  lifecycle.onStop('database connections', close)
  const pictures = createPictureStorage(env)
  await seedDemo(db, { now: new Date(), pictures, log: printStep, signal: lifecycle.signal })
  const admin = await ensureAdmin(db, env.adminEmail, env.passwordCost)
  if (admin.created) process.stdout.write(`${formatAdmin({ email: env.adminEmail, password: admin.password })}\n`)
})
await lifecycle.stop()

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const schema of SCHEMAS) await client.query(`drop schema if exists ${schema} cascade`)
    await client.query('create schema public')
  } finally {
    await client.end()
  }
}
