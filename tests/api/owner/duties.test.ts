import { readDuties } from '#domain/kernel/checks/read-duties.server.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import type { Services } from '#domain/services.ts'
import { SETUP_ORDER } from '#domain/system/read-setup.server.ts'
import { SHOP_CHECKS } from '#infra/create-services.ts'
import { checkDuties } from '#infra/process/refuse-start.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const REAL_SELLER = {
  seller_name: 'Anna Nowak Zapachy',
  seller_address: 'ul. Długa 3, 31-146 Kraków',
  seller_regon: '351234565',
  seller_email: 'kontakt@sklep.pl',
  return_address: 'ul. Długa 3, 31-146 Kraków',
}

const HTTPS = 'https://sklep.pl'

/** Keys of the duties that are not fulfilled. */
async function listUnfulfilled(services: Services): Promise<string[]> {
  return (await readDuties(services)).filter(({ gaps }) => gaps.length > 0).map(({ key }) => key)
}

const onHttps = ({ services }: Api): Services => ({ ...services, profile: { ...services.profile, shopUrl: HTTPS } })

test('checks: each has its own key; a duty has a reason, a law and a date, a set-up step its position', () => {
  expect(new Set(SHOP_CHECKS.map(({ key }) => key)).size).toBe(SHOP_CHECKS.length)
  for (const { key, title, law, setup } of SHOP_CHECKS) {
    expect(law ?? setup, key).toBeDefined()
    for (const text of [title, law?.why, law?.act, setup?.how]) expect(text?.trim(), key).not.toBe('')
    if (law) expect(new Date(law.since).toISOString().slice(0, 10)).toBe(law.since)
  }
  const steps = SHOP_CHECKS.filter(({ setup }) => setup).map(({ key }) => key)
  expect(steps.toSorted()).toEqual(SETUP_ORDER.toSorted())
})

test('duties: a demo shop has false data of seller, quotes, gifts and products, and the owner sees it', async ({
  api,
}) => {
  const keys = await listUnfulfilled(api.services)
  expect(keys).toEqual(expect.arrayContaining(['seller', 'invented-quotes', 'gift-without-rule', 'demo-goods']))
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const file = await api.get('/api/admin/exports/duties', { Cookie })
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="zgodnosc.csv"')
  const [head, ...lines] = (await file.text()).trim().split('\r\n')
  expect(head).toBe('Stan;Obowiązek;Czego dotyczy;Co zrobić;Gdzie;Dlaczego;Podstawa;Obowiązuje od')
  // The gift's title begins like a formula.
  expect(lines.find((line) => line.includes('+GRATIS tylko z regułą'))).toMatch(/^brakuje;'\+GRATIS tylko z regułą;/)
  expect(lines.find((line) => line.includes('Cena jednostkowa'))).toMatch(/^spełniony;/)
})

test('duties: invented quotes and the default gift are not shown on https, so they are no unfulfilled duties', async ({
  api,
}) => {
  const keys = await listUnfulfilled(onHttps(api))
  expect(keys).not.toContain('invented-quotes')
  expect(keys).not.toContain('gift-without-rule')
  expect(keys).toContain('seller')
})

test('duties: each missing detail of the seller is named', async ({ api }) => {
  const { services } = api
  const { settings } = services
  const real = { ...settings.values, ...REAL_SELLER, seller_nip: '', seller_phone: ' ' }
  const gaps = await findGapsOf({ ...services, settings: { ...settings, values: real } }, 'seller')
  expect(gaps.map(({ todo, path }) => [todo, path])).toEqual([
    ['Podaj w ustawieniach: NIP.', '/admin/ustawienia/sprzedawca#seller_nip'],
    ['Podaj w ustawieniach: Telefon dla klientów.', '/admin/ustawienia/sprzedawca#seller_phone'],
  ])
})

test('duties: a grave one prevents a start on https, others do not', async ({ api }) => {
  const gap = { about: 'Cały sklep', todo: 'Popraw to.', path: '/admin' }
  const law = { why: 'Bo tak.', act: 'Ustawa', since: '2026-01-01' }
  const check = { key: 'test', title: 'Próba', findGaps: async () => [gap] }
  const others = defineChecks([{ ...check, law }])
  await checkDuties({ ...onHttps(api), checks: others })
  const grave = defineChecks([{ ...check, law: { ...law, grave: true } }])
  await expect(checkDuties({ ...onHttps(api), checks: [...others, ...grave] })).rejects.toThrow(
    /^Pod adresem https kupujący zobaczyliby nieprawdę: Próba\. Cały sklep: Popraw to\.\nUruchom sklep z adresem http/,
  )
})

test('VAT: registration is a duty of every shop, and one that sold without VAT reads the article', async ({ api }) => {
  const { settings } = api.services
  const told = async (vat: object) => {
    const given = { ...settings, values: { ...settings.values, ...vat } }
    return (await findGapsOf({ ...api.services, settings: given }, 'vat')).map(({ todo }) => todo)
  }
  expect(await told({})).toEqual([expect.stringMatching(/^Złóż VAT-R przed pierwszą sprzedażą/)])
  expect(await told({ vat_exempt: 'yes' })).toEqual([expect.stringContaining('art. 113 ust. 13 pkt 1 lit. f')])
  expect(await told({ vat_exempt: 'yes', vat_registered: 'yes' })).toEqual([])
})
