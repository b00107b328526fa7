import { href } from 'react-router'
import { FamilyStrip } from '#app/shop/family-strip.tsx'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import type { ScentFamily } from '#domain/catalog/scents/scent-families.ts'

type ScentFamiliesProps = { texts: ShopTexts['families']; families: ScentFamily[] }

export default function ScentFamilies({ texts, families }: ScentFamiliesProps) {
  return (
    <section id="zapachy" aria-labelledby="zapachy-naglowek" className="bg-sand/60">
      <div className="page-width pt-12 pb-9 sm:pt-16 sm:pb-12">
        <SectionHeading id="zapachy-naglowek" eyebrow={texts.eyebrow}>
          {texts.title}
        </SectionHeading>
        <p className="mt-3 mb-4 lg:mb-7 max-w-xl text-night/85">{texts.text}</p>
        <FamilyStrip families={families} buildHref={(family) => `${href('/sklep')}?family=${family}`} size="lg" />
      </div>
    </section>
  )
}
