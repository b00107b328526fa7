export const GENDERS = ['women', 'men', 'unisex'] as const
export type Gender = (typeof GENDERS)[number]
/** Names of lists. */
export const GENDER_TITLES: Record<Gender, string> = {
  women: 'Perfumy damskie',
  men: 'Perfumy męskie',
  unisex: 'Perfumy unisex',
}
export const GENDER_NAMES: Record<Gender, string> = { women: 'Damskie', men: 'Męskie', unisex: 'Unisex' }
