import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { readDuties } from '#domain/kernel/duties/read-duties.server.ts'
import type { Services } from '#domain/services.ts'
import { SHOP_DUTIES } from '#infra/jobs/shop-duties.ts'
import { checkDuties } from '#infra/process/check-duties.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const HTTPS = 'https://sklep.pl'

/** Keys of the duties that are not fulfilled. */
async function listUnfulfilled(services: Services): Promise<string[]> {
  return (await readDuties(services)).filter(({ gaps }) => gaps.length > 0).map(({ key }) => key)
}

const onHttps = ({ services }: Api): Services => ({ ...services, profile: { ...services.profile, shopUrl: HTTPS } })

test('duties: each has its own key, a title, a reason, an act and the day from which it applies', () => {
  expect(SHOP_DUTIES.length).toBeGreaterThanOrEqual(5)
  expect(new Set(SHOP_DUTIES.map(({ key }) => key)).size).toBe(SHOP_DUTIES.length)
  for (const { title, why, act, since } of SHOP_DUTIES) {
    for (const text of [title, why, act]) expect(text.trim()).not.toBe('')
    expect(new Date(since).toISOString().slice(0, 10)).toBe(since)
  }
})

test('duties: a demo shop owes the truth about seller, voices, gifts and goods, and the owner sees it', async ({
  api,
}) => {
  const keys = await listUnfulfilled(api.services)
  expect(keys).toEqual(expect.arrayContaining(['demo-seller', 'invented-quotes', 'gift-without-rule', 'demo-goods']))
  expect(keys).not.toContain('seller-data')
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const file = await api.get('/api/admin/exports/duties', { Cookie })
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="zgodnosc.csv"')
  const [head, ...lines] = (await file.text()).trim().split('\r\n')
  expect(head).toBe('Stan;Obowiązek;Czego dotyczy;Co zrobić;Gdzie;Dlaczego;Podstawa;Obowiązuje od')
  // The gift's title begins like a formula.
  expect(lines.find((line) => line.includes('+GRATIS tylko z regułą'))).toMatch(/^brakuje;'\+GRATIS tylko z regułą;/)
  expect(lines.find((line) => line.includes('Komplet danych sprzedawcy'))).toMatch(/^spełniony;/)
})

test('duties: invented quotes and the preset gift are not shown on https, so nothing is owed there', async ({
  api,
}) => {
  const keys = await listUnfulfilled(onHttps(api))
  expect(keys).not.toContain('invented-quotes')
  expect(keys).not.toContain('gift-without-rule')
  expect(keys).toContain('demo-seller')
})

test('duties: missing data of the seller are named one by one', async ({ api }) => {
  const { services } = api
  const profile = { ...services.profile, sellerNip: '', sellerPhone: ' ' }
  const states = await readDuties({ ...services, profile })
  const todos = states.find(({ key }) => key === 'seller-data')?.gaps.map(({ todo }) => todo)
  expect(todos).toEqual([
    'Podaj NIP w ustawieniach (SELLER_NIP).',
    'Podaj numer telefonu w ustawieniach (SELLER_PHONE).',
  ])
})

test('duties: a start on https is refused for a grave one, and goes on with the others', async ({ api }) => {
  const gap = { about: 'Cały sklep', todo: 'Popraw to.', path: '/admin' }
  const duty = { key: 'test', title: 'Próba', why: 'Bo tak.', act: 'Ustawa', since: '2026-01-01' }
  const find = async () => [gap]
  const others = defineDuty({ ...duty, findGaps: find })
  await checkDuties({ ...onHttps(api), duties: [others] })
  const grave = defineDuty({ ...duty, grave: true, findGaps: find })
  await expect(checkDuties({ ...onHttps(api), duties: [others, grave] })).rejects.toThrow(
    /^On https buyers would be shown something false: Próba\. Cały sklep: Popraw to\.\nStart the shop with an http address/,
  )
})
