import { html } from 'hono/html'
import { type Markup, markCurrent } from '#sandbox/page.ts'
import { sumRefunds } from './objects.ts'
import type { Method, SessionRecord } from './stripe-records.ts'

const money = new Intl.NumberFormat('pl-PL', { style: 'currency', currency: 'PLN' })
const clock = new Intl.DateTimeFormat('pl-PL', { timeStyle: 'short', timeZone: 'Europe/Warsaw' })
const zloty = (grosze: number): string => money.format(grosze / 100)

/** Why the last attempt failed. */
export type Notice = 'odrzucona' | 'brak-srodkow' | 'czas' | 'anulowana'

const NOTICES: Readonly<Record<Notice, string>> = {
  odrzucona: 'Bank odrzucił płatność. Spróbuj ponownie albo wybierz inną metodę.',
  'brak-srodkow': 'Na koncie karty brakuje środków. Użyj innej karty albo wybierz inną metodę.',
  czas: 'Czas na potwierdzenie w aplikacji minął. Wygeneruj nowy kod BLIK i spróbuj ponownie.',
  anulowana: 'Płatność w banku została przerwana. Spróbuj ponownie albo wybierz inną metodę.',
}

/** Values of a form and their mistakes, by field. */
export type Typed = { values: Readonly<Record<string, string>>; errors: Readonly<Record<string, string>> }

const METHOD_NAMES: Readonly<Record<Method, string>> = {
  blik: 'BLIK',
  card: 'Karta',
  p24: 'Przelewy24',
  klarna: 'Klarna',
  paypal: 'PayPal',
  revolut_pay: 'Revolut Pay',
}
const BANKS = ['Bank Dębowy', 'Bank Nadwiślański', 'eBank Polski', 'Kasa Mieszczańska']

const pathOf = ({ id }: SessionRecord) => `/pay/${id}`

function page(title: string, session: SessionRecord | null, body: Markup): Markup {
  return html`<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – płatność próbna</title>
<link rel="stylesheet" href="/pay/style.css">
</head>
<body>
<p class="rehearsal"><strong>To próba.</strong>
Piaskownica zastępuje tu operatora płatności: żadne pieniądze nie zostaną pobrane.</p>
<div class="frame">${session ? summary(session) : ''}<main class="card${session ? '' : ' wide'}">${body}</main></div>
</body>
</html>`
}

/** A longer list is folded: it would push the form off a phone's screen. */
const OPEN_LINES = 4

function summary(session: SessionRecord): Markup {
  const { cancelUrl, lines } = session
  const back =
    session.status === 'open' && cancelUrl !== null
      ? html`<a class="back" href="${cancelUrl}">← Wróć do sklepu bez płacenia</a>`
      : ''
  return html`<section class="sum" aria-label="Zamówienie">
${back}
<h2>${session.status === 'open' ? 'Do zapłaty' : 'Kwota'}</h2>
<p class="total">${zloty(session.amountTotal)}</p>
<details ${lines.length <= OPEN_LINES ? html`open` : ''}><summary>Za co płacisz</summary>
<ul class="lines">${lines.map(
    ({
      name,
      quantity,
      unitAmount,
    }) => html`<li><span>${name}</span> <span class="price">${zloty(quantity * unitAmount)}</span>
${quantity > 1 ? html`<small>${quantity} × ${zloty(unitAmount)}</small>` : ''}</li>`,
  )}</ul></details>
</section>`
}

/** The page on which the buyer chooses how to pay. */
export function methodPage(session: SessionRecord, method: Method, notice: Notice | null, typed: Typed): Markup {
  const forms = { blik: blikForm, card: cardForm, p24: transferForm, klarna: leave, paypal: leave, revolut_pay: leave }
  const link = (one: Method) =>
    html`<li><a href="${pathOf(session)}?metoda=${one}" ${markCurrent(one === method)}>${METHOD_NAMES[one]}</a></li>`
  return page(
    'Zapłać',
    session,
    html`<h1>Wybierz, jak zapłacić</h1>
${notice ? html`<p class="notice" role="alert">${NOTICES[notice]}</p>` : ''}
<ul class="methods">${session.methods.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).map(link)}</ul>
${forms[method](session, typed, method)}
<p class="until">Na zapłatę masz czas do ${clock.format(new Date(session.expiresAt - session.aheadMs))}.</p>`,
  )
}

