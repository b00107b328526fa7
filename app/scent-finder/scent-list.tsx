import { href, Link } from 'react-router'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { MapPoint } from './scent-map.tsx'

/** The scents of the map as a plain list, by their main families. */
export function ScentList({ points }: { points: MapPoint[] }) {
  const families = [...Map.groupBy(points, ({ family }) => family)]
  return (
    <details className="mt-4">
      <summary className="disclosure">{`Pokaż jako listę (${points.length} ${inflectScents(points.length)})`}</summary>
      <div className="mt-4 gap-8 sm:columns-2">
        {families.map(([family, scents]) => (
          <section key={family} aria-label={family} className="mb-6 break-inside-avoid">
            <h3 className="font-display text-lg">{family}</h3>
            <ul>
              {scents.map(({ slug, name, grosze, isSoldOut }) => (
                <li key={slug} className="flex items-center justify-between gap-3 border-t border-night/10 text-sm">
                  <Link
                    to={href('/produkt/:slug', { slug })}
                    className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                  >
                    {name}
                  </Link>
                  <span className="price text-night/80">{isSoldOut ? 'wyprzedany' : formatGrosze(grosze)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}

/** 'zapach', 'zapachy' or 'zapachów' after a number. */
export const inflectScents = (count: number): string =>
  pluralize(count, { one: 'zapach', few: 'zapachy', many: 'zapachów' })
