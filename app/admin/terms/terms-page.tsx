import { href } from 'react-router'
import { formatMomentDay } from '#app/admin/orders/moments.ts'
import { apiQuery, refresh } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { servicesContext } from '#app/services-context.ts'
import { renderShopTerms } from '#app/terms/shop-terms.ts'
import { readStoredFeatures } from '#domain/terms/feature-queries.server.ts'
import type { TermsArchive } from '#domain/terms/publish-terms.server.ts'
import { formatTermsDay, splitTerms } from '#domain/terms/terms.ts'
import type { Route } from './+types/terms-page'
import { NewVersion } from './new-version.tsx'

/** The text shipped with this build, with the seller's present settings and what is switched on. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, profile } = context.get(servicesContext)
  const features = await readStoredFeatures(db)
  return { features, shopBody: splitTerms(renderShopTerms(profile, features).fullText).body }
}

const termsQuery = apiQuery(['admin-terms'], (signal) => callApi('get', '/api/admin/terms', { signal }))

/** 'Regulamin': lists the versions of the terms and publishes a new one. */
export default function TermsPage({ loaderData: { features, shopBody } }: Route.ComponentProps) {
  return (
    <div className="space-y-4">
      <h1 className="font-display text-2xl">Regulamin</h1>
      <QueryCard
        title="Wersje"
        query={termsQuery}
        failed="Nie udało się załadować regulaminu"
        rows={3}
        lead="Każde zamówienie pamięta wersję, którą zaakceptowano. Ogłoszonej wersji nie można zmienić ani usunąć."
      >
        {(archive) => <Versions archive={archive} />}
      </QueryCard>
      <QueryCard title="Nowa wersja" query={termsQuery} failed="Nie udało się załadować regulaminu" rows={12}>
        {(archive) => (
          <NewVersion
            key={archive.versions.length}
            archive={archive}
            shopBody={shopBody}
            features={features}
            onPublished={() => refresh(termsQuery)}
          />
        )}
      </QueryCard>
    </div>
  )
}

function Versions({ archive: { versions, in_force: inForce } }: { archive: TermsArchive }) {
  return (
    <ul className="divide-y divide-night/10 text-sm">
      {versions.map(({ version, sha256, published_at: publishedAt }) => (
        <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
          <a
            href={href('/regulamin/:version', { version })}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 lg:min-h-8"
          >
            {`Od ${formatTermsDay(version)}`}
            <span className="sr-only"> (otwiera się w nowej karcie)</span>
          </a>
          <span className="rounded-full bg-sand px-3 py-0.5 text-xs font-semibold">
            {version === inForce ? 'Obowiązuje' : version > inForce ? 'Ogłoszona' : 'Wcześniejsza'}
          </span>
          <span className="text-xs text-oud">
            zapisana {formatMomentDay(publishedAt)}, suma kontrolna <code title={sha256}>{sha256.slice(0, 12)}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}
