/** Letters that lose nothing but a mark when decomposed need no entry here. */
const UNDECOMPOSED: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** As long as the routes of the public pages accept with a number behind it. */
const SLUG_MAX_LENGTH = 120

/**
 * The slug of a name: lower case, Polish and other Latin letters without their marks, spaces as hyphens, everything but
 * a-z, 0-9 and hyphens left out. '' where nothing is left.
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

/** The slug itself where it is free, else with the first free number: 'noc', 'noc-2', 'noc-3'. */
export function numberSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number++) {
    const numbered = `${slug}-${number}`
    if (!isTaken(numbered)) return numbered
  }
}