const ORDER: readonly Method[] = ['blik', 'card', 'p24', 'klarna', 'paypal', 'revolut_pay']

function field(typed: Typed, name: string, label: string, attributes: Markup): Markup {
  const error = typed.errors[name]
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${typed.values[name] ?? ''}" required ${attributes}
${error ? html`aria-invalid="true" aria-describedby="${name}-wrong"` : ''}>
${error ? html`<p class="wrong" id="${name}-wrong">${error}</p>` : ''}</div>`
}

function blikForm(session: SessionRecord, typed: Typed): Markup {
  const attributes = html`inputmode="numeric" autocomplete="one-time-code" maxlength="7" placeholder="000 000"`
  return html`<form method="post" action="${pathOf(session)}/blik" novalidate>
${field(typed, 'blik', 'Kod BLIK z aplikacji banku', attributes)}
<p class="hint">W tej próbie działa każde sześć cyfr.</p>
<button>Zapłać ${zloty(session.amountTotal)}</button></form>`
}

function cardForm(session: SessionRecord, typed: Typed): Markup {
  const number = html`inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="4242 4242 4242 4242"`
  const expiry = html`inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM/RR"`
  const cvc = html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="123"`
  return html`<form method="post" action="${pathOf(session)}/karta" novalidate>
${field(typed, 'numer', 'Numer karty', number)}
<div class="pair">${field(typed, 'waznosc', 'Ważna do', expiry)}
${field(typed, 'cvc', 'CVC', cvc)}</div>
<p class="hint">Karta próbna: 4242 4242 4242 4242. Odrzucana: 4000 0000 0000 0002.
Bez środków: 4000 0000 0000 9995. Nie wpisuj prawdziwej karty.</p>
<button>Zapłać ${zloty(session.amountTotal)}</button></form>`
}

function transferForm(session: SessionRecord): Markup {
  return html`<form method="get" action="${pathOf(session)}/bank">
<fieldset class="banks"><legend>Twój bank</legend>${BANKS.map(
    (bank, index) =>
      html`<label><input type="radio" name="bank" value="${index}" ${index === 0 ? 'checked' : ''}> ${bank}</label>`,
  )}</fieldset>
<button>Przejdź do banku</button></form>`
}

/** To the page of a provider on which the buyer has an account. */
function leave(session: SessionRecord, _typed: Typed, method: Method): Markup {
  return html`<form method="get" action="${pathOf(session)}/bank">
<input type="hidden" name="sposob" value="${method}">
<p class="hint">Płatność potwierdzisz na stronie: ${METHOD_NAMES[method]}.</p>
<button>Przejdź do ${METHOD_NAMES[method]}</button></form>`
}

/** The page shown while the bank waits for the buyer to confirm a BLIK payment. */
export function confirmPage(session: SessionRecord): Markup {
  return page(
    'Potwierdź w aplikacji',
    session,
    html`<h1>Potwierdź w aplikacji banku</h1>
<p class="waiting" role="status">Czekamy, aż potwierdzisz w telefonie płatność ${zloty(session.amountTotal)}.
Masz na to minutę.</p>
<form class="bank" method="post" action="${pathOf(session)}/potwierdzenie">
<h2>Telefon kupującej w tej próbie</h2>
<p>Płatność BLIK ${zloty(session.amountTotal)}</p>
<div class="choices"><button name="decyzja" value="potwierdzam">Potwierdź</button>
<button class="quiet" name="decyzja" value="odrzucam">Odrzuć</button>
<button class="quiet" name="decyzja" value="czas">Nie rób nic, aż minie czas</button></div></form>`,
  )
}

/** The page of the buyer's bank, or of another provider, on which the payment is confirmed. */
export function bankPage(session: SessionRecord, method: Method, bank: number): Markup {
  const isTransfer = method === 'p24'
  const name = isTransfer ? `Przelewy24: ${BANKS[bank] ?? BANKS[0]}` : METHOD_NAMES[method]
  const what = isTransfer ? 'loguje się do banku i zleca przelew' : 'loguje się i potwierdza płatność'
  return page(
    isTransfer ? 'Przelew w banku' : METHOD_NAMES[method],
    session,
    html`<h1>${name}</h1>
<p>Tu kupująca ${what} ${zloty(session.amountTotal)}.</p>
<form class="bank" method="post" action="${pathOf(session)}/bank">
<input type="hidden" name="sposob" value="${method}">
<h2>Co zrobi ${isTransfer ? 'bank' : METHOD_NAMES[method]} w tej próbie</h2>
<div class="choices"><button name="decyzja" value="od-razu">Zapłać, pieniądze dotrą od razu</button>
<button class="quiet" name="decyzja" value="za-minute">Zapłać, pieniądze dotrą za minutę</button>
<button class="quiet" name="decyzja" value="po-czasie">
Zapłać, pieniądze dotrą za godzinę, gdy sklep już nie czeka</button>
<button class="quiet" name="decyzja" value="odrzucam">${isTransfer ? 'Bank odrzuca przelew' : 'Odmów płatności'}</button>
<button class="quiet" name="decyzja" value="anuluj">Przerwij i wróć do wyboru metody</button></div></form>`,
  )
}

/** The page of a session that can no longer be paid. */
export function endedPage(session: SessionRecord, successUrl: string): Markup {
  const toShop =
    session.cancelUrl === null ? '' : html`<a class="button" href="${session.cancelUrl}">Wróć do sklepu</a>`
  if (session.status === 'expired') {
    return page(
      'Czas minął',
      session,
      html`<h1>Czas na zapłatę minął</h1>
<p>Ta płatność wygasła i nic nie zostało pobrane. W sklepie możesz zapłacić jeszcze raz.</p>${toShop}`,
    )
  }
  if (session.money?.status === 'processing') {
    return page(
      'Przelew w drodze',
      session,
      html`<h1>Przelew jest w drodze</h1>
<p>Bank przyjął zlecenie, ale pieniądze jeszcze nie dotarły.</p>
<a class="button" href="${successUrl}">Wróć do sklepu</a>
<form class="bank" method="post" action="${pathOf(session)}/ksiegowanie"><h2>Co zrobi bank w tej próbie</h2>
<div class="choices"><button name="decyzja" value="dotarl">Pieniądze dotarły teraz</button>
<button class="quiet" name="decyzja" value="przepadl">Przelew się nie udał</button></div></form>`,
    )
  }
  if (session.money?.status === 'failed') {
    return page(
      'Przelew się nie udał',
      session,
      html`<h1>Przelew się nie udał</h1>
<p>Bank nie przekazał pieniędzy. W sklepie możesz zapłacić jeszcze raz.</p>${toShop}`,
    )
  }
  return page(
    'Zapłacono',
    session,
    html`<h1>Zapłacono</h1><p>Ta płatność jest już zakończona.</p>
<a class="button" href="${successUrl}">Wróć do sklepu</a>`,
  )
}

export function unknownPage(): Markup {
  return page(
    'Nie ma takiej płatności',
    null,
    html`<h1>Nie ma takiej płatności</h1><p>Adres jest niepełny albo płatność została usunięta.</p>`,
  )
}

const moment = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Warsaw' })

function wordState({ status, money }: SessionRecord): string {
  if (status === 'expired') return 'wygasła'
  if (money === null) return 'czeka na zapłatę'
  if (money.status === 'processing') return 'przelew w drodze'
  if (money.status === 'failed') return 'przelew się nie udał'
  const refunded = sumRefunds(money)
  return refunded === 0 ? 'opłacona' : `opłacona, zwrócono ${zloty(refunded)}`
}

const EMPTY = 'Brak płatności. Złóż w sklepie zamówienie płatne z góry.'

/** Links to the pages of all payments, newest first. */
export function listPage(sessions: readonly SessionRecord[]): Markup {
  const entries = sessions.toReversed().map((session) => {
    const { amountTotal, created, customerEmail, lines } = session
    const details = [moment.format(new Date(created)), customerEmail, lines.map(({ name }) => name).join(', ')]
    return html`<li><a href="${pathOf(session)}"><strong>${zloty(amountTotal)}</strong>
<span>${wordState(session)}</span>
<small>${details.join(' · ')}</small></a></li>`
  })
  return page(
    'Płatności',
    null,
    html`<h1>Płatności (piaskownica)</h1>
<p>Każda płatność rozpoczęta w sklepie. Wejdź w nią, aby zapłacić albo zaksięgować przelew.
<a href="/">Skrzynka pocztowa</a></p>
${entries.length === 0 ? html`<p>${EMPTY}</p>` : html`<ul class="payments">${entries}</ul>`}`,
  )
}
