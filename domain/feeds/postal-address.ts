/** An address in the parts that a form has. */
export type PostalAddress = {
  street: string
  /** The postal code; '' in countries without one. */
  postalCode: string
  city: string
  /** Two letters, e.g. 'PL'. */
  countryCode: string
}

let countries: ReadonlyMap<string, string> | undefined

/** Codes of countries by their Polish and English names and by the codes themselves, in lower case. */
function listCountries(): ReadonlyMap<string, string> {
  if (countries) return countries
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = ['en', 'pl'].map((locale) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  countries = new Map(
    codes.flatMap((code) => {
      const known = names.flatMap((name) => name.of(code)?.toLowerCase() ?? [])
      if (known.length === 0) return []
      // A former code such as FX or UK becomes the present one.
      const { region = code } = new Intl.Locale(`und-${code}`)
      return [code.toLowerCase(), ...known].map((name) => [name, region] as const)
    }),
  )
  return countries
}

const CODE = String.raw`(?:[A-Z]{1,2}-)?[A-Z]{0,2}\d[\dA-Z]*(?:[ -]\d[\dA-Z]*| [A-Z]{2}(?= ))?`
const CODE_FIRST = new RegExp(`^(${CODE}) (.+)$`)
const CODE_LAST = new RegExp(`^(.+?) (${CODE})$`)

/**
 * The parts of an address in one line, such as '1 rue Exemple, 06130 Grasse, Francja'. Null where it does not end with
 * a town and a country that is known by its Polish or English name.
 */
export function readPostalAddress(line: string): PostalAddress | null {
  const parts = line.split(',').map((part) => part.trim())
  const countryCode = listCountries().get(parts.pop()?.toLowerCase() ?? '')
  const town = parts.pop() ?? ''
  const street = parts.join(', ')
  if (countryCode === undefined || town === '' || street === '') return null
  const [, before, townAfter] = CODE_FIRST.exec(town) ?? []
  const [, townBefore, after] = CODE_LAST.exec(town) ?? []
  return { street, postalCode: before ?? after ?? '', city: townAfter ?? townBefore ?? town, countryCode }
}
