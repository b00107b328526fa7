import { href, Link } from 'react-router'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { cachedPart } from '#app/ui/cached-part.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import { type Brand, GENDER_NAMES, type Gender, inflectProducts, isSubstitute } from '#domain/catalog/product.ts'
import type { HomeTexts } from './home-texts.server.ts'

const TONES: Record<Gender, string> = { women: 'bg-blush', men: 'bg-smoke', unisex: 'bg-sage' }

type ScentPickerProps = {
  texts: HomeTexts['brands']
  brands: Brand[]
  /** Picture of the newest product stands for each. */
  genders: { gender: Gender; total: number; imageKey: string | null }[]
}

/** The way in for those who do not know a name yet: for whom, then which brand. */
export const ScentPicker = cachedPart(function ScentPicker({ texts, brands, genders }: ScentPickerProps) {
  const original = brands.filter((brand) => !isSubstitute(brand))
  const others = brands.filter((brand) => isSubstitute(brand))
  return (
    <section id="marki" aria-labelledby="marki-naglowek" className="page-width py-16 sm:py-24">
      <h2 id="marki-naglowek" className="font-display text-3xl sm:text-4xl">
        {texts.title}
      </h2>
      <p className="mt-3 max-w-xl text-night/85">{texts.text}</p>
      <ul className="mt-8 grid gap-4 sm:grid-cols-3 sm:gap-6">
        {genders.map(({ gender, total, imageKey }) => (
          <li key={gender}>
            <Link
              to={`${href('/sklep')}?gender=${gender}`}
              className={classNames(
                'group flex h-full items-end justify-between gap-3 overflow-hidden rounded-3xl pl-6 sm:flex-col sm:items-stretch sm:pt-6 sm:pl-0',
                TONES[gender],
              )}
            >
              <span className="pb-6 sm:px-7 sm:pb-2">
                <span className="block font-display text-2xl sm:text-3xl">{GENDER_NAMES[gender]}</span>
                <span className="mt-1 flex items-center gap-2 text-sm">
                  {total} {inflectProducts(total)}
                  <Icon d={ARROW_RIGHT} className="size-4 transition-transform motion-safe:group-hover:translate-x-1" />
                </span>
              </span>
              <span className="mt-5 mr-6 block w-28 shrink-0 overflow-hidden rounded-t-full sm:mx-auto sm:mt-3 sm:w-3/5">
                <ProductPicture imageKey={imageKey} alt="" sizes="(min-width: 40rem) 20vw, 112px" className="w-full" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <h3 className="sr-only">Marki</h3>
      <ul className="mt-6 grid grid-cols-2 gap-x-6 lg:grid-cols-3">
        {[...original, ...others].map((brand) => (
          <li key={brand.id} className={classNames(!isSubstitute(brand) && 'col-span-full')}>
            <Link
              to={`${href('/sklep')}?brand=${brand.slug}`}
              className="group flex h-full flex-col border-b border-night/15 py-3 sm:py-5 transition-colors hover:border-night"
            >
              <span className="flex items-baseline justify-between gap-3 font-display text-lg sm:text-xl">
                {brand.name}
                <Icon
                  d={ARROW_RIGHT}
                  className="size-4 shrink-0 self-center text-gold transition-transform motion-safe:group-hover:translate-x-1"
                />
              </span>
              <span className={classNames('mt-1 text-sm text-night/80', isSubstitute(brand) && 'max-sm:hidden')}>
                {brand.description}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
})
