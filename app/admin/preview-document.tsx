import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { z } from 'zod'
import { PRIVATE_HEADERS } from '#app/page-access.ts'
import { readFormBody } from '#app/read-form.server.ts'
import adminStyles from './admin.css?url'

/** The style sheet, pictures and films of the shop, and nothing else. */
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/**
 * A page with unpublished content, for the admin alone. The document has no scripts, so that nothing in it moves.
 */
export async function answerPreview(shopUrl: string, title: string, content: ReactNode): Promise<Response> {
  const Preview = () => (
    <html lang="pl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={adminStyles} />
      </head>
      <body>
        <p role="status" className="sticky top-0 z-50 bg-sand px-5 py-3 text-center text-sm font-semibold">
          Podgląd, jeszcze nie opublikowano. Zamknij tę kartę, aby wrócić.
        </p>
        {content}
      </body>
    </html>
  )
  const { query, dataRoutes } = createStaticHandler([{ path: '*', Component: Preview }])
  const answer = await query(new Request(shopUrl))
  if (answer instanceof Response) return answer
  const router = createStaticRouter(dataRoutes, answer)
  const html = renderToStaticMarkup(<StaticRouterProvider router={router} context={answer} hydrate={false} />)
  return new Response(`<!doctype html>${html}`, {
    headers: {
      ...PRIVATE_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PREVIEW_POLICY,
    },
  })
}

/** The only field of a preview's form: JSON that the form has checked before. Null where it cannot be shown. */
export async function readPreview<Data>(
  request: Request,
  field: string,
  schema: z.ZodType<Data>,
): Promise<Data | null> {
  const typed = z.string().transform((json, context): unknown => {
    try {
      return JSON.parse(json)
    } catch {
      context.addIssue('Not JSON')
      return z.NEVER
    }
  })
  const read = typed.safeParse((await readFormBody(request)).get(field))
  return (read.success && schema.safeParse(read.data).data) || null
}

export const refusePreview = () =>
  new Response('Nie udało się pokazać podglądu.', { status: 400, headers: PRIVATE_HEADERS })
