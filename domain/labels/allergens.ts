import { ALLERGEN_NAMES } from './allergen-names.ts'

/** A substance by the name that is shown, and the other names that lists of ingredients have for it. */
type Names = readonly (readonly [name: string, ...others: string[]])[]

const GREEK: Record<string, string> = { α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta' }

/** The letters and digits of a name, so that case, spaces, hyphens and accents make no difference. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[αβγδ]/g, (letter) => GREEK[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
}

const indexNames = (substances: Names) =>
  new Map(substances.flatMap((names) => names.map((name) => [foldName(name), names[0]] as const)))

const ALLERGENS = indexNames(ALLERGEN_NAMES)

/** Substances that perfumes may no longer contain (annex II of regulation (EC) 1223/2009), in order of their ban. */
const BANNED = indexNames([
  // Regulation (EU) 2017/1410: no sale since 2021-08-23
  [
    'Hydroxyisohexyl 3-Cyclohexene Carboxaldehyde',
    'HICC',
    'Lyral',
    '4-(4-Hydroxy-4-methylpentyl)cyclohex-3-enecarbaldehyde',
  ],
  ['Atranol', '2,6-Dihydroxy-4-methylbenzaldehyde'],
  ['Chloroatranol', '3-Chloro-2,6-dihydroxy-4-methylbenzaldehyde'],
  // Regulation (EU) 2021/1902: no sale since 2022-03-01
  ['Butylphenyl Methylpropional', 'Lilial', 'p-BMHCA', '2-(4-tert-Butylbenzyl)propionaldehyde'],
])

/** The allergens that a list of ingredients names, in its order and each once. */
export const findAllergens = (ingredients: string): string[] => findSubstances(ingredients, ALLERGENS)

/** The banned substances that a list of ingredients names, in its order and each once. */
export const findBanned = (ingredients: string): string[] => findSubstances(ingredients, BANNED)

/**
 * An ingredient counts as a whole: 'Benzyl Alcohol' is not found in 'Phenylbenzyl Alcohol'. Names in brackets count as
 * well.
 */
function findSubstances(ingredients: string, byName: ReadonlyMap<string, string>): string[] {
  const found = splitIngredients(ingredients).flatMap((ingredient) => {
    const bare = ingredient.replace(/[([][^)\]]*[)\]]/g, ' ')
    return [ingredient, bare, ...ingredient.split(/[()[\]]/)].flatMap((name) => byName.get(foldName(name)) ?? [])
  })
  return [...new Set(found)]
}

/**
 * The ingredients between commas, semicolons, middle dots and line breaks. A comma within a number separates nothing.
 */
function splitIngredients(ingredients: string): string[] {
  return ingredients.split(/[;•·\n]|(?<!\d),|,(?!\d)/)
}
