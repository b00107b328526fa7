import { Options } from '#app/admin/ui/form-parts.tsx'

/** Returned pieces of a product, of which the owner decides how many are sold again. */
export type DecidedPiece = { key: string; name: string; most: number; recalled: boolean }

type RestockFieldsProps = {
  pieces: readonly DecidedPiece[]
  chosen: Readonly<Record<string, number>>
  onChange: (chosen: Readonly<Record<string, number>>) => void
}

/** By default all pieces are sold again, but those of a recalled batch. */
export function restockAll(pieces: readonly DecidedPiece[]): Readonly<Record<string, number>> {
  return Object.fromEntries(pieces.map(({ key, most, recalled }) => [key, recalled ? 0 : most]))
}

export const RECALLED = 'Z wycofanej partii: nie sprzedawaj ponownie.'

/** 'Ile wraca do sprzedaży': how many pieces of each product are sold again, without broken ones. */
export function RestockFields({ pieces, chosen, onChange }: RestockFieldsProps) {
  if (pieces.length === 0) return null
  return (
    <fieldset className="text-sm">
      <legend className="mb-1 font-medium">Ile wraca do sprzedaży</legend>
      <ul className="divide-y divide-night/10">
        {pieces.map(({ key, name, most, recalled }) => (
          <li key={key} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <span>{name}</span>
              {recalled && <span className="block font-semibold text-wine">{RECALLED}</span>}
            </span>
            <select
              aria-label={`Ile wraca do sprzedaży: ${name}`}
              className="min-h-11 shrink-0 rounded-lg border border-night/45 bg-white px-3"
              value={Math.min(most, chosen[key] ?? 0)}
              onChange={({ target }) => onChange({ ...chosen, [key]: Number(target.value) })}
            >
              <Options of={Array.from({ length: most + 1 }, (_, left) => [most - left, `${most - left} z ${most}`])} />
            </select>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
