/** The company that an invoice is for, as it was when it ordered. `nip`: ten digits. */
export type Company = { nip: string; name: string; street: string; postal_code: string; city: string }

/** '526-025-09-95' */
export const formatNip = (nip: string): string => nip.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1-$2-$3-$4')

/** 'Sklep Róża, ul. Długa 1, 00-001 Warszawa, NIP 526-025-09-95' */
export const describeCompany = ({ nip, name, street, postal_code, city }: Company): string =>
  `${name}, ${street}, ${postal_code} ${city}, NIP ${formatNip(nip)}`
