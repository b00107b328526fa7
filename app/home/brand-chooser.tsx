import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, shopBrandsQuery, shopSettingsQuery } from '#app/query-client.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import { chooseBrand, listOfferedBrands } from './brand-choice.ts'

/**
 * The brands of the page, without those that the shop has removed or hidden since it was rendered; all of them until
 * the shop has answered.
 */
function useOfferedBrands() {
  const { data: present } = useQuery(shopBrandsQuery, queryClient)
  const { data: settings } = useQuery(shopSettingsQuery, queryClient)
  const slugs = present && new Set(present.map(({ slug }) => slug))
  return listOfferedBrands().filter(
    ({ slug, isOriginal }) => (slugs?.has(slug) ?? true) && (isOriginal || settings?.hide_substitutes !== true),
  )
}

/** The sheet of all brands on the phone, with a search. */
export default function BrandChooser({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [wanted, setWanted] = useState('')
  const brands = useOfferedBrands().filter(({ name }) => fold(name).includes(fold(wanted.trim())))

  function choose(slug: string | null) {
    chooseBrand(slug)
    onClose()
  }

  return (
    <Dialog open={open} onClose={onClose} title="Wybierz markę" size="sm">
      <div className="px-5 pt-4 pb-6 sm:px-7">
        <input
          type="search"
          aria-label="Szukaj marki"
          placeholder="Szukaj marki"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={50}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="pill min-h-12 w-full px-5 py-2 text-base placeholder:text-night/70"
        />
        <p role="status" className="sr-only">
          {brands.length === 0 ? 'Brak marek' : `Marki: ${brands.length}`}
        </p>
        {brands.length === 0 && <p className="py-10 text-center">Brak marek. Sprawdź pisownię.</p>}
        {/* A minimum height, so that the sheet does not jump during typing. */}
        <ul className="mt-3 min-h-[50dvh]">
          {wanted.trim() === '' && <Choice name="Wszystkie marki" onChoose={() => choose(null)} />}
          {brands.map(({ slug, name }) => (
            <Choice key={slug} name={name} onChoose={() => choose(slug)} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Choice({ name, onChoose }: { name: string; onChoose: () => void }) {
  return (
    <li className="border-b border-night/10">
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-13 w-full items-center justify-between gap-3 text-left font-display text-lg hover:bg-sand/60"
      >
        {name}
        <Icon d={ARROW_RIGHT} className="size-4 shrink-0 text-gold" />
      </button>
    </li>
  )
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')
}
