import { href, redirect } from 'react-router'
import { answerPreview, readPreview, refusePreview } from '#app/admin/preview-document.tsx'
import { LandingPage } from '#app/home/landing-page.tsx'
import { loadLandingPage } from '#app/home/load-landing-page.server.ts'
import { PRIVATE_HEADERS } from '#app/page-access.ts'
import { servicesContext } from '#app/services-context.ts'
import { SiteFooter } from '#app/shell/footer.tsx'
import { newOwnTextsSchema, readOwnTexts } from '#domain/settings/own-texts.ts'
import type { Route } from './+types/own-texts-preview'

export const loader = () => redirect(href('/admin/ustawienia/teksty'), { headers: PRIVATE_HEADERS })

/** The landing page with texts that are not published. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const typed = await readPreview(request, 'texts', newOwnTextsSchema)
  if (typed === null) return refusePreview()
  const own = readOwnTexts(typed)
  const page = await loadLandingPage(context, 1, own)
  const { profile } = context.get(servicesContext)
  return answerPreview(
    profile.shopUrl,
    'Podgląd tekstów',
    <>
      <main>
        <LandingPage {...page} />
      </main>
      <SiteFooter {...profile} footerText={own['footer.text']} isMeasured={false} />
    </>,
  )
}
