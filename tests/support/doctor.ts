import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameBackup } from '#infra/backup/retention.ts'
import { listChecks, runChecks } from '#infra/doctor/run-checks.ts'
import { readEnv } from '#infra/env.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { test as base } from '#tests/support/fixtures.ts'
import { createNameServer } from '#tests/support/name-server.ts'

const SHOP_URL = 'http://127.0.0.1:20999'
export const PASSPHRASE = 'pięć słów, których nikt nie zgadnie'

/** Settings that lead to the sandbox and to a database of this file, with a backup of today. */
export const test = base.extend('settings', { scope: 'file' }, async ({ database, sandbox }, { onCleanup }) => {
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

/** The states of the checks by name, in this process. */
export async function findStates(settings: Record<string, string>): Promise<Record<string, string>> {
  const tools = { names: createNameServer({}), now: () => new Date() }
  const results = await runChecks(listChecks(readEnv(settings), tools))
  return Object.fromEntries(results.map(({ name, state, found }) => [name, `${state}: ${found}`]))
}
