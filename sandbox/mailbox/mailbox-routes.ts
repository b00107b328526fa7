import { Hono, type MiddlewareHandler } from 'hono'
import { STYLE, setPagePolicy } from '#sandbox/page.ts'
import { listPage, MESSAGE_CSP, type MessageView, messagePage, notFoundPage } from './mailbox-pages.ts'
import { type Message, type MessageStore, readAttachment } from './message-store.ts'
import { createPreviewRoutes, type MailPreview } from './preview-routes.ts'

const PAGE_SIZE = 50

type MailboxOptions = {
  box: MessageStore
  requireToken: MiddlewareHandler
  /** Every mail of the shop with example rows; without it the mailbox shows no previews. */
  mailPreviews?: () => readonly MailPreview[]
}

/** The mailbox as pages for people and as JSON for tests; both need the token. */
export function createMailboxRoutes({ box, requireToken, mailPreviews }: MailboxOptions): Hono {
  const routes = new Hono()
  routes.use(setPagePolicy)

  routes.get('/_mailbox/style.css', (c) => c.text(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }))

  routes.use(requireToken)

  routes.get('/', (c) => {
    const messages = box.all()
    const pages = Math.max(1, Math.ceil(messages.length / PAGE_SIZE))
    const wanted = Number(c.req.query('strona') ?? 1)
    const page = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1
    const shown = messages.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    const list = { messages: shown, pageNumber: page, pages, total: messages.length }
    return c.html(listPage({ ...list, hasPreviews: mailPreviews !== undefined }))
  })

  if (mailPreviews) routes.route('/maile', createPreviewRoutes(mailPreviews))

  routes.post('/wyczysc', async (c) => {
    await box.clear()
    return c.redirect('/', 303)
  })

  routes.get('/wiadomosci/:id', async (c) => {
    const found = await box.open(c.req.param('id'))
    if (found === undefined) return c.html(notFoundPage(), 404)
    return c.html(messagePage(found, chooseView(found, c.req.query('widok'))))
  })

  routes.get('/wiadomosci/:id/html', async (c) => {
    const found = await box.open(c.req.param('id'))
    if (found === undefined) return c.html(notFoundPage(), 404)
    c.header('Content-Security-Policy', MESSAGE_CSP)
    // Links of a message open in a new tab, not inside the frame.
    return c.html(`<!doctype html><base target="_blank">${found.html}`)
  })

  routes.get('/wiadomosci/:id/zalaczniki/:index', async (c) => {
    const found = await box.open(c.req.param('id'))
    const file = found && (await readAttachment(found, Number(c.req.param('index'))))
    if (file === undefined) return c.html(notFoundPage(), 404)
    const disposition = `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`
    return c.body(file.bytes, 200, { 'Content-Type': file.type, 'Content-Disposition': disposition })
  })

  routes.get('/_mailbox/messages', async (c) => {
    const to = c.req.query('to')?.toLowerCase()
    const heads = box
      .all()
      .filter((candidate) => to === undefined || candidate.to.some((address) => address.toLowerCase() === to))
    const messages = await Promise.all(heads.map(({ id }) => box.open(id)))
    return c.json(messages.filter((message) => message !== undefined).map(({ source: _source, ...rest }) => rest))
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
