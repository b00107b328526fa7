/** The pages of the settings that have fields of the shop's profile. */
export type ProfilePage = 'seller' | 'shop' | 'measuring'

/** The rule for a value. Values are trimmed; '' means no value, which `optional` alone allows or refuses. */
type Rule = {
  accepts(value: string): boolean
  /** The message for the owner, at the field. */
  sentence: string
  /** The message at the start, after the name of the variable: 'musi być ...'. */
  must: string
}

export type ProfileField = {
  label: string
  /** Where it is edited; null: in the environment alone. */
  page: ProfilePage | null
  /** The value of a new shop. The seller's preset cannot exist, so that a demo is never mistaken for a real shop. */
  initial: string
  /** May be empty. */
  optional?: true
  rule?: Rule
  /** Values of a demo, which no owner may enter. */
  invented?: RegExp
  /** The normalised form in which it is stored. */
  tidy?(value: string): string
  /** 'yes' or 'no'. */
  isSwitch?: true
  hint?: string
  kind?: 'email' | 'tel' | 'url' | 'numeric'
  autoComplete?: string
}

export const INVENTED_ADDRESS = /Przykładowa|00-000/
export const ONLY_ZEROS = /^[0\D]*$/

export const YES_OR_NO: Rule = {
  accepts: (value) => value === 'yes' || value === 'no',
  sentence: 'Wybierz tak albo nie',
  must: 'musi mieć wartość yes albo no.',
}

export const GRAMS: Rule = {
  accepts: (value) => /^\d{1,4}$/.test(value),
  sentence: 'Podaj pełne gramy, np. 180',
  must: 'musi być liczbą pełnych gramów, najwyżej 9999.',
}

/** An address of https; null for anything else, and for one with a space, at which links of plain mails would end. */
function parseLink(value: string): URL | null {
  const url = /\s/.test(value) ? null : URL.parse(value)
  return url?.protocol === 'https:' ? url : null
}

/** A page on another site, which buyers are led to. */
export const HTTPS_LINK: Rule = {
  accepts: (value) => {
    const url = parseLink(value)
    return url?.hostname.includes('.') === true && url.username === '' && url.password === ''
  },
  sentence: 'Podaj cały adres strony, np. https://szybkiezwroty.pl/perfumeria',
  must: 'musi być adresem strony z https, np. https://szybkiezwroty.pl/perfumeria.',
}

/** A profile of the shop on another site: https, its own host or a name below it. */
export const link = (host: string): Rule => ({
  accepts: (value) => {
    const url = parseLink(value)
    return url !== null && (url.hostname === host || url.hostname.endsWith(`.${host}`))
  },
  sentence: `Podaj cały adres profilu, np. https://${host}/perfumeria`,
  must: `musi być adresem profilu, np. https://${host}/perfumeria.`,
})

export const MOST_IDS = 3
const MEASUREMENT_ID = /^(?:G|AW|GT)-[A-Z0-9]{4,20}$/

/** The ids in a text like 'G-ABC123DEF4, AW-123456789'. */
export const listMeasurementIds = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean)

export function areMeasurementIds(value: string): boolean {
  const ids = listMeasurementIds(value)
  return ids.length <= MOST_IDS && new Set(ids).size === ids.length && ids.every((id) => MEASUREMENT_ID.test(id))
}
