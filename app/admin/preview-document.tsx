import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { PRIVATE_HEADERS } from '#app/guards.ts'
import adminStyles from './admin.css?url'

/**
 * What is not published yet, for the admin alone: a document without scripts, so that what moves in the shop stands
 * still.
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
    headers: { ...PRIVATE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' },
  })
}

/** What a form sends for a preview, which the form has checked before. */
export const refusePreview = () =>
  new Response('Nie udało się pokazać podglądu.', { status: 400, headers: PRIVATE_HEADERS })
