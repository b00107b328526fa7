import { PICTURES_MAX } from '#domain/catalog/product-pictures.ts'
import { type FormerShop, PICTURE_ADDRESS_MAX } from './moving-in.ts'

/** `relative`: how many are named without the shop that has them. */
export type PicturesOfLine = { pictures: string[]; relative: number; remarks: string[] }

/** Where the pictures begin that one cell names: after a separator, with a host or as a path. */
const BETWEEN = /(?:\s*[,;]\s*|\s+)(?=(?:https?:)?\/\/)|\s*[,;]\s*(?=\/(?!\/))|\s*\|\s*/i
const FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:\?.*)?$/i
/** Where Magento keeps the pictures that its files name by their paths. */
const MAGENTO_PICTURES = '/media/catalog/product'

/** The addresses of pictures in these cells, each once. `shopAddress` completes those without a host. */
export function readPictures(
  cells: readonly string[],
  { shop, shopAddress }: { shop: FormerShop; shopAddress: string | null },
): PicturesOfLine {
  const found = new Set<string>()
  const relative = new Set<string>()
  const wrong = new Set<string>()
  for (const named of cells.flatMap(splitCell)) {
    const isWhole = /^(?:https?:)?\/\//i.test(named)
    const address = isWhole ? toAddress(named) : completeAddress(named, shop, shopAddress)
    if (address !== null && address.length <= PICTURE_ADDRESS_MAX) found.add(address)
    else if (!isWhole && FILE.test(named) && shopAddress === null) relative.add(named)
    else wrong.add(named)
  }
  const pictures = [...found].slice(0, PICTURES_MAX)
  return {
    pictures,
    relative: relative.size,
    remarks: [
      ...[...relative].map((named) => `Zdjęcie „${cut(named)}” nie ma adresu sklepu: podaj go nad podglądem.`),
      ...[...wrong].map((named) => `Zdjęcie „${cut(named)}” nie jest adresem: nie pobierzemy go.`),
      ...(found.size > PICTURES_MAX ? [`Przeniesiemy pierwsze ${PICTURES_MAX} z ${found.size} zdjęć.`] : []),
    ],
  }
}

const cut = (named: string) => named.slice(0, 80)

function splitCell(cell: string): string[] {
  const parts = cell.split(BETWEEN).flatMap((part) => (/^(?:https?:)?\/\//i.test(part) ? part : part.split(/[,|;]/)))
  return parts.map((part) => part.replace(/[\s,|;]+$/, '').trim()).filter((part) => !/^(?:no_selection)?$/.test(part))
}

/** With https where the file leaves out the scheme. */
function toAddress(named: string): string | null {
  const whole = named.startsWith('//') ? `https:${named}` : named
  return URL.canParse(whole) ? new URL(whole).href : null
}

function completeAddress(named: string, shop: FormerShop, shopAddress: string | null): string | null {
  if (shopAddress === null || !FILE.test(named)) return null
  const path = shop === 'magento' && !named.startsWith('/media/') ? `${MAGENTO_PICTURES}/${named}` : `/${named}`
  const origin = toOrigin(shopAddress)
  return origin === null ? null : toAddress(`${origin}${path.replace(/\/+/g, '/')}`)
}

/** 'sklep.example.pl' and 'https://sklep.example.pl/oferta' are one shop; null: it is no address. */
export function toOrigin(shopAddress: string): string | null {
  const typed = shopAddress.trim()
  const whole = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(whole)) return null
  const { origin, hostname } = new URL(whole)
  return hostname.includes('.') ? origin : null
}
