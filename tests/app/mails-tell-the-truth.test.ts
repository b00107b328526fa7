// Every mail about an order, a parcel or a case, in every state in which it may be sent: (in the shop, sent, delivered,
// returned to the sender) x (ahead: unpaid, paid, refunded in part, in whole; on delivery: due, collected) x (one order,
// several in a parcel, one of them cancelled, all cancelled). A mail reads its rows when it is sent, so the states need
// not be those in which it was queued: they may have changed while the mail server was away.
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { isAhead, type Money, STATES, type State, type Stored, store, storeCase } from '#tests/support/mail-states.ts'
import type { MailContent } from '#tests/support/mailed-rows.ts'
import { testShop } from '#tests/support/shop-profile.ts'

const test = base.extend('demo', { scope: 'file' }, false)

/** The mails about the orders; each only if its rows exist. */
const listOrderMails = (of: Stored, { money }: State): MailContent[] => [
  ...(isAhead(money) ? [] : [{ template: 'order-confirmation', ids: { checkoutId: of.checkoutId } } as const]),
  ...(isAhead(money) && of.paid > 0
    ? [{ template: 'payment-received', ids: { orderId: of.stored[0]?.id ?? '' } } as const]
    : []),
  ...(of.failedId ? [{ template: 'payment-not-received', ids: { paymentId: of.failedId } } as const] : []),
  ...(of.refundId ? [{ template: 'payment-refunded', ids: { refundId: of.refundId } } as const] : []),
  {
    template: 'order-cancelled',
    ids: {
      checkoutId: of.checkoutId,
      orderIds: [(of.stored.find((each) => !of.kept.includes(each)) ?? of.stored[0])?.id ?? ''],
    },
  },
  ...(of.shipmentId === ''
    ? []
    : ([
        { template: 'shipment-sent', ids: { shipmentId: of.shipmentId } },
        { template: 'shipment-delivered', ids: { shipmentId: of.shipmentId, tokenId: null } },
      ] as const)),
]

const listCaseMails = (withdrawal: string, complaint: string): MailContent[] => [
  { template: 'case-received', ids: { caseId: withdrawal } },
  { template: 'case-opened', ids: { caseId: withdrawal } },
  { template: 'case-arrived', ids: { caseId: withdrawal } },
  { template: 'case-account', ids: { caseId: withdrawal, ending: '2874', changed: false } },
  { template: 'case-received', ids: { caseId: complaint } },
  { template: 'case-opened', ids: { caseId: complaint } },
  { template: 'case-answered', ids: { caseId: complaint } },
]

