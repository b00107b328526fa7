import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

let api: Api
const test = base
  .extend('demo', { scope: 'file' }, false)
  .extend('apiOptions', { scope: 'file' }, { shopUrl: 'https://sklep.example.test' })
test.beforeAll(({ api: started }) => {
  api = started
})

const statusFrom = async (origin: string) => (await api.post('/api/cart', { ids: [] }, { Origin: origin })).status

test('requireOwnOrigin: refuses a page of the same host without https on an https shop', async () => {
  expect(await statusFrom('https://sklep.example.test')).toBe(200)
  expect(await statusFrom('http://sklep.example.test')).toBe(403)
  // The requested host, in the header of a proxy.
  const { host } = new URL(api.base)
  expect(await statusFrom(`https://${host}`)).toBe(200)
  expect(await statusFrom(`http://${host}`)).toBe(403)
  expect(await statusFrom('https://evil.example.test')).toBe(403)
})
