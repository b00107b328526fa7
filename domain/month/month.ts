/** A month as '2026-11'. Months compare as strings do. */
export type Month = string

export const nextMonth = (month: Month): Month => shiftMonth(month, 1)

/** The month that is this many months later. */
export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

const inWords = new Intl.DateTimeFormat('pl-PL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'listopad 2026' */
export const labelMonth = (month: Month): string => inWords.format(new Date(`${month}-01T00:00:00Z`))
