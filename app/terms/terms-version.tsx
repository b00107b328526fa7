import { href, Link } from 'react-router'
import { servicesContext } from '#app/services-context.ts'
import { parseTerms } from '#domain/terms/terms.ts'
import { findTerms, listTermsVersions, readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import type { Route } from './+types/terms-version'
import { TermsArticle } from './terms-article.tsx'

/** One version of the terms, as an order's papers link to it: in force, earlier, or announced. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { publicDb, now } = context.get(servicesContext)
  const found = await findTerms(publicDb, params.version)
  if (!found) throw new Response(null, { status: 404 })
  const { version: inForce } = await readTermsInForce(publicDb, now())
  const versions = (await listTermsVersions(publicDb)).map(({ version }) => version)
  return {
    document: parseTerms(found.full_text),
    others: versions.filter((version) => version !== found.version),
    state: found.version === inForce ? 'in_force' : found.version > inForce ? 'announced' : 'earlier',
  } as const
}

export const shouldRevalidate = () => false

const NOTICES = {
  in_force: null,
  announced: 'Ta wersja dopiero zacznie obowiązywać.',
  earlier: 'To wcześniejsza wersja. Dotyczy zamówień złożonych, gdy obowiązywała.',
} as const

export default function TermsVersion({ loaderData: { document, others, state } }: Route.ComponentProps) {
  const words = NOTICES[state]
  return (
    <>
      <title>{document.title}</title>
      <meta name="robots" content="noindex" />
      <TermsArticle
        document={document}
        others={others}
        notice={
          words && (
            <p className="mt-6 rounded-2xl bg-sand p-5">
              {words}{' '}
              <Link to={href('/regulamin')} className="underline underline-offset-4">
                Obowiązujący regulamin
              </Link>
            </p>
          )
        }
      />
    </>
  )
}
