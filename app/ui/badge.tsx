import type { Badge } from '#domain/catalog/product.ts'
import { classNames } from './class-names.ts'

const TONES: Record<Badge, string> = {
  ZAMIENNIK: 'bg-ivory/95 text-night',
  '+GRATIS': 'bg-blush text-night',
  WYPRZEDANE: 'bg-wine text-white',
}

/** The product's badges, in the order of `badgesOf` (spec 1 §2). */
export function ProductBadges({ badges, className }: { badges: Badge[]; className?: string }) {
  if (badges.length === 0) return null
  return (
    <ul aria-label="Oznaczenia" className={classNames('flex flex-wrap gap-1.5', className)}>
      {badges.map((badge) => (
        <li
          key={badge}
          className={classNames('rounded-full px-2.5 py-0.5 text-xs font-semibold tracking-wide', TONES[badge])}
        >
          {badge}
        </li>
      ))}
    </ul>
  )
}
