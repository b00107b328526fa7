import { Hono, type MiddlewareHandler } from 'hono'
import { listPage, type MessageView, mailboxStyle, messagePage, notFoundPage } from '#sandbox/mailbox/mailbox-pages.ts'
import type { Message, MessageStore } from './message-store.ts'

const PAGE_SIZE = 50

/** No script anywhere; a message may load nothing but pictures and its own inline styles. */
const PAGE_CSP = "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'"
const MESSAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; sandbox allow-popups allow-popups-to-escape-sandbox"

/** The mailbox as pages for people and as JSON for tests, for those who bring the token. */
export function createMailboxRoutes(box: MessageStore, requireToken: MiddlewareHandler): Hono {
  const routes = new Hono()
  const findMessage = (id: string): Message | undefined => box.all().find((candidate) => candidate.id === id)

  routes.use(async (c, next) => {
    c.header('Content-Security-Policy', PAGE_CSP)
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('Cache-Control', 'no-store')
    await next()
  })

  routes.get('/_mailbox/style.css', (c) => c.text(mailboxStyle(), 200, { 'Content-Type': 'text/css; charset=utf-8' }))

  routes.use(requireToken)

  routes.get('/', (c) => {
    const messages = box.all()
    const pages = Math.max(1, Math.ceil(messages.length / PAGE_SIZE))
    const wanted = Number(c.req.query('strona') ?? 1)
    const page = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1
    return c.html(listPage(messages.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages, messages.length))
  })

  routes.post('/wyczysc', async (c) => {
    await box.clear()
    return c.redirect('/', 303)
  })

  routes.get('/wiadomosci/:id', (c) => {
    const found = findMessage(c.req.param('id'))
    if (found === undefined) return c.html(notFoundPage(), 404)
    return c.html(messagePage(found, chooseView(found, c.req.query('widok'))))
  })

  routes.get('/wiadomosci/:id/html', (c) => {
    const found = findMessage(c.req.param('id'))
    if (found === undefined) return c.html(notFoundPage(), 404)
    c.header('Content-Security-Policy', MESSAGE_CSP)
    // Links of a message open beside the mailbox, not inside the frame.
    return c.html(`<!doctype html><base target="_blank">${found.html}`)
  })

  routes.get('/_mailbox/messages', (c) => {
    const to = c.req.query('to')?.toLowerCase()
    return c.json(
      box
        .all()
        .filter((candidate) => to === undefined || candidate.to.some((address) => address.toLowerCase() === to))
        .map(({ source: _source, ...rest }) => rest),
    )
  })

  routes.delete('/_mailbox/messages', async (c) => {
    await box.clear()
    return c.body(null, 204)
  })

  return routes
}

function chooseView(message: Message, wanted: string | undefined): MessageView {
  if (wanted === 'tekst' || wanted === 'zrodlo' || wanted === 'html') return wanted
  return message.html === '' ? 'tekst' : 'html'
}
