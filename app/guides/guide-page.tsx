import { data, href, type MetaDescriptor, type ShouldRevalidateFunctionArgs } from 'react-router'
import { describeArticle, describeBreadcrumbs } from '#app/seo/json-ld.server.ts'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import { FailurePage, HomeLink } from '#app/ui/page-failure.tsx'
import { findPublishedGuide } from '#domain/guides/guide-queries.server.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { Route } from './+types/guide-page'
import { composeBlocks, GuideArticle } from './guide-article.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog, publicDb, profile } = context.get(servicesContext)
  const found = await findPublishedGuide(publicDb, params.slug)
  // Returned, not thrown, because the browser repeats the request for a thrown answer.
  if (!found) return data(null, { status: 404 })
  const { title, description, published_at: published, updated_at: changed } = found
  const path = href('/poradnik/:slug', params)
  const picture = found.blocks.find((block) => block.kind === 'picture')
  const image = picture && buildPictureUrl(picture.image_key, 960, 'webp')
  const shown = { title, description, path, ...(image !== undefined && { image }) }
  return {
    build: context.get(buildVersion),
    title,
    blocks: composeBlocks(found.blocks, await catalog.read()),
    meta: buildPageMeta(profile, {
      ...shown,
      title: `${title} | ${profile.shopName}`,
      type: 'article',
      jsonLd: [
        describeArticle(profile, { ...shown, published: published ?? changed, changed }),
        describeBreadcrumbs(profile.shopUrl, [
          { name: 'Poradnik', path: href('/poradnik') },
          { name: title, path },
        ]),
      ],
    }),
  }
}

export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams.slug !== nextParams.slug
}

const MISSING: MetaDescriptor[] = [{ name: 'robots', content: 'noindex' }]

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? MISSING

/** One guide; drafts and unknown ones do not exist. */
export default function GuidePage({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <GuideArticle {...loaderData} />
  return (
    <FailurePage title="Nie ma takiej strony">
      <p>Adres jest błędny albo ta strona poradnika została usunięta.</p>
      <HomeLink />
    </FailurePage>
  )
}
