import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

/** Names at the beginning of a line, before '=' or ':'. */
const namesIn = (text: string) =>
  Array.from(text.matchAll(/^\s*(?:- \{ name: )?([A-Z][A-Z0-9_]+)(?:[=:]|, value)/gm), ([, name]) => name)

/** Variables of Node itself, of the deployment, or of another program in the same file. */
const OTHERS =
  /^(?:NODE_EXTRA_CA_CERTS|DATABASE_PASSWORD|POSTGRES_\w+|MINIO_\w+|S3_PASSWORD|SHOP|ACCESS_KEY_ID|SECRET_ACCESS_KEY|REGION)$/

test.for([
  'deploy/one-machine/perfumeria.env',
  'deploy/many-machines/perfumeria.env',
  'deploy/compose/perfumeria.env',
  'deploy/compose/compose.yaml',
  'deploy/kubernetes/settings.yaml',
  'deploy/kubernetes/perfumeria.yaml',
])('%s: names only settings that the shop has', (file) => {
  const known = new Set(namesIn(read('.env.example')))
  const named = namesIn(read(file)).filter((name) => name && !OTHERS.test(name))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('one machine: every setting is in the file that commands read as well, and none in the unit', () => {
  const unit = read('deploy/one-machine/perfumeria.service')
  const command = read('deploy/one-machine/perfumeria-run')
  expect(unit).not.toMatch(/^Environment=/m)
  const filesOf = (text: string) => Array.from(text.matchAll(/EnvironmentFile=(\S+)/g), ([, file]) => file)
  expect(filesOf(unit)).toEqual(['/etc/perfumeria.env'])
  expect(filesOf(command)).toEqual(filesOf(unit))
  for (const [, setting] of command.matchAll(/-p ((?:User|WorkingDirectory)=\S+)/g))
    expect(unit).toContain(`\n${setting}\n`)
})

test.for([
  'deploy/one-machine/perfumeria.env',
  'deploy/many-machines/perfumeria.env',
  'deploy/compose/perfumeria.env',
  'deploy/kubernetes/settings.yaml',
])('%s: names the settings that a shop on https needs, and the folders of data and backups', (file) => {
  const image = file.includes('many') || file.includes('one-machine') ? '' : read('deploy/compose/Dockerfile')
  const named = [...namesIn(read(file)), ...Array.from(image.matchAll(/(DATA_DIR)=/g), ([, name]) => name)]
  const seller = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_NIP', 'SELLER_REGON', 'SELLER_EMAIL', 'SELLER_PHONE']
  expect(named).toEqual(
    expect.arrayContaining([...seller, 'RETURN_ADDRESS', 'DATA_DIR', 'BACKUP_TO', 'BACKUP_PASSPHRASE']),
  )
})
