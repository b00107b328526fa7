// npm run doctor: checks settings, database, storage, mail, payments, InPost, DNS and clock, and says what to do. It
// changes nothing and works while the shop runs. `--json` is for programs (docs/operations.md).
import { Resolver } from 'node:dns/promises'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ShopCheck } from '#domain/kernel/definitions.ts'
import { describeMissingShop } from '#infra/db/require-shop.ts'
import { createSettingsCheck } from '#infra/doctor/check-settings.ts'
import { formatJson, formatReport, hasBroken, hideSecrets } from '#infra/doctor/report.ts'
import { listChecks, runChecks } from '#infra/doctor/run-checks.ts'
import { hasCluster } from '#infra/embedded-postgres/cluster.ts'
import { type Env, EnvError, loadEnv, readEnv } from '#infra/env.ts'
import { printRefusal } from '#infra/process/terminal.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

/** All checks that the folders of the domain define. */
async function loadShopChecks(): Promise<ShopCheck[]> {
  const files = globSync('domain/**/*.checks.server.ts', { cwd: PROJECT_ROOT })
  const checks = await Promise.all(
    files.map(async (file): Promise<{ default: readonly ShopCheck[] }> => import(join(PROJECT_ROOT, file))),
  )
  return checks.flatMap((loaded) => loaded.default)
}

/** The settings as the start reads them, and what it says against them. */
function readSettings(): { env: Env | null; refusal: string | null } {
  try {
    return { env: loadEnv(), refusal: null }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return { env: readUnsafe(), refusal: error.message }
  }
}

/** Settings that are merely unsafe can still be checked; null: others cannot. */
function readUnsafe(): Env | null {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (error instanceof EnvError) return null
    throw error
  }
}

const { env, refusal } = readSettings()
if (env !== null && refusal === null && env.databaseUrl === null && !hasCluster(env.dataDir)) {
  printRefusal(describeMissingShop(env.dataDir))
  process.exit(1)
}
const tools = { names: new Resolver({ timeout: 2_000, tries: 2 }), now: () => new Date() }
const results = await runChecks([
  createSettingsCheck(env, refusal, await loadShopChecks()),
  ...(env === null ? [] : listChecks(env, tools)),
])
const report = process.argv.includes('--json') ? formatJson(results, new Date()) : formatReport(results)
// A check that was given up may still wait for its answer.
process.stdout.write(hideSecrets(report, process.env), () => process.exit(hasBroken(results) ? 1 : 0))
