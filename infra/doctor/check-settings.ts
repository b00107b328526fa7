import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { judge } from '#domain/kernel/checks/check.ts'
import type { ShopCheck } from '#domain/kernel/definitions.ts'
import type { ProfileValues } from '#domain/settings/profile-fields.ts'
import { readEnteredProfile } from '#domain/settings/settings-queries.server.ts'
import type { GivenSettings } from '#domain/settings/shop-profile.ts'
import { type Env, toShopSettings } from '#infra/env.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { refuseInventedSeller } from '#infra/safe-settings.ts'
import { findShopFacts } from '#infra/shop-facts.ts'
import { findDatabaseUrl, withDatabase } from './check-database.ts'
import { broken, doubtful, type Finding, fine, type Probe } from './finding.ts'

/**
 * @param env null when the settings cannot be read
 * @param refusal why the start refuses the settings; null: it accepts them
 * @param checks those of the shop
 */
export function createSettingsCheck(env: Env | null, refusal: string | null, checks: readonly ShopCheck[]): Probe {
  return { name: 'settings', title: 'Ustawienia', run: () => judgeSettings(env, refusal, checks) }
}

async function judgeSettings(env: Env | null, refusal: string | null, checks: readonly ShopCheck[]): Promise<Finding> {
  const entered = env === null ? {} : await findEnteredProfile(env)
  const facts = env && findShopFacts({ given: env.givenProfile, shopUrl: env.profile.shopUrl }, entered)
  const isHttps = env?.profile.shopUrl.startsWith('https://') ?? false
  const refusals = new Set([
    ...(refusal?.split('\n') ?? []),
    ...(facts && isHttps ? refuseInventedSeller(facts.values) : []),
  ])
  if (refusals.size > 0) {
    return broken('start ich nie przyjmie', 'popraw w .env to, o czym mówią te zdania', [...refusals])
  }
  const missing = env && facts ? await listMissing(checks, toShopSettings(env, facts.values)) : []
  if (missing.length === 0) return fine('sklep wystartuje z nimi i może sprzedawać')
  const names = missing.join(', ')
  return doubtful(`do prawdziwej sprzedaży brakuje (${names})`, 'jak to ustawić, mówi panel w „Przeglądzie”')
}

/** Titles of the steps before the first sale that settings alone decide. */
async function listMissing(checks: readonly ShopCheck[], settings: GivenSettings): Promise<string[]> {
  const missing: string[] = []
  for (const check of checks) {
    if (!check.needs || !check.setup || check.setup.optional) continue
    if ((await judge(check, settings)).length > 0) missing.push(check.title)
  }
  return missing
}

/** What the owner entered in the panel. Empty when the database is away or older, which its own checks report. */
async function findEnteredProfile(env: Env): Promise<Partial<ProfileValues>> {
  const url = findDatabaseUrl(env)
  if (url === null) return {}
  return withDatabase(url, async ({ db }) => (await readEnteredProfile(db)).entered).catch(() => ({}))
}

/** Access rights of everybody except the owner of a file. */
const OTHERS = 0o077

/** Files with secrets, as far as they exist. */
export function createSecretFilesCheck({ backup, dataDir }: Pick<Env, 'backup' | 'dataDir'>): Probe {
  const keyFile = backup.keyFile === null ? null : resolve(PROJECT_ROOT, backup.keyFile)
  return {
    name: 'secret-files',
    title: 'Pliki z hasłami',
    async run() {
      const files = [join(PROJECT_ROOT, '.env'), join(dataDir, 'auth-secret'), ...(keyFile === null ? [] : [keyFile])]
      const found = files.map((file) => ({ file, mode: statSync(file, { throwIfNoEntry: false })?.mode }))
      if (found.some(({ file, mode }) => file === keyFile && mode === undefined)) {
        return broken(`nie ma pliku ${keyFile} z BACKUP_KEY_FILE`, 'bez niego nie powstanie żadna kopia: odtwórz plik')
      }
      const open = found.filter(({ mode }) => mode !== undefined && (mode & OTHERS) !== 0).map(({ file }) => file)
      if (open.length === 0) return fine('czyta je tylko użytkownik sklepu')
      return doubtful(`${open.join(', ')} mogą czytać inni użytkownicy maszyny`, `wpisz chmod 600 ${open.join(' ')}`)
    },
  }
}
