/** Units of the figures, each with the number of periods shown, the present one last. */
export const FIGURE_PERIODS = { day: 30, week: 13, month: 12 } as const
export const FIGURE_UNITS = ['day', 'week', 'month'] as const
export type FigureUnit = (typeof FIGURE_UNITS)[number]
