/** Scent families. Their notes are in scent-notes.ts, which is too large for a page's script. */
export const SCENT_FAMILIES = [
  { slug: 'cytrusy', name: 'Cytrusy' },
  { slug: 'owoce', name: 'Owoce' },
  { slug: 'roza', name: 'Róża i piwonia' },
  { slug: 'biale-kwiaty', name: 'Białe kwiaty' },
  { slug: 'kwiaty-pudrowe', name: 'Kwiaty pudrowe' },
  { slug: 'ziola', name: 'Zioła' },
  { slug: 'zielone', name: 'Zieleń i herbata' },
  { slug: 'przyprawy', name: 'Przyprawy' },
  { slug: 'drewno', name: 'Drewno' },
  { slug: 'oud', name: 'Oud i dym' },
  { slug: 'zywice', name: 'Żywice i kadzidło' },
  { slug: 'ambra', name: 'Ambra i bursztyn' },
  { slug: 'wanilia', name: 'Wanilia i tonka' },
  { slug: 'slodycze', name: 'Słodycze i miód' },
  { slug: 'kawa-i-kakao', name: 'Kawa i kakao' },
  { slug: 'pizmo', name: 'Piżmo i czysta bawełna' },
  { slug: 'skora', name: 'Skóra i tytoń' },
  { slug: 'morskie', name: 'Morze i minerały' },
  { slug: 'mech', name: 'Mech i ziemia' },
] as const

export type ScentFamily = (typeof SCENT_FAMILIES)[number]
export type ScentFamilySlug = ScentFamily['slug']

/** Widths of the square pictures of families, px. */
export const FAMILY_PICTURE_WIDTHS = [160, 400] as const

/** The picture of a family (public/notes). */
export function buildFamilyPictureUrl(
  slug: ScentFamilySlug,
  width: (typeof FAMILY_PICTURE_WIDTHS)[number],
  format: 'avif' | 'webp',
): string {
  return `/notes/${slug}-${width}.${format}`
}
