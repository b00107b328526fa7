import { html } from 'hono/html'
import { formatMoment, type Markup, markCurrent, page } from '#sandbox/page.ts'
import type { Message, MessageHead } from './message-store.ts'

/** A message may load only pictures and its own inline styles. */
export const MESSAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox'

export type MessageView = 'html' | 'tekst' | 'zrodlo'

type List = { messages: MessageHead[]; pageNumber: number; pages: number; total: number; hasPreviews: boolean }

const EMPTY = 'Brak wiadomości. Złóż zamówienie w sklepie, a potwierdzenie pojawi się tutaj.'

export function listPage({ messages, pageNumber, pages, total, hasPreviews }: List): Markup {
  return page(
    'Skrzynka pocztowa (piaskownica)',
    html`<h1>Skrzynka pocztowa (piaskownica)</h1>
<p class="lead">Tu trafia każda wiadomość wysłana przez sklep. Nic nie wychodzi do prawdziwych adresatów.
Liczba wiadomości: ${total}.</p>
<div class="bar">
<a href="/">Odśwież</a>
<a href="/pay">Płatności</a>
<a href="/paczki">Przesyłki InPost</a>
<a href="/ksef">KSeF</a>
<a href="/powiadomienia">Powiadomienia</a>
<a href="/kasa">Drukarka fiskalna</a>
<a href="/baselinker">BaseLinker</a>
${hasPreviews ? html`<a href="/maile">Wzory wiadomości</a>` : ''}
${total > 0 ? html`<form method="post" action="/wyczysc"><button>Opróżnij skrzynkę</button></form>` : ''}
</div>
${total === 0 ? html`<p>${EMPTY}</p>` : html`<ul>${messages.map(listEntry)}</ul>`}
${pages > 1 ? pager(pageNumber, pages) : ''}`,
  )
}

function listEntry(message: MessageHead): Markup {
  return html`<li><a href="/wiadomosci/${message.id}"><strong>${wordSubject(message)}</strong>
<time datetime="${message.receivedAt}">${formatMoment(message.receivedAt)}</time>
<span class="to">Do: ${message.to.join(', ')}</span></a></li>`
}

function pager(pageNumber: number, pages: number): Markup {
  return html`<nav class="bar pages" aria-label="Strony">
${pageNumber > 1 ? html`<a href="/?strona=${pageNumber - 1}">Nowsze</a>` : ''}
<span>Strona ${pageNumber} z ${pages}</span>
${pageNumber < pages ? html`<a href="/?strona=${pageNumber + 1}">Starsze</a>` : ''}
</nav>`
}

export function messagePage(message: Message, view: MessageView): Markup {
  const tab = (name: MessageView, label: string) =>
    html`<a href="/wiadomosci/${message.id}?widok=${name}" ${markCurrent(name === view)}>${label}</a>`
  return page(
    wordSubject(message),
    html`<p class="bar"><a href="/">Wszystkie wiadomości</a></p>
<h1>${wordSubject(message)}</h1>
<dl><dt>Od</dt><dd>${message.sender}</dd><dt>Do</dt><dd>${message.to.join(', ')}</dd>
${message.replyTo.length > 0 ? html`<dt>Odpowiedź do</dt><dd>${message.replyTo.join(', ')}</dd>` : ''}
<dt>Otrzymano</dt><dd>${formatMoment(message.receivedAt)}</dd>
${message.attachments.length > 0 ? html`<dt>Załączniki</dt><dd>${listAttachments(message)}</dd>` : ''}</dl>
<nav class="bar" aria-label="Widok wiadomości">
${tab('html', 'HTML')}${tab('tekst', 'Tekst')}${tab('zrodlo', 'Źródło')}</nav>
${content(message, view)}`,
  )
}

function listAttachments({ id, attachments }: Message): Markup[] {
  return attachments.map((name, index) => html`<a href="/wiadomosci/${id}/zalaczniki/${index}">${name}</a> `)
}

function content(message: Message, view: MessageView): Markup {
  if (view === 'tekst') return html`<pre>${message.text}</pre>`
  if (view === 'zrodlo') return html`<pre>${message.source}</pre>`
  return html`<iframe title="Treść wiadomości" src="/wiadomosci/${message.id}/html"
sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

function wordSubject(message: MessageHead): string {
  return message.subject === '' ? '(bez tematu)' : message.subject
}

export function lockedPage(): Markup {
  return page(
    'Skrzynka jest zamknięta',
    html`<h1>Skrzynka jest zamknięta</h1>
<p>Otwórz ją adresem, który sklep wypisał przy starcie obok słowa „Poczta”.</p>`,
  )
}

export function notFoundPage(): Markup {
  return page(
    'Nie ma takiej wiadomości',
    html`<h1>Nie ma takiej wiadomości</h1><p><a href="/">Wszystkie wiadomości</a></p>`,
  )
}
