import { foldName } from '#domain/catalog/admin/admin-brand.ts'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'

/** What a product is known by. */
type Named = Pick<AdminProduct, 'name' | 'brand_id' | 'product_code' | 'volume_ml'>
/** `line`: the line of the file that adds it; null: it is in the shop. */
export type KnownProduct = Named & Pick<AdminProduct, 'id' | 'brand_name'> & { line: number | null }

/** Finds products that already exist. */
export class KnownProducts {
  readonly #byCode = new Map<string, KnownProduct[]>()
  readonly #byName = new Map<string, KnownProduct[]>()
  readonly #foldProduct: (named: Named) => string

  /** @param tellsByVolume whether products of one name and of different volumes are different ones */
  constructor(
    products: readonly Omit<KnownProduct, 'line'>[],
    { tellsByVolume = false }: { tellsByVolume?: boolean | undefined } = {},
  ) {
    this.#foldProduct = ({ name, brand_id, volume_ml }) =>
      `${brand_id}|${foldName(name)}|${tellsByVolume ? volume_ml : ''}`
    for (const product of products) this.add({ ...product, line: null })
  }

  add(product: KnownProduct): void {
    const code = foldCode(product.product_code)
    if (code !== null) this.#byCode.set(code, [...(this.#byCode.get(code) ?? []), product])
    const name = this.#foldProduct(product)
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), product])
  }

  /** Products of the same code, and of the same brand and name; null where there are none. */
  find(sought: Named): { by: 'code' | 'name'; products: KnownProduct[] } | null {
    const code = foldCode(sought.product_code)
    const ofCode = (code !== null && this.#byCode.get(code)) || []
    const ofName = this.#byName.get(this.#foldProduct(sought)) ?? []
    const products = [...new Set([...ofCode, ...ofName])]
    return products.length === 0 ? null : { by: ofCode.length > 0 ? 'code' : 'name', products }
  }
}

/** An EAN and the UPC that it begins with a zero before are one code. */
function foldCode(code: string | null): string | null {
  if (code === null || code.trim() === '') return null
  return code
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d+$)/, '')
}

/** 'Istnieje już: Anbar Sahili (Perfumy Arabskie).' */
export function describeExisting(products: readonly KnownProduct[]): string {
  const named = products.map(({ name, brand_name, line }) =>
    line === null ? `${name} (${brand_name})` : `${name} w wierszu ${line} tego pliku`,
  )
  const many = products.length > 1 ? ' Wpisz w kolumnie „ID”, który z nich zmienić.' : ''
  return `Istnieje już: ${named.join(', ')}.${many}`
}
