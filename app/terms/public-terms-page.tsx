import { href, type MetaDescriptor } from 'react-router'
import { buildPageMeta } from '#app/seo/page-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import { parseTerms } from '#domain/terms/terms.ts'
import { listTermsVersions, readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import type { Route } from './+types/public-terms-page'
import { TermsArticle } from './terms-article.tsx'

/** The terms in force. */
export async function loader({ context }: Route.LoaderArgs) {
  const { profile, publicDb, now } = context.get(servicesContext)
  const { version, full_text } = await readTermsInForce(publicDb, now())
  const others = (await listTermsVersions(publicDb)).map((other) => other.version).filter((other) => other !== version)
  const document = parseTerms(full_text)
  const description = `Zasady zakupów w sklepie ${profile.shopName}: zamówienia, płatności, dostawa, zwrot w 14 dni, reklamacje i opinie.`
  const page = { title: document.title, description, path: href('/regulamin'), type: 'article' } as const
  return { document, others, meta: buildPageMeta(profile, page) }
}

export const shouldRevalidate = () => false

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

export default function Terms({ loaderData: { document, others } }: Route.ComponentProps) {
  return <TermsArticle document={document} others={others} />
}
