import { href, redirect } from 'react-router'
import { answerPreview, readPreview, refusePreview } from '#app/admin/preview-document.tsx'
import { composeBlocks, GuideArticle } from '#app/guides/guide-article.tsx'
import { PRIVATE_HEADERS } from '#app/page-access.ts'
import { servicesContext } from '#app/services-context.ts'
import { guideChangeSchema } from '#domain/guides/guide.ts'
import type { Route } from './+types/guide-preview'

export const loader = () => redirect(href('/admin/ustawienia/poradnik'), { headers: PRIVATE_HEADERS })

/** Shows a guide as its form has it, and stores nothing. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const typed = await readPreview(request, 'guide', guideChangeSchema)
  if (typed === null) return refusePreview()
  const { profile, catalog } = context.get(servicesContext)
  const { title, blocks } = typed
  return answerPreview(
    profile.shopUrl,
    `Podgląd: ${title}`,
    <main>
      <GuideArticle title={title} blocks={composeBlocks(blocks, await catalog.read())} />
    </main>,
  )
}
