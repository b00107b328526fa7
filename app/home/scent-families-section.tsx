import { href } from 'react-router'
import { FamilyStrip } from '#app/shop/family-strip.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import type { ScentFamily } from '#domain/catalog/scents/scent-families.ts'

export default function ScentFamilies({ families }: { families: ScentFamily[] }) {
  return (
    <section id="zapachy" aria-labelledby="zapachy-naglowek" className="bg-sand/60">
      <div className="page-width pt-12 pb-9 sm:pt-16 sm:pb-12">
        <SectionHeading id="zapachy-naglowek" eyebrow="Rodziny zapachów">
          Jak ma pachnieć?
        </SectionHeading>
        <p className="mt-3 mb-4 lg:mb-7 max-w-xl text-night/85">
          Wybierz to, co lubisz, a pokażemy perfumy z takimi nutami.
        </p>
        <FamilyStrip families={families} buildHref={(family) => `${href('/sklep')}?family=${family}`} size="lg" />
      </div>
    </section>
  )
}
