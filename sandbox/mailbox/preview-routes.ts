import { Hono } from 'hono'
import { html } from 'hono/html'
import { markCurrent, page } from '#sandbox/page.ts'
import { MESSAGE_CSP, notFoundPage } from './mailbox-pages.ts'

/** A mail of the shop with example rows. */
export type MailPreview = {
  template: string
  name: string
  /** What distinguishes these rows from the other examples. */
  example: string
  subject: string
  html: string
  text: string
}

type View = 'telefon' | 'komputer' | 'tekst'
const VIEWS: Record<View, string> = { telefon: 'Telefon', komputer: 'Komputer', tekst: 'Tekst' }

/** Shows every mail of the shop as HTML, in the width of a phone and of a desktop, and as text. */
export function createPreviewRoutes(listPreviews: () => readonly MailPreview[]): Hono {
  const routes = new Hono()
  const find = (number: string) => listPreviews()[Number(number)]

  routes.get('/', (c) => c.html(listPage(listPreviews())))

  routes.get('/:number', (c) => {
    const number = c.req.param('number')
    const preview = find(number)
    if (preview === undefined) return c.html(notFoundPage(), 404)
    const wanted = c.req.query('widok')
    return c.html(previewPage(preview, number, wanted === 'komputer' || wanted === 'tekst' ? wanted : 'telefon'))
  })

  routes.get('/:number/html', (c) => {
    const preview = find(c.req.param('number'))
    if (preview === undefined) return c.html(notFoundPage(), 404)
    c.header('Content-Security-Policy', MESSAGE_CSP)
    return c.html(preview.html)
  })
  return routes
}

function listPage(previews: readonly MailPreview[]) {
  return page(
    'Wzory wiadomości (piaskownica)',
    html`<p class="bar"><a href="/">Skrzynka pocztowa</a></p>
<h1>Wzory wiadomości</h1>
<p class="lead">Każda wiadomość sklepu z przykładowymi danymi. Linki w nich niczego nie otwierają.</p>
<ul>${previews.map(
      ({ name, example, subject }, number) =>
        html`<li><a href="/maile/${number}"><strong>${name}: ${example}</strong>
<span class="to">${subject}</span></a></li>`,
    )}</ul>`,
  )
}

function previewPage(preview: MailPreview, number: string, view: View) {
  const tabs = Object.entries(VIEWS).map(
    ([name, label]) => html`<a href="/maile/${number}?widok=${name}" ${markCurrent(name === view)}>${label}</a>`,
  )
  const frame = html`<iframe class="${view}" title="Treść wiadomości" src="/maile/${number}/html"
sandbox="allow-popups"></iframe>`
  return page(
    preview.subject,
    html`<p class="bar"><a href="/maile">Wszystkie wzory</a></p>
<h1>${preview.subject}</h1>
<p class="lead">${preview.name}: ${preview.example}</p>
<nav class="bar" aria-label="Widok wiadomości">${tabs}</nav>
${view === 'tekst' ? html`<pre>${preview.text}</pre>` : frame}`,
  )
}
