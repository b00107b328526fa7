import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountServer, startAccountServer } from '#tests/support/account-server.ts'

let server: AccountServer
beforeAll(async () => {
  server = await startAccountServer({ shopUrl: 'https://sklep.example.test' })
})
afterAll(() => server.stop())

const statusFrom = async (origin: string) => (await server.post('/api/cart', { ids: [] }, { Origin: origin })).status

test('on an https shop a page of the same host without https is a stranger', async () => {
  expect(await statusFrom('https://sklep.example.test')).toBe(200)
  expect(await statusFrom('http://sklep.example.test')).toBe(403)
  // The host as it was asked, as a proxy hands it on.
  const { host } = new URL(server.base)
  expect(await statusFrom(`https://${host}`)).toBe(200)
  expect(await statusFrom(`http://${host}`)).toBe(403)
  expect(await statusFrom('https://evil.example.test')).toBe(403)
})
