/** Letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** The longest slug that the public routes accept with an appended number. */
const SLUG_MAX_LENGTH = 120

/**
 * The slug of a name: lower case, Latin letters without marks, hyphens for spaces, and no characters except a-z, 0-9
 * and hyphens. '' when nothing remains.
 */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[łøđßæœı]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-|-$/g, '')
}

/** The slug itself if it is free, otherwise with the first free number: 'noc', 'noc-2', 'noc-3'. */
export function numberSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number++) {
    const numbered = `${slug}-${number}`
    if (!isTaken(numbered)) return numbered
  }
}
