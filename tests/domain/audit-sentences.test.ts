import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_NOUNS, describeAudit } from '#domain/kernel/audit/audit.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const DEEDS = ['archived', 'restored', 'deleted', 'packed', 'unpacked', 'numbered']

/** Every action that use cases record, found in their source: `action: 'order.cancelled'`. */
function listRecorded(): string[] {
  const files = globSync('domain/**/*.server.ts', { cwd: PROJECT_ROOT })
  const texts = files.map((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8'))
  return texts.flatMap((text) => [...text.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action))
}

test('log of changes: every action that is recorded has a sentence and a topic', () => {
  const actions = [...new Set([...listRecorded(), ...DEEDS.map((deed) => `shipment.${deed}`)])]
  expect(actions.length).toBeGreaterThan(30)
  const told = (action: string) => describeAudit({ action, details: {}, name: null })
  expect(actions.filter((action) => told(action).startsWith(action))).toEqual([])
  expect(actions.filter((action) => !((action.split('.')[0] ?? '') in AUDIT_NOUNS))).toEqual([])
})

test('log of changes: names old and new prices of a product, and where there was or is none', () => {
  const told = (details: Record<string, unknown>) =>
    describeAudit({ action: 'product.updated', details, name: 'Oud' }).replaceAll('\u00a0', ' ')
  const price_grosze = { from: 11_900, to: 10_900 }
  expect(told({ price_grosze, reduced_price_grosze: { from: null, to: 9_900 } })).toBe(
    'Zmieniono produkt „Oud”: cena 119,00 zł → 109,00 zł, cena promocyjna brak → 99,00 zł',
  )
  expect(told({ reduced_price_grosze: { from: 9_900, to: null } })).toBe(
    'Zmieniono produkt „Oud”: cena promocyjna 99,00 zł → brak',
  )
})
