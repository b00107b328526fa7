import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findStates, PASSPHRASE, test } from '#tests/support/doctor.ts'
import { expect } from '#tests/support/fixtures.ts'
import { NODE_ENVIRONMENT } from '../../scripts/node-settings.mjs'

/** Runs the command as npm does. */
async function runDoctor(settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [join('scripts', 'doctor.ts'), ...args], {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env.PATH, ...NODE_ENVIRONMENT, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said, complained }
}

const reportSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string(), details: z.array(z.string()) })),
})

test('if everything answers, every service is ok and no probe is left behind', async ({ settings }) => {
  const { code, said } = await runDoctor(settings)
  const lines = said.trim().split('\n')
  // A shop on http and with an invented sender is never complete.
  const ok = lines.filter((line) => line.startsWith('ok ')).map((line) => line.slice(7, 29).trim())
  expect(ok).toEqual([
    'Pliki z hasłami',
    'Baza danych',
    'Migracje bazy',
    'Połączenia z bazą',
    'Zadania i wiadomości',
    'Zdjęcia',
    'Miejsce na dysku',
    'Kopie zapasowe',
    'Stripe, tryb próbny',
    'Stripe, produkcja',
    'Paczkomaty InPost',
    'Przesyłki InPost',
    'Zegar',
  ])
  expect(lines.filter((line) => line.startsWith('uwaga ')).map((line) => line.slice(7, 29).trim())).toEqual([
    'Ustawienia',
    // The endpoint has another address; the next start corrects it.
    'Regulamin',
    'Serwer poczty',
  ])
  expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^Sprawdzono 16: 13 ok, 3 uwagi\./)])
  expect(readdirSync(settings.DATA_DIR)).toEqual(['backups'])
})

test('every fault is named with its check, no secret is printed, and the exit code says that something is broken', async ({
  settings,
}) => {
  const behind = await createTestDatabase({ demo: false })
  onTestFinished(() => behind.drop())
  await behind.pool.query('delete from schema_migrations where name = (select max(name) from schema_migrations)')
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-doctor-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  // Nobody, not even root, can write below a file.
  writeFileSync(join(dataDir, 'media'), '')
  writeFileSync(join(dataDir, 'auth-secret'), '')
  chmodSync(join(dataDir, 'auth-secret'), 0o644)
  const wrong = {
    STRIPE_SECRET_KEY_TEST: `sk_test_${'wrong'.repeat(5)}`,
    SHIPX_TOKEN: 'a-token-of-nobody',
    SMTP_URL: 'smtp://shop:a%20wrong%20password@127.0.0.1:1',
  }
  const { code, said, complained } = await runDoctor(
    { ...settings, ...wrong, SHOP_URL: 'http://127.0.0.1:20998', DATABASE_URL: behind.url, DATA_DIR: dataDir },
    ['--json'],
  )
  const report = reportSchema.parse(JSON.parse(said))
  const states = Object.fromEntries(report.checks.map(({ name, state, found }) => [name, `${state}: ${found}`]))
  expect(states).toMatchObject({
    'secret-files': expect.stringMatching(/^warning: .*auth-secret mogą czytać inni/),
    migrations: expect.stringMatching(/^warning: czekają \d{4}_.*\.sql$/),
    pictures: expect.stringMatching(/^error: w folderze .*media nie da się zapisać .*\(ENOTDIR\)/),
    mail: expect.stringMatching(/^error: 127\.0\.0\.1:1 nie przyjmie wiadomości/),
    'stripe-test': 'error: Stripe nie przyjmuje klucza',
    'stripe-live': expect.stringMatching(/^warning: .*żaden webhook nie prowadzi do tego sklepu/),
    carrier: expect.stringMatching(/^error: InPost odmawia \(ShipX answered 401/),
    lockers: expect.stringMatching(/^ok/),
  })
  expect([code, report.ok]).toEqual([1, false])
  const secrets = ['a wrong password', 'a%20wrong%20password', PASSPHRASE, ...Object.values({ ...settings, ...wrong })]
  for (const secret of secrets.filter((value) => /wrong|nobody|whsec|słów/.test(value))) {
    expect(said + complained).not.toContain(secret)
  }
})

test('refused settings are reported in the words of the start, and their services are checked all the same', async ({
  settings,
}) => {
  const { code, said } = await runDoctor({ ...settings, SHOP_URL: 'https://sklep.pl' })
  expect(code).toBe(1)
  expect(said).toMatch(/^błąd +Ustawienia +start ich nie przyjmie: popraw w \.env/)
  expect(said).toContain('SELLER_NAME pod adresem https musi należeć do prawdziwego sprzedawcy.')
  expect(said).toMatch(/^ok +Baza danych/m)
  expect(said).toMatch(/^błąd +Stripe, tryb próbny +klucz działa, ale żaden webhook/m)
})

test('a database of another version, a refusing one and an unreachable one are named', async ({ settings }) => {
  const newer = await createTestDatabase({ demo: false })
  onTestFinished(() => newer.drop())
  await newer.pool.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`)
  expect(await findStates({ ...settings, DATABASE_URL: newer.url })).toMatchObject({
    migrations: 'broken: bazę zmieniła inna wersja sklepu (9999_later.sql)',
  })
  await newer.pool.query(
    `update schema_migrations set checksum = 'other' where name = '9999_later.sql' or name like '0001%'`,
  )
  await newer.pool.query(`delete from schema_migrations where name = '9999_later.sql'`)
  expect(await findStates({ ...settings, DATABASE_URL: newer.url })).toMatchObject({
    migrations: expect.stringMatching(/^broken: pliki zmieniono po wykonaniu \(0001/),
  })
  const away = await findStates({ ...settings, DATABASE_URL: 'postgres://shop:x@127.0.0.1:1/shop' })
  expect(away).toMatchObject({
    database: 'broken: start jej nie przyjmie',
    migrations: 'doubtful: nie sprawdzono (ECONNREFUSED)',
  })
})

test('the PostgreSQL of a stopped shop is not started', async ({ settings }) => {
  const { DATABASE_URL: _, ...embedded } = settings
  const empty = mkdtempSync(join(tmpdir(), 'perfumeria-doctor-'))
  onTestFinished(() => rmSync(empty, { recursive: true }))
  const states = await findStates({ ...embedded, DATA_DIR: empty })
  expect(states).toMatchObject({ database: expect.stringMatching(/^doubtful: wbudowany PostgreSQL nie działa/) })
  expect(states).not.toHaveProperty('migrations')
  expect(readdirSync(empty)).toEqual([])
})
