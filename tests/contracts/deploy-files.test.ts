import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

/** Names at the beginning of a line, before '=' or ':'. */
const namesIn = (text: string) =>
  Array.from(text.matchAll(/^\s*(?:- \{ name: )?([A-Z][A-Z0-9_]+)(?:[=:]|, value)/gm), ([, name]) => name)

/** Of Node itself, of what deploys, or of another program in the same file. */
const OTHERS =
  /^(?:NODE_EXTRA_CA_CERTS|DATABASE_PASSWORD|POSTGRES_\w+|MINIO_\w+|S3_PASSWORD|SHOP|ACCESS_KEY_ID|SECRET_ACCESS_KEY|REGION)$/

test.for([
  'deploy/one-machine/perfumeria.env',
  'deploy/many-machines/perfumeria.env',
  'deploy/compose/perfumeria.env',
  'deploy/compose/compose.yaml',
  'deploy/kubernetes/settings.yaml',
  'deploy/kubernetes/perfumeria.yaml',
])('%s: names settings that the shop has', (file) => {
  const known = new Set(namesIn(read('.env.example')))
  const named = namesIn(read(file)).filter((name) => name && !OTHERS.test(name))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
