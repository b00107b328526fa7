import { html } from 'hono/html'
import type { Message, MessageHead } from './message-store.ts'

/** A message may load nothing but pictures and its own inline styles. */
export const MESSAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; sandbox allow-popups allow-popups-to-escape-sandbox"

export type MessageView = 'html' | 'tekst' | 'zrodlo'

const when = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Warsaw' })

const STYLE = `
:root { color-scheme: light; --night: #171310; --oud: #5a3a22; --line: #d9cbb2; }
* { box-sizing: border-box; }
body { margin: 0; background: #f7f2e8; color: var(--night); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font: 500 28px/1.2 Georgia, 'Times New Roman', serif; margin: 0 0 4px; overflow-wrap: anywhere; }
a { color: var(--oud); }
a:focus-visible, button:focus-visible { outline: 3px solid #9c7430; outline-offset: 2px; }
.lead, .meta { color: var(--oud); margin: 0 0 20px; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 20px; }
.bar a, button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--line);
  border-radius: 6px; background: #fffdf8; color: var(--night); font: inherit; text-decoration: none; cursor: pointer; }
.bar form, .bar form button { width: 100%; text-align: left; padding-block: 8px; }
input, select { min-height: 44px; padding: 0 12px; border: 1px solid var(--oud); border-radius: 6px; background: #fff; font: inherit; }
.bar a[aria-current] { background: var(--night); color: #f7f2e8; border-color: var(--night); }
.pages { margin-top: 20px; }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 4px; border-bottom: 1px solid var(--line);
  color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover { background: #efe6d6; }
li strong { font-weight: 600; }
li time { color: var(--oud); font-size: 14px; white-space: nowrap; }
li .to { color: var(--oud); font-size: 14px; grid-column: 1 / -1; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 12px 0 20px; }
dt { color: var(--oud); } dd { margin: 0; overflow-wrap: anywhere; }
iframe, pre { width: 100%; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
iframe.telefon { max-width: 390px; }
iframe { height: 75vh; min-height: 420px; display: block; }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
`

type Markup = ReturnType<typeof html>

export function page(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/_mailbox/style.css">
</head>
<body><main>${body}</main></body>
</html>`
}

export function mailboxStyle(): string {
  return STYLE
}

type List = { messages: MessageHead[]; pageNumber: number; pages: number; total: number; hasPreviews: boolean }

export function listPage({ messages, pageNumber, pages, total, hasPreviews }: List): Markup {
  return page(
    'Skrzynka pocztowa (piaskownica)',
    html`<h1>Skrzynka pocztowa (piaskownica)</h1>
<p class="lead">Tu trafia każda wiadomość wysłana przez sklep. Nic nie wychodzi do prawdziwych adresatów. Liczba wiadomości: ${total}.</p>
<div class="bar">
<a href="/">Odśwież</a>
<a href="/pay">Płatności</a>
<a href="/paczki">Przesyłki InPost</a>
<a href="/powiadomienia">Powiadomienia</a>
${hasPreviews ? html`<a href="/maile">Wzory wiadomości</a>` : ''}
${total > 0 ? html`<form method="post" action="/wyczysc"><button>Opróżnij skrzynkę</button></form>` : ''}
</div>
${total === 0 ? html`<p>Brak wiadomości. Złóż zamówienie w sklepie, a potwierdzenie pojawi się tutaj.</p>` : html`<ul>${messages.map(listEntry)}</ul>`}
${pages > 1 ? pager(pageNumber, pages) : ''}`,
  )
}

function listEntry(message: MessageHead): Markup {
  return html`<li><a href="/wiadomosci/${message.id}"><strong>${wordSubject(message)}</strong>
<time datetime="${message.receivedAt}">${when.format(new Date(message.receivedAt))}</time>
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
    html`<a href="/wiadomosci/${message.id}?widok=${name}" ${name === view ? html`aria-current="page"` : ''}>${label}</a>`
  return page(
    wordSubject(message),
    html`<p class="bar"><a href="/">Wszystkie wiadomości</a></p>
<h1>${wordSubject(message)}</h1>
<dl><dt>Od</dt><dd>${message.sender}</dd><dt>Do</dt><dd>${message.to.join(', ')}</dd>
${message.replyTo.length > 0 ? html`<dt>Odpowiedź do</dt><dd>${message.replyTo.join(', ')}</dd>` : ''}
<dt>Otrzymano</dt><dd>${when.format(new Date(message.receivedAt))}</dd></dl>
<nav class="bar" aria-label="Widok wiadomości">${tab('html', 'HTML')}${tab('tekst', 'Tekst')}${tab('zrodlo', 'Źródło')}</nav>
${content(message, view)}`,
  )
}

function content(message: Message, view: MessageView): Markup {
  if (view === 'tekst') return html`<pre>${message.text}</pre>`
  if (view === 'zrodlo') return html`<pre>${message.source}</pre>`
  return html`<iframe title="Treść wiadomości" src="/wiadomosci/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

function wordSubject(message: MessageHead): string {
  return message.subject === '' ? '(bez tematu)' : message.subject
}

export function lockedPage(): Markup {
  return page(
    'Skrzynka jest zamknięta',
    html`<h1>Skrzynka jest zamknięta</h1>
<p>Otwórz ją adresem, który sklep wypisał przy starcie obok słowa „Mailbox”.</p>`,
  )
}

export function notFoundPage(): Markup {
  return page(
    'Nie ma takiej wiadomości',
    html`<h1>Nie ma takiej wiadomości</h1><p><a href="/">Wszystkie wiadomości</a></p>`,
  )
}
