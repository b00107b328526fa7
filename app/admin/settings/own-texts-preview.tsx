import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, href, redirect, StaticRouterProvider } from 'react-router'
import { z } from 'zod'
import { PRIVATE_HEADERS } from '#app/guards.ts'
import { LandingPage } from '#app/home/landing-page.tsx'
import { loadLandingPage } from '#app/home/load-landing-page.server.ts'
import { servicesContext } from '#app/services-context.ts'
import { SiteFooter } from '#app/shell/footer.tsx'
import { newOwnTextsSchema, readOwnTexts } from '#domain/settings/own-texts.ts'
import adminStyles from '../admin.css?url'
import type { Route } from './+types/own-texts-preview'

/** The form's only field: the texts as JSON. */
const typedTextsSchema = z
  .string()
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json)
    } catch {
      context.addIssue('Not JSON')
      return z.NEVER
    }
  })
  .pipe(newOwnTextsSchema)

export const loader = () => redirect(href('/admin/ustawienia/teksty'), { headers: PRIVATE_HEADERS })

/** The landing page with unpublished texts, only for the admin: a document without scripts, so that nothing moves. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const parsed = typedTextsSchema.safeParse((await request.formData()).get('texts'))
  if (!parsed.success) return new Response('Nie udało się pokazać podglądu.', { status: 400, headers: PRIVATE_HEADERS })
  const own = readOwnTexts(parsed.data)
  const page = await loadLandingPage(context, 1, own)
  const { profile } = context.get(servicesContext)
  const Preview = () => (
    <html lang="pl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Podgląd tekstów</title>
        <link rel="stylesheet" href={adminStyles} />
      </head>
      <body>
        <p role="status" className="sticky top-0 z-50 bg-sand px-5 py-3 text-center text-sm font-semibold">
          Podgląd, jeszcze nie opublikowano. Zamknij tę kartę, aby wrócić.
        </p>
        <main>
          <LandingPage {...page} />
        </main>
        <SiteFooter {...profile} footerText={own['footer.text']} isMeasured={false} />
      </body>
    </html>
  )
  const { query, dataRoutes } = createStaticHandler([{ path: '*', Component: Preview }])
  const answer = await query(new Request(profile.shopUrl))
  if (answer instanceof Response) return answer
  const router = createStaticRouter(dataRoutes, answer)
  const html = renderToStaticMarkup(<StaticRouterProvider router={router} context={answer} hydrate={false} />)
  return new Response(`<!doctype html>${html}`, {
    headers: { ...PRIVATE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' },
  })
}
