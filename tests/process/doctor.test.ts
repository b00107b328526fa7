import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import S3rver from 's3rver'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { nameBackup } from '#infra/backup/retention.ts'
import { createMailChecks } from '#infra/doctor/check-mail.ts'
import { listChecks, runChecks } from '#infra/doctor/run-checks.ts'
import { readEnv } from '#infra/env.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { createNameServer } from '#tests/support/name-server.ts'

const SHOP_URL = 'http://127.0.0.1:20999'
const PASSPHRASE = 'pięć słów, których nikt nie zgadnie'

/** Settings that lead to the sandbox and to a database of this file, with a backup of today. */
const test = base.extend('settings', { scope: 'file' }, async ({ database, sandbox }, { onCleanup }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'perfumeria-doctor-'))
  onCleanup(() => rmSync(dataDir, { recursive: true }))
  const to = join(dataDir, 'backups')
  mkdirSync(to)
  writeFileSync(join(to, nameBackup(new Date())), '')
  sandbox.addWebhookEndpoint(`${SHOP_URL}/api/stripe-webhook`)
  return {
    SHOP_URL,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    AUTH_SECRET: randomUUID(),
    ...settingsOf(sandbox),
    BACKUP_PASSPHRASE: PASSPHRASE,
    BACKUP_SCHEDULE: '03:30',
    BACKUP_TO: to,
    MIN_FREE_DISK_MIB: '0',
  }
})

function settingsOf({ smtpUrl, inpostUrl, stripe, stripeLive, shipx }: Sandbox) {
  return {
    SMTP_URL: smtpUrl,
    INPOST_API_URL: inpostUrl,
    STRIPE_SECRET_KEY_TEST: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET_TEST: stripe.webhookSecret,
    STRIPE_SECRET_KEY_LIVE: stripeLive.secretKey,
    STRIPE_WEBHOOK_SECRET_LIVE: stripeLive.webhookSecret,
    STRIPE_API_URL: stripe.url,
    SHIPX_TOKEN: shipx.token,
    SHIPX_ORGANIZATION_ID: shipx.organizationId,
    SHIPX_URL: shipx.url,
  }
}

/** Runs the command as npm does. */
async function runDoctor(settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [join('scripts', 'doctor.ts'), ...args], {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said, complained }
}

function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const reportSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string(), details: z.array(z.string()) })),
})

/** The states of the checks by name, in this process. */
async function findStates(settings: Record<string, string>): Promise<Record<string, string>> {
  const tools = { names: createNameServer({}), now: () => new Date() }
  const results = await runChecks(listChecks(readEnv(settings), tools))
  return Object.fromEntries(results.map(({ name, state, found }) => [name, `${state}: ${found}`]))
}

