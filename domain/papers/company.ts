/** A name with its address, as it stands on an invoice. `nip`: ten digits; null: none. */
type NamedParty = { name: string; street: string; postal_code: string; city: string; nip: string | null }

export const UNIT_KINDS = ['local_government', 'vat_group'] as const
export type UnitKind = (typeof UNIT_KINDS)[number]

export const UNIT_KIND_NAMES: Record<UnitKind, string> = {
  local_government: 'jednostka samorządu terytorialnego',
  vat_group: 'członek grupy VAT',
}

/** Who buys under the NIP of a municipality or of a VAT group: a school, a member of the group. */
export type CompanyUnit = NamedParty & { kind: UnitKind }

/** The company that an invoice is for, as it was when it ordered. `unit` is absent where the company itself buys. */
export type Company = NamedParty & { nip: string; unit?: CompanyUnit | undefined }

/** '526-025-09-95' */
export const formatNip = (nip: string): string => nip.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1-$2-$3-$4')

/**
 * 'Sklep Róża, ul. Długa 1, 00-001 Warszawa, NIP 526-025-09-95', or 'Gmina Mała, ...; odbiorca (jednostka samorządu
 * terytorialnego): Szkoła nr 1, ...'
 */
export const describeCompany = ({ unit, ...company }: Company): string =>
  unit
    ? `${describeParty(company)}; odbiorca (${UNIT_KIND_NAMES[unit.kind]}): ${describeParty(unit)}`
    : describeParty(company)

const describeParty = ({ name, street, postal_code, city, nip }: NamedParty): string =>
  [name, street, `${postal_code} ${city}`, ...(nip === null ? [] : [`NIP ${formatNip(nip)}`])].join(', ')
