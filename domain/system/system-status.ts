/** The checks, in the order in which they are shown. */
export const SYSTEM_CHECKS = {
  products: 'Produkty',
  brands: 'Marki',
  api: 'API',
  database: 'Baza danych',
  jobs: 'Prace, które sklep robi sam',
  mail: 'Poczta',
  payments: 'Płatności',
  lockers: 'Lista paczkomatów',
  carrier: 'Przesyłki InPost',
  storage: 'Magazyn zdjęć',
} as const
export type SystemCheck = keyof typeof SYSTEM_CHECKS