test('where everything answers, every service is ok and nothing stays behind', async ({ settings }) => {
  const { code, said } = await runDoctor(settings)
  const lines = said.trim().split('\n')
  // On http and with an invented sender no shop is complete.
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
    // Stored with another address; the next start mends it.
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

test('settings that the start refuses are said in its words, and what they lead to is checked all the same', async ({
  settings,
}) => {
  const { code, said } = await runDoctor({ ...settings, SHOP_URL: 'https://sklep.pl' })
  expect(code).toBe(1)
  expect(said).toMatch(/^błąd +Ustawienia +start ich nie przyjmie: popraw w \.env/)
  expect(said).toContain('SELLER_NAME must be that of a real seller on https.')
  expect(said).toMatch(/^ok +Baza danych/m)
  expect(said).toMatch(/^błąd +Stripe, tryb próbny +klucz działa, ale żaden webhook/m)
})

test('a database of another version, one that refuses and one that is away', async ({ settings }) => {
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

test('pictures in a bucket: a probe is stored, read and removed; a bucket that is not there is named', async ({
  settings,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-doctor-s3-'))
  const configureBuckets = [{ name: 'zdjecia' }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const s3 = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_BUCKET: 'zdjecia',
  }
  expect(await findStates({ ...settings, ...s3, BACKUP_TO: 's3' })).toMatchObject({
    pictures: 'fine: zapis, odczyt i usunięcie w zasobniku zdjecia się udały',
    backups: expect.stringMatching(/^doubtful: w s3:\/\/zdjecia\/backups nie ma jeszcze żadnej/),
  })
  expect(readdirSync(folder, { recursive: true }).filter((file) => String(file).includes('doctor'))).toEqual([])
  expect(await findStates({ ...settings, ...s3, S3_BUCKET: 'nie-ma-takiego' })).toMatchObject({
    pictures: expect.stringMatching(/^broken: .*\(NoSuchBucket\)/),
  })
})

test('a mail server whose certificate is no good, and one that knows another password', async () => {
  const listen = async (options: SMTPServerOptions) => {
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, answer) => answer(new Error('no such account'))
    const server = new SMTPServer({ logger: false, onAuth, ...options })
    // A client that refuses the certificate hangs up.
    server.on('error', () => undefined)
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
    const address = listening.address()
    return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }
  const judge = async (smtpUrl: string) => {
    const settings = { smtpUrl, mailFrom: 'sklep@perfumeria.test', dkimSelector: null }
    const [{ state, advice } = { state: '', advice: '' }] = await runChecks(
      createMailChecks(settings, createNameServer({})),
    )
    return `${state}: ${advice}`
  }
  // Without a certificate of its own smtp-server brings an expired one.
  expect(await judge(`smtps://${await listen({ secure: true })}`)).toMatch(/^broken: certyfikat serwera/)
  const open = await listen({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] })
  expect(await judge(`smtp://shop:wrong@${open}`)).toBe('broken: popraw nazwę i hasło w SMTP_URL')
  expect(await judge(`smtp://${open}?requireTLS=true`)).toMatch(/^broken: serwer nie szyfruje/)
  expect(await judge(`smtps://${open}`)).toMatch(/^broken: serwer nie szyfruje tak/)
})

test('a restricted key of Stripe that may not list webhooks still shows whether it may read payments', async ({
  settings,
}) => {
  let mayReadPayments = true
  const error = { error: { type: 'invalid_request_error', message: 'The provided key has no permission.' } }
  const stripe = createServer((request, response) => {
    const isKnown = mayReadPayments && request.url?.startsWith('/v1/checkout/sessions/')
    response.writeHead(isKnown ? 404 : 403, { 'Content-Type': 'application/json' }).end(JSON.stringify(error))
  })
  stripe.listen(0, '127.0.0.1')
  await once(stripe, 'listening')
  onTestFinished(() => void stripe.close())
  const restricted = { ...settings, STRIPE_API_URL: addressOf(stripe) }
  expect(await findStates(restricted)).toMatchObject({
    'stripe-test': 'doubtful: klucz działa, ale nie może czytać webhooków',
  })
  mayReadPayments = false
  expect(await findStates(restricted)).toMatchObject({ 'stripe-test': 'broken: klucz nie może czytać płatności' })
})

test('services that fail, and a clock that is wrong', async ({ settings, sandbox }) => {
  const { planFault, clearFaults } = openMailbox(sandbox)
  onTestFinished(clearFaults)
  await planFault({ service: 'inpost', mode: 'error' })
  await planFault({ service: 'shipx', mode: 'error' })
  await planFault({ service: 'stripe', mode: 'garbage', times: 2, path: '/v1/webhook_endpoints' })
  expect(await findStates(settings)).toMatchObject({
    lockers: 'broken: lista nie odpowiada, jak powinna (500)',
    carrier: expect.stringMatching(/^broken: InPost nie odpowiada, jak powinien \(ShipX answered 500/),
    'stripe-test': expect.stringMatching(/^broken: Stripe nie odpowiada, jak powinien/),
    clock: expect.stringMatching(/^fine/),
  })

  const early = new Date(Date.now() - 60_000).toUTCString()
  const provider = createServer((_request, response) => response.setHeader('Date', early).writeHead(404).end())
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => void provider.close())
  const asksThem = { ...settings, STRIPE_API_URL: addressOf(provider) }
  expect(await findStates(asksThem)).toMatchObject({
    clock: expect.stringMatching(/^doubtful: spieszy się o (59|6\d) s/),
  })
})

test('the PostgreSQL of a shop that stands still is not started', async ({ settings }) => {
  const { DATABASE_URL: _, ...embedded } = settings
  const empty = mkdtempSync(join(tmpdir(), 'perfumeria-doctor-'))
  onTestFinished(() => rmSync(empty, { recursive: true }))
  const states = await findStates({ ...embedded, DATA_DIR: empty })
  expect(states).toMatchObject({ database: expect.stringMatching(/^doubtful: wbudowany PostgreSQL nie działa/) })
  expect(states).not.toHaveProperty('migrations')
  expect(readdirSync(empty)).toEqual([])
})