/** Phrases that are true only in some states, and whether they are true in this one. */
function listClaims({ place, money }: State, of: Stored): [RegExp, boolean][] {
  const isThere = of.kept.length > 0
  const due = money === 'due' && isThere && place !== 'returned'
  const left = of.paid - of.returned
  const isPayable = money === 'unpaid'
  return [
    [/do zapłaty [^j.]*\d|do zapłaty przy odbiorze/i, due],
    // Unlike 'Paczkomat, płatność przy odbiorze', the way that was chosen.
    [/Płatność (kurierowi )?przy odbiorze/, due],
    [/zapłacono przy odbiorze/i, money === 'collected'],
    [/numer konta wpisz|podaj numer konta|potrzebujemy numeru konta|na nie wyślemy/i, money === 'collected'],
    [/odeślij towar|nadaj zwrot w pobliżu/i, isThere && (place === 'sent' || place === 'delivered')],
    [/oddamy pieniądze|pieniądze oddamy|pieniądze trzeba oddać|oddamy \d|oddamy osobno/i, left > 0],
    [/nie musisz nic płacić|nic nie zapłacono|nic nie pobraliśmy/i, of.paid === 0 || of.kept.length < of.stored.length],
    [/wraca do Ciebie|wracają do Ciebie/i, of.returned > 0 || isPayable],
    [/jak pachnie|gwiazdk/i, place === 'delivered' && isThere && left > 0],
    [/śledź przesyłkę|numer przesyłki/i, place !== 'shop' && isThere],
    [/jest w drodze|są w drodze|\bjedzie/i, place === 'sent' && isThere],
    [/nadamy/i, place === 'shop' && isThere],
    [/zapłać jeszcze raz/i, isPayable && isThere],
    [/odstąp od umowy tutaj/i, isThere],
    [/mamy nadzieję, że zapach/i, place === 'delivered' && isThere],
    [/undefined|NaN|\[object/, false],
  ]
}

test.for(STATES)('$place, $money, $orders: no mail says anything false', async (state, { database: { db } }) => {
  const { place, money, orders } = state
  const of = await store(db, state)
  const profile = { ...testShop.profile, nearbyReturnUrl: 'https://szybkiezwroty.example/perfumeria' }
  const render = createMailRenderer({ db, ...testShop, profile })
  const check = async (mails: readonly MailContent[]) => {
    const told = new Map<string, string>()
    for (const { template, ids } of mails) {
      const { subject, html, text } = await render({ template, data: ids, created_at: new Date() })
      const words = `${subject} ${text}`.replaceAll(/\s+/g, ' ')
      told.set(template, words)
      for (const form of [words, `${subject} ${html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')}`]) {
        // The terms are quoted; they speak of every case.
        const own = form.replace(/14 dni na zwrot.*/, '')
        for (const [claim, isTrue] of listClaims(state, of)) {
          if (!isTrue) expect(own, `${template} in ${JSON.stringify(state)}`).not.toMatch(claim)
        }
      }
      const [, due] = /do zapłaty(?: przy odbiorze:)? ([\d\s]+,\d\d)/i.exec(words) ?? []
      if (due) expect(`${due} zł`, template).toBe(formatGrosze(of.keptGrosze).replaceAll(/\s/g, ' '))
    }
    return told
  }
  const about = await check(listOrderMails(of, state))
  const complaint = await storeCase(db, of, 'complaint')
  const withdrawal = await storeCase(db, of, 'withdrawal')
  const cases = await check(listCaseMails(withdrawal, complaint))
  const [ofWithdrawal] = (await check([{ template: 'case-received', ids: { caseId: withdrawal } }])).values()
  expect(ofWithdrawal?.includes('nadaj zwrot w pobliżu (https')).toBe(ofWithdrawal?.includes('deślij towar do'))

  // What must be said.
  const cancelled = about.get('order-cancelled') ?? ''
  if (of.kept.length === of.stored.length) expect(cancelled).toContain('Anulowanie zostało cofnięte')
  else expect(cancelled).toContain('anulowane')
  if (orders === 'one of several cancelled') expect(cancelled).toContain('W paczce zostaje')
  if (money === 'due' && of.kept.length > 0 && place !== 'returned') {
    for (const template of ['order-confirmation', 'order-cancelled']) {
      expect(about.get(template)).toContain(formatGrosze(of.keptGrosze).replaceAll(/\s/g, ' '))
    }
  }
  const received = cases.get('case-opened') ?? ''
  expect(received).not.toBe('')
  if (place === 'delivered' && money === 'paid') expect(about.get('shipment-delivered')).toContain('Jak pachnie?')
  if (place === 'sent') expect(about.get('shipment-sent')).toContain(of.number)
})

test('a withdrawal before dispatch: the mail asks for no goods, and says how the money is refunded, if any was paid', async ({
  database: { db },
}) => {
  const render = createMailRenderer({ db, ...testShop })
  const receive = async (money: Money) => {
    const of = await store(db, { place: 'shop', money, orders: 'one' })
    const caseId = await storeCase(db, of, 'withdrawal')
    const { text } = await render({ template: 'case-received', data: { caseId }, created_at: new Date() })
    return text.replaceAll(/\s+/g, ' ')
  }
  const paid = await receive('paid')
  expect(paid).toMatch(/Oddamy \d[\d ]*,\d\d zł tą drogą, którą zapłacono, najpóźniej .*\. Nie czekamy na towar\./)
  expect(paid).toContain('nie musisz niczego odsyłać')
  const due = await receive('due')
  expect(due).toContain('Za zamówienie nic nie zapłacono, więc nie ma czego zwracać.')
  expect(due).not.toMatch(/Odeślij|konta|oddamy/i)
})
