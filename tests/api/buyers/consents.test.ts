import { createHash, randomUUID } from 'node:crypto'
import { listPurposes, writeConsentText } from '#domain/consents/consent.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

const text = writeConsentText(['statistics', 'advertising'])
const answerTo = (question: string, more: object = {}) => ({
  id: randomUUID(),
  browser_id: randomUUID(),
  text_sha256: createHash('sha256').update(question).digest('hex'),
  statistics: true,
  advertising: false,
  ...more,
})

test('POST consents: stores the choices with the shown text once, and nothing about who answered', async ({ api }) => {
  const consent = answerTo(text)
  for (const _ of [1, 2]) expect((await api.post('/api/consents', consent)).status).toBe(200)
  const withdrawal = { ...consent, id: randomUUID(), statistics: false }
  expect((await api.post('/api/consents', withdrawal)).status).toBe(200)
  const kept = await api.db
    .selectFrom('consents')
    .innerJoin('consent_texts', 'sha256', 'text_sha256')
    .selectAll()
    .where('browser_id', '=', consent.browser_id)
    .orderBy('given_at')
    .execute()
  expect(kept.map(({ full_text, statistics, advertising }) => ({ full_text, statistics, advertising }))).toEqual([
    { full_text: text, statistics: true, advertising: false },
    { full_text: text, statistics: false, advertising: false },
  ])
  const columns = Object.keys(await api.db.selectFrom('consents').selectAll().executeTakeFirstOrThrow())
  expect(columns.toSorted()).toEqual(['advertising', 'browser_id', 'given_at', 'id', 'statistics', 'text_sha256'])
})

test('POST consents: refuses an answer to a question that the shop never asked', async ({ api }) => {
  const answer = await api.post('/api/consents', answerTo('Czy wszystko wolno?'))
  expect([answer.status, await errorOf(answer)]).toMatchObject([409, { code: 'consent_text_unknown' }])
  expect((await api.post('/api/consents', answerTo(text, { address: '192.0.2.1' }))).status).toBe(400)
})

test('consent: visitors are asked about the purposes of the configured ids', () => {
  expect(listPurposes(['G-A'])).toEqual(['statistics'])
  expect(listPurposes(['AW-1'])).toEqual(['advertising'])
  expect(listPurposes(['G-A', 'AW-1'])).toEqual(['statistics', 'advertising'])
  expect(listPurposes(['GT-A'])).toEqual(['statistics', 'advertising'])
})
