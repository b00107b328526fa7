import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import {
  bankPage,
  confirmPage,
  endedPage,
  listPage,
  methodPage,
  type Notice,
  type Typed,
  unknownPage,
} from './payment-pages.ts'
import { PAYMENT_STYLE } from './payment-style.ts'
import { CONFIRM_WITHIN_MS, type Payments } from './stripe-payments.ts'
import { METHODS, type Method, type SessionRecord } from './stripe-records.ts'

const noticeSchema = z.enum(['odrzucona', 'brak-srodkow', 'czas', 'anulowana']).nullable().catch(null)
const methodSchema = z.enum(METHODS).catch('blik')
/** What is paid on a page of its own. */
const leftSchema = z.enum(METHODS).exclude(['card', 'blik']).catch('p24')
const NOTHING_TYPED: Typed = { values: {}, errors: {} }

/** Test cards that are refused, as at Stripe (https://docs.stripe.com/testing); every other card pays. */
const REFUSED_CARDS = new Map<string, Notice>([
  ['4000000000000002', 'odrzucona'],
  ['4000000000009995', 'brak-srodkow'],
])

/** When the money of a transfer arrives, ms. */
const ARRIVALS = new Map([
  ['za-minute', 60_000],
  ['po-czasie', 60 * 60_000],
])

const MOST_LISTED = 200

/**
 * The hosted payment page: plain forms without a script. Its address is secret, so it needs no token; the list of all
 * payments does.
 */
export function createPaymentRoutes(payments: Payments, requireToken: MiddlewareHandler): Hono {
  const routes = new Hono()

  routes.get('/style.css', (c) => c.text(PAYMENT_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }))

  routes.get('/', requireToken, (c) => {
    allowNothingElse(c, null)
    return c.html(listPage(payments.all().slice(-MOST_LISTED)))
  })

  /** The page for the session's state. */
  async function show(c: Context, id: string, typed: Typed = NOTHING_TYPED, chosen?: Method) {
    const session = await payments.find(id)
    allowNothingElse(c, session)
    if (session === null) return c.html(unknownPage(), 404)
    if (session.status !== 'open') return c.html(endedPage(session, successUrl(session)))
    if (session.confirmingSince !== null) {
      const leftMs = session.confirmingSince + CONFIRM_WITHIN_MS - payments.timeOf(session)
      c.header('Refresh', `${Math.ceil(leftMs / 1000) + 1};url=/pay/${id}?wynik=czas`)
      return c.html(confirmPage(session))
    }
    const method = chosen ?? methodSchema.parse(c.req.query('metoda'))
    const isRefused = Object.keys(typed.errors).length > 0
    return c.html(
      methodPage(session, method, noticeSchema.parse(c.req.query('wynik') ?? null), typed),
      isRefused ? 422 : 200,
    )
  }

  /** Redirects to the shop when the buyer is done, else to the page, which shows the reason. */
  const goOn = (c: Context, done: SessionRecord | null, id: string) =>
    c.redirect(done ? successUrl(done) : `/pay/${id}`, 303)
  const goBack = (c: Context, id: string, method: Method, notice: Notice) =>
    c.redirect(`/pay/${id}?metoda=${method}&wynik=${notice}`, 303)
  const formOf = async (c: Context): Promise<Record<string, string>> => {
    const entries = Object.entries(await c.req.parseBody())
    return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  }

  routes.get('/:id', (c) => show(c, c.req.param('id')))

  routes.post('/:id/blik', async (c) => {
    const { id } = c.req.param()
    const { blik = '' } = await formOf(c)
    if (!/^\d{6}$/.test(blik.replace(/[\s-]/g, ''))) {
      return show(c, id, { values: { blik }, errors: { blik: 'Kod BLIK ma sześć cyfr.' } }, 'blik')
    }
    await payments.askToConfirm(id)
    return c.redirect(`/pay/${id}`, 303)
  })

  routes.post('/:id/potwierdzenie', async (c) => {
    const { id } = c.req.param()
    const { decyzja } = await formOf(c)
    // After a minute the bank no longer waits for the confirmation.
    const isAsked = (await payments.find(id))?.confirmingSince !== null
    if (decyzja === 'potwierdzam')
      return isAsked ? goOn(c, await payments.pay(id, 'blik'), id) : goBack(c, id, 'blik', 'czas')
    await payments.stopAsking(id)
    return goBack(c, id, 'blik', decyzja === 'odrzucam' ? 'odrzucona' : 'czas')
  })

  routes.post('/:id/karta', async (c) => {
    const { id } = c.req.param()
    const values = await formOf(c)
    const number = (values.numer ?? '').replace(/[\s-]/g, '')
    const errors = findCardMistakes({ ...values, number })
    if (Object.keys(errors).length > 0) return show(c, id, { values: { ...values, cvc: '' }, errors }, 'card')
    const refused = REFUSED_CARDS.get(number)
    return refused ? goBack(c, id, 'card', refused) : goOn(c, await payments.pay(id, 'card'), id)
  })

  routes.get('/:id/bank', async (c) => {
    const { id } = c.req.param()
    const session = await payments.find(id)
    if (session?.status !== 'open') return show(c, id)
    allowNothingElse(c, session)
    return c.html(bankPage(session, leftSchema.parse(c.req.query('sposob')), Number(c.req.query('bank'))))
  })

  routes.post('/:id/bank', async (c) => {
    const { id } = c.req.param()
    const { decyzja = '', sposob } = await formOf(c)
    const method = leftSchema.parse(sposob)
    if (decyzja === 'od-razu') return goOn(c, await payments.pay(id, method), id)
    const arrivesInMs = ARRIVALS.get(decyzja)
    if (arrivesInMs !== undefined) return goOn(c, await payments.startTransfer(id, arrivesInMs, method), id)
    return goBack(c, id, method, decyzja === 'odrzucam' ? 'odrzucona' : 'anulowana')
  })

  routes.post('/:id/ksiegowanie', async (c) => {
    const { id } = c.req.param()
    await payments.endTransfer(id, (await formOf(c)).decyzja === 'dotarl')
    return c.redirect(`/pay/${id}`, 303)
  })

  return routes
}

function successUrl(session: SessionRecord): string {
  return session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** `form-action` names the shop too: a form leads here and is redirected there, and browsers check both. */
function allowNothingElse(c: Context, session: SessionRecord | null): void {
  const addresses = [session?.successUrl, session?.cancelUrl].flatMap((url) => (url ? [new URL(url).origin] : []))
  const targets = [...new Set(["'self'", ...addresses])].join(' ')
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  )
}

function findCardMistakes({ number, waznosc = '', cvc = '' }: Record<string, string>): Record<string, string> {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(waznosc) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  const ends = new Date(2000 + Number(year), Number(month), 1)
  return {
    ...(!isCardNumber(number ?? '') && { numer: 'Sprawdź numer karty: taki nie istnieje.' }),
    ...(!isMonth && { waznosc: 'Wpisz miesiąc i rok z karty, na przykład 08/29.' }),
    ...(isMonth && ends < new Date() && { waznosc: 'Ta karta straciła ważność.' }),
    ...(!/^\d{3,4}$/.test(cvc.trim()) && { cvc: 'CVC to trzy cyfry z odwrotu karty.' }),
  }
}

/** The check digit of every card (Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = [...number].toReversed().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
