/** The parameter of the shop's address for reduced products only. */
export const REDUCED_PARAM = { name: 'promocja', value: 'tak' } as const
export const REDUCED_QUERY = 'promocja=tak'
