import { expect, test } from 'vitest'
import { type Audience, FACTS_IN_FILE, listFacts } from '#domain/orders/order-facts.ts'
import { STORED_COMPANY } from '#tests/support/orders.ts'

const OTHER = { ...STORED_COMPANY, name: 'Sklep Mała', nip: '5213017228' }
const AUDIENCES: readonly Audience[] = ['buyer', 'owner', 'holder', 'packer', 'mail', 'contract']

test('a fact that was not given is told to nobody, and leaves its cells in the orders file empty', () => {
  for (const audience of AUDIENCES) {
    expect(listFacts({ company: null }, audience)).toEqual([])
    expect(listFacts({}, audience)).toEqual([])
  }
  expect(FACTS_IN_FILE.map(([, cell]) => cell({ company: null }))).toEqual([null, null])
})

test('which company an invoice is for is in mail, contract and file; packers and the link’s holder read only that there is one', () => {
  const told = (audience: Audience) => JSON.stringify(listFacts({ company: OTHER }, audience))
  expect(AUDIENCES.filter((audience) => told(audience).includes(OTHER.name))).toEqual(['mail', 'contract'])
  for (const audience of ['holder', 'packer'] as const) {
    expect(told(audience)).toMatch(/firmę/)
    expect(told(audience)).toBe(JSON.stringify(listFacts({ company: STORED_COMPANY }, audience)))
  }
  const [nip, name] = FACTS_IN_FILE.map(([, cell]) => cell({ company: OTHER }))
  expect([nip, name]).toEqual([OTHER.nip, expect.stringContaining(OTHER.name)])
})
