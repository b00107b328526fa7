import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createMailChecks } from '#infra/doctor/check-mail.ts'
import { runChecks } from '#infra/doctor/run-checks.ts'
import { findStates, test } from '#tests/support/doctor.ts'
import { expect } from '#tests/support/fixtures.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { createNameServer } from '#tests/support/name-server.ts'

function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

test('pictures in a bucket: a probe is stored, read and removed; a missing bucket is named', async ({ settings }) => {
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

test('a key without the right to list the bucket, to which S3 refuses to say that a picture is missing, is named', async ({
  settings,
}) => {
  const stored = new Map<string, Buffer>()
  const denied = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://s3')
    const body = Buffer.concat(await request.toArray())
    const object = stored.get(pathname)
    if (request.method === 'PUT') stored.set(pathname, body)
    if (request.method === 'DELETE') stored.delete(pathname)
    if (request.method !== 'GET') return void response.writeHead(request.method === 'PUT' ? 200 : 204).end()
    if (object) return void response.writeHead(200).end(object)
    response.writeHead(403, { 'Content-Type': 'application/xml' }).end(denied)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const s3 = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', S3_BUCKET: 'zdjecia' }
  expect(await findStates({ ...settings, ...s3, S3_ENDPOINT: addressOf(server) })).toMatchObject({
    pictures: 'broken: w zasobniku zdjecia nie da się stwierdzić, że pliku nie ma (AccessDenied)',
  })
})

test('a mail server with an invalid certificate, and one that refuses the password, are named', async () => {
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
  // Without a configured certificate smtp-server uses an expired one.
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

test('services that fail, and a wrong clock, are named', async ({ settings, sandbox }) => {
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
