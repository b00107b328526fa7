import { useEffect, useRef, useState } from 'react'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { classNames } from '#app/ui/class-names.ts'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { useSeen } from '#app/ui/use-seen.ts'
import { PICKER_GENDERS, type PickerBrand, type PickerGender } from '#domain/catalog/lists/picker.ts'
import { offerBrands } from './brand-choice.ts'
import { PickerControls } from './picker-controls.tsx'
import { PICKER_TONES, PickerPanel, PickerProducts } from './picker-panel.tsx'

type BrandPickerProps = { texts: ShopTexts['brands']; brands: PickerBrand[] }

/**
 * Finds a product by gender, then brand. Two columns open on hover, focus or press; the phone shows one of them, with a
 * search and a sheet of all brands. Without JavaScript every tile is a link to the shop.
 */
export default function BrandPicker({ texts, brands }: BrandPickerProps) {
  const [gender, setGender] = useState<PickerGender>('women')
  const [brand, setBrand] = useState<Record<PickerGender, string | null>>({ women: null, men: null })
  const [search, setSearch] = useState('')
  const section = useRef<HTMLElement>(null)
  const seen = useSeen(section)
  // With substitutes hidden there is only one brand, without a button back.
  const [only] = brands
  const forced = seen && brands.length === 1 && only ? only.slug : null
  const choose = (of: PickerGender, slug: string | null) => setBrand((chosen) => ({ ...chosen, [of]: slug }))
  useEffect(() => offerBrands(brands, (slug) => choose(gender, slug)))
  const [isHydrated, setHydrated] = useState(false)
  // The visitor may have chosen before hydration.
  useEffect(() => {
    setHydrated(true)
    if (section.current?.querySelector<HTMLInputElement>('[value=men]')?.checked) setGender('men')
  }, [])

  return (
    <section
      ref={section}
      id="marki"
      aria-labelledby="marki-naglowek"
      className="page-width py-14 [--men-display:none] has-[[value=men]:checked]:[--men-display:block] has-[[value=men]:checked]:[--women-display:none] sm:py-20"
    >
      <SectionHeading id="marki-naglowek" eyebrow={texts.eyebrow}>
        {texts.title}
      </SectionHeading>
      <p className="mt-3 max-w-xl text-night/85">{texts.text}</p>
      <PickerControls
        gender={gender}
        onGender={setGender}
        onSearch={setSearch}
        offersBrands={brands.length > 1}
        isHydrated={isHydrated}
      />
      {search !== '' && (
        <div className={classNames('mt-3 rounded-3xl p-3 md:hidden', PICKER_TONES[gender])}>
          <PickerProducts gender={gender} filter={{ search }} onBack={null} />
        </div>
      )}
      <div className={classNames('mt-3 grid gap-6 md:mt-8 md:grid-cols-2', search !== '' && 'max-md:hidden')}>
        {PICKER_GENDERS.map((of) => (
          <PickerPanel
            key={of}
            gender={of}
            brands={brands.filter((one) => one[of].total > 0)}
            brand={forced ?? brand[of]}
            onBrand={(slug) => choose(of, slug)}
            onBack={forced ? null : () => choose(of, null)}
            isHydrated={isHydrated}
          />
        ))}
      </div>
    </section>
  )
}
