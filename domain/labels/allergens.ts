import { ALLERGEN_NAMES } from './allergen-names.ts'

const GREEK: Record<string, string> = { α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta' }

/** The letters and digits of a name, so that case, spaces, hyphens and accents make no difference. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[αβγδ]/g, (letter) => GREEK[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
}

const BY_NAME = new Map(ALLERGEN_NAMES.flatMap((names) => names.map((name) => [foldName(name), names[0]] as const)))

/**
 * The allergens that a list of ingredients names, in its order and each once. An ingredient counts as a whole:
 * 'Benzyl Alcohol' is not found in 'Phenylbenzyl Alcohol'. Names in brackets count as well.
 */
export function findAllergens(ingredients: string): string[] {
  const found = splitIngredients(ingredients).flatMap((ingredient) => {
    const bare = ingredient.replace(/[([][^)\]]*[)\]]/g, ' ')
    return [ingredient, bare, ...ingredient.split(/[()[\]]/)].flatMap((name) => BY_NAME.get(foldName(name)) ?? [])
  })
  return [...new Set(found)]
}

/**
 * The ingredients between commas, semicolons, middle dots and line breaks. A comma within a number separates nothing.
 */
function splitIngredients(ingredients: string): string[] {
  return ingredients.split(/[;•·\n]|(?<!\d),|,(?!\d)/)
}
