import type { Grosze } from '#domain/kernel/amounts/money.ts'

/** The rates of products and delivery, in per cent. */
export const TAXED_RATES = ['23', '8', '5', '0'] as const
export type TaxedRate = (typeof TAXED_RATES)[number]
/** The rate of perfumes and all other cosmetics. Others exist for goods that are none. */
export const PERFUME_RATE: TaxedRate = '23'

/** The owner reads it where another rate is chosen. */
export const OTHER_RATE_WARNING =
  'Perfumy i inne kosmetyki mają 23%. Inna stawka jest tylko dla rzeczy, która nie jest kosmetykiem, np. książki.'

/** The rate of a delivery: the highest of the goods in it, because it is a part of their sale. */
export const findDeliveryRate = (rates: readonly TaxedRate[]): TaxedRate =>
  TAXED_RATES.find((rate) => rates.includes(rate)) ?? PERFUME_RATE

/**
 * `zw`: of sales and papers of before the shop knew that who sells perfumes at a distance is not exempt (art. 113(13)).
 */
export const VAT_RATES = [...TAXED_RATES, 'zw'] as const
export type VatRate = (typeof VAT_RATES)[number]

/** '23%', 'zw' */
export const labelRate = (rate: VatRate): string => (rate === 'zw' ? rate : `${rate}%`)

/** Sums of one rate. In a correction they are differences, and may be negative. */
export type VatSum = { rate: VatRate; net_grosze: Grosze; vat_grosze: Grosze; gross_grosze: Grosze }

/** The VAT contained in a gross sum, rounded to the grosz as art. 106e(7) asks for: gross × rate ÷ (100 + rate). */
export function countVat(grossGrosze: Grosze, rate: VatRate): Grosze {
  const percent = rate === 'zw' ? 0 : Number(rate)
  const vat = Math.floor((2 * Math.abs(grossGrosze) * percent + 100 + percent) / (2 * (100 + percent)))
  return grossGrosze < 0 && vat > 0 ? -vat : vat
}

/** The price that buyers see of a net price. */
export const addVat = (net: Grosze, rate: TaxedRate): Grosze => Math.round((net * (100 + Number(rate))) / 100)

type Line = { rate: VatRate; gross_grosze: Grosze }

/** The sums of each rate that the lines have, in the order of VAT_RATES: VAT is counted from the sum, not line by line. */
export function sumByRate(lines: readonly Line[]): VatSum[] {
  return VAT_RATES.flatMap((rate) => {
    const ofRate = lines.filter((line) => line.rate === rate)
    if (ofRate.length === 0) return []
    const gross = ofRate.reduce((sum, line) => sum + line.gross_grosze, 0)
    const vat = countVat(gross, rate)
    return [{ rate, net_grosze: gross - vat, vat_grosze: vat, gross_grosze: gross }]
  })
}

/** What a correction changes: the sums after it less those before, without rates that stay the same. */
export function subtractSums(after: readonly VatSum[], before: readonly VatSum[]): VatSum[] {
  const find = (sums: readonly VatSum[], rate: VatRate) =>
    sums.find((sum) => sum.rate === rate) ?? { net_grosze: 0, vat_grosze: 0, gross_grosze: 0 }
  return VAT_RATES.flatMap((rate) => {
    const [new_, old] = [find(after, rate), find(before, rate)]
    const gross_grosze = new_.gross_grosze - old.gross_grosze
    const vat_grosze = new_.vat_grosze - old.vat_grosze
    return gross_grosze === 0 ? [] : [{ rate, net_grosze: gross_grosze - vat_grosze, vat_grosze, gross_grosze }]
  })
}

/** Adds the sums of these documents, rate by rate. */
export function addSums(documents: readonly { sums: readonly VatSum[] }[]): VatSum[] {
  return VAT_RATES.flatMap((rate) => {
    const ofRate = documents.flatMap(({ sums }) => sums.filter((sum) => sum.rate === rate))
    if (ofRate.length === 0) return []
    const add = (field: 'net_grosze' | 'vat_grosze' | 'gross_grosze') =>
      ofRate.reduce((total, sum) => total + sum[field], 0)
    return [{ rate, net_grosze: add('net_grosze'), vat_grosze: add('vat_grosze'), gross_grosze: add('gross_grosze') }]
  })
}
