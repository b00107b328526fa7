import { ACT_WEIGHTS } from '#api/admin/act-weights.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

type Operation = { responses: Record<string, { description?: string }> }

let api: Api
let acts: { act: string; operation: Operation }[]
test.beforeAll(async ({ api: started }) => {
  api = started
  const { paths } = (await (await api.get('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  acts = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        act: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        operation,
      })),
    )
})

const isHeavy = (act: string) => ACT_WEIGHTS[act] !== 'light'

/** Bodies of acts whose weight depends on what they change. */
const HEAVY_BODIES: Record<string, object> = {
  'PATCH /api/admin/products/:id': { version: '1', price: '1,00' },
  'POST /api/admin/products/import': { csv: 'nazwa', token: 'x' },
  'POST /api/admin/products/changes': { rows: [], token: 'x' },
  'POST /api/admin/moving-in': { file: 'nazwa', columns: null, brand_id: null, left_out: [], token: 'x' },
  'POST /api/admin/orders/:id/buyer': { version: 'x', act: 'correct' },
}

test('every act of the panel has a weight, and the contract of a heavy act names the required proof', () => {
  const all = acts.map(({ act }) => act)
  expect(all.filter((act) => !(act in ACT_WEIGHTS))).toEqual([])
  expect(Object.keys(ACT_WEIGHTS).filter((act) => !all.includes(act))).toEqual([])
  const unsaid = acts.filter(
    ({ act, operation }) =>
      isHeavy(act) &&
      !Object.values(operation.responses).some(({ description }) => description?.includes('proof_required')),
  )
  expect(unsaid.map(({ act }) => act)).toEqual([])
})

test('without a recent proof no heavy act is carried out, and a light one is', async () => {
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  const call = async (act: string, body: object) => {
    const [method = '', path = ''] = act.split(' ')
    const filled = path.replace(/:\w+/g, '1')
    const answer =
      method === 'GET'
        ? await api.get(filled, { Cookie })
        : await fetch(api.base + filled, {
            method,
            headers: { Cookie, Origin: api.base, 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
    return answer.ok ? 'done' : (await errorOf(answer)).code
  }
  const answers = await Promise.all(
    Object.keys(ACT_WEIGHTS)
      .filter(isHeavy)
      .map(async (act) => [act, await call(act, HEAVY_BODIES[act] ?? {})]),
  )
  expect(answers.map(([act]) => act)).toEqual(
    expect.arrayContaining([
      'GET /api/admin/exports/subscribers',
      'GET /api/admin/exports/orders',
      'GET /api/admin/exports/invoices',
      'GET /api/admin/month/files',
      'POST /api/admin/orders/:id/receiver',
      'POST /api/admin/payouts',
      'PATCH /api/admin/buyers',
    ]),
  )
  expect(answers.filter(([, code]) => code !== 'proof_required')).toEqual([])
  expect(await call('PATCH /api/admin/products/:id', { version: '1', description: 'x' })).not.toBe('proof_required')
  expect(await call('POST /api/admin/products/import', { csv: 'nazwa', token: null })).not.toBe('proof_required')
  expect(await call('POST /api/admin/products/changes', { rows: [], token: null })).toBe('done')
  expect(await call('POST /api/admin/product-sync', {})).not.toBe('proof_required')
})
