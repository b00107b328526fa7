export const GENDERS = ['women', 'men', 'unisex'] as const
export type Gender = (typeof GENDERS)[number]
export const GENDER_NAMES: Record<Gender, string> = { women: 'Damskie', men: 'Męskie', unisex: 'Unisex' }
