import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

/** A brand to add. `is_original`: its products are its own perfumes, without the mark of substitutes. */
export type MissingBrand = { name: string; is_original: boolean }

type MissingBrandsProps = { names: readonly string[]; busy: boolean; onAdd: (brands: readonly MissingBrand[]) => void }

const KINDS = [
  { is_original: false, label: 'Zamienniki: karty z napisem „ZAMIENNIK”' },
  { is_original: true, label: 'Oryginalne perfumy tej marki' },
]

/** Brands of the file that the shop does not have: whose perfumes they are is asked, never guessed. */
export function MissingBrands({ names, busy, onAdd }: MissingBrandsProps) {
  const [kinds, setKinds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const chosen = names.flatMap((name) => {
    const is_original = kinds.get(name)
    return is_original === undefined ? [] : [{ name, is_original }]
  })
  const isWhole = chosen.length === names.length
  const choose = (of: readonly string[], is_original: boolean) =>
    setKinds((known) => new Map([...known, ...of.map((name) => [name, is_original] as const)]))
  return (
    <section aria-labelledby="nowe-marki" className="space-y-3 rounded-xl bg-ivory px-4 py-3 text-sm">
      <h3 id="nowe-marki" className="font-semibold">{`Marki, których sklep jeszcze nie ma: ${names.length}`}</h3>
      <p className="max-w-prose">
        Powiedz, czyje to perfumy: od tego zależy, czy na kartach stanie „ZAMIENNIK”. Później zmienisz to w Markach.
      </p>
      {names.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {KINDS.map(({ is_original, label }) => (
            <Button
              key={label}
              variant="secondary"
              size="tight"
              disabled={busy}
              onClick={() => choose(names, is_original)}
            >
              {is_original ? 'Wszystkie oryginalne' : 'Wszystkie to zamienniki'}
            </Button>
          ))}
        </div>
      )}
      <ul className="divide-y divide-night/10">
        {names.map((name) => (
          <li key={name}>
            <fieldset className="flex flex-wrap items-center gap-x-6 py-1">
              <legend className="float-left mr-4 min-w-40 py-2 font-semibold wrap-anywhere">{name}</legend>
              {KINDS.map(({ is_original, label }) => (
                <label key={label} className="flex min-h-11 items-center gap-2">
                  <input
                    type="radio"
                    name={`marka ${name}`}
                    className="size-5 shrink-0 accent-night"
                    disabled={busy}
                    checked={kinds.get(name) === is_original}
                    onChange={() => choose([name], is_original)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="tight" busy={busy} disabled={!isWhole} onClick={() => onAdd(chosen)}>
        {`Dodaj ${names.length} ${pluralize(names.length, { one: 'markę', few: 'marki', many: 'marek' })}`}
      </Button>
    </section>
  )
}
