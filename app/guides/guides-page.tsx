import { href, Link, type MetaDescriptor } from 'react-router'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { describeBreadcrumbs } from '#app/seo/json-ld.server.ts'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { SmallPage } from '#app/ui/small-page.tsx'
import { listPublishedGuides } from '#domain/guides/guide-queries.server.ts'
import type { Route } from './+types/guides-page'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicDb, profile } = context.get(servicesContext)
  const guides = await listPublishedGuides(publicDb)
  const path = href('/poradnik')
  return {
    build: context.get(buildVersion),
    guides: guides.map(({ updated_at: _changed, ...guide }) => guide),
    meta: buildPageMeta(profile, {
      title: `Poradnik | ${profile.shopName}`,
      description: `Jak wybierać, nosić i przechowywać perfumy: poradnik sklepu ${profile.shopName}.`,
      path,
      noindex: guides.length === 0,
      jsonLd: guides.length === 0 ? [] : [describeBreadcrumbs(profile.shopUrl, [{ name: 'Poradnik', path }])],
    }),
  }
}

/** Not when a dialog opens or closes. */
export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

/** All guides, newest first. */
export default function GuidesPage({ loaderData: { guides } }: Route.ComponentProps) {
  if (guides.length === 0) {
    return (
      <SmallPage title="Poradnik">
        <p className="mb-5">
          Nie ma tu jeszcze żadnej strony. O nutach, trwałości i okazjach przeczytasz przy każdym zapachu.
        </p>
        <Link to={href('/sklep')} className={buttonClass('primary', 'lg')}>
          Zobacz perfumy
        </Link>
      </SmallPage>
    )
  }
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <h1 className="mb-8 font-display text-3xl sm:text-4xl">Poradnik</h1>
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {guides.map(({ slug, title, description, image_key: imageKey }) => (
          <li key={slug} className="group relative flex gap-5 border-t border-night/15 pt-6">
            {imageKey !== null && (
              <div className="w-24 shrink-0 sm:w-28">
                <ProductPicture imageKey={imageKey} alt="" sizes="7rem" className="w-full rounded-xl" />
              </div>
            )}
            <div className="min-w-0">
              <h2 className="font-display text-xl wrap-anywhere">
                <Link
                  to={href('/poradnik/:slug', { slug })}
                  className="underline-offset-4 group-hover:underline after:absolute after:inset-0 after:content-['']"
                >
                  {title}
                </Link>
              </h2>
              <p className="mt-2 text-sm text-night/85 wrap-anywhere">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
