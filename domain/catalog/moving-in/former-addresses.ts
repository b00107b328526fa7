import { toSlug } from '#domain/catalog/slug.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'
import type { FormerShop } from './moving-in.ts'

/** The longest former address that is kept. */
const ADDRESS_MAX = 300

// Where the page of a product was: a path, or a pattern of the addresses that its shop made. In a pattern `*` stands for
// what that shop does not look at: '/12-*.html' is any page of product 12 of PrestaShop, '/*/products/oud' any collection
// and language of Shopify, '/p/*/12' any name at Shoper, '/*/oud' any base and category of WooCommerce and Magento.
export type FormerAddress = string

type Described = {
  shop: FormerShop
  /** Cells of the file; '' where it has none. */
  id: string
  handle: string
  address: string
  name: string
}

const ORIGIN = 'https://shop.invalid'

/** Where the page of a product was; none where the file does not tell. `isGuessed`: made of its name. */
export function listFormerAddresses(described: Described): { addresses: FormerAddress[]; isGuessed: boolean } {
  const { shop, address, name } = described
  const told = [...listExact(shop, address), ...listPatterns(described)].filter((each) => each.length <= ADDRESS_MAX)
  const isGuessed = told.length === 0
  return { addresses: [...new Set([...told, ...(isGuessed ? guessAddress(shop, name) : [])])], isGuessed }
}

/** Both shops make the address of the name; WordPress writes hyphens for points and strokes. */
function guessAddress(shop: FormerShop, name: string): FormerAddress[] {
  const slug = toSlug(name.replace(/[./]/g, '-'))
  if (slug === '') return []
  return shop === 'woocommerce' ? [`/*/${slug}`] : shop === 'shoper' ? [`/p/${slug}/*`] : []
}

/** An address that is one: with a host, or a path. Shoper writes paths without the stroke at the beginning. */
function listExact(shop: FormerShop, address: string): FormerAddress[] {
  const isWhole = /^(?:https?:)?\/\/|^\//i.test(address)
  const isPath = shop === 'shoper' || (address.includes('/') && /^[^\s]+$/.test(address))
  if (address === '' || !(isWhole || isPath)) return []
  const read = readAddress(isWhole ? address : `/${address}`)
  if (read === null) return []
  const asked = read.query === '' ? read.path : `${read.path}?${read.query}`
  return asked === '/' ? [] : [asked]
}

function listPatterns({ shop, id, handle, address }: Described): FormerAddress[] {
  const isNumber = /^\d+$/.test(id)
  switch (shop) {
    case 'shopify':
      return handle === '' ? [] : [`/products/${foldText(handle)}`, `/*/products/${foldText(handle)}`]
    case 'prestashop': {
      const found = isNumber ? id : findId(address)
      const isSlug = address !== '' && !address.includes('/')
      const named = isNumber && isSlug ? [`/${id}-${foldText(address)}.html`] : []
      // With addresses of its own, such as '/perfumy/nazwa.html' or '/nazwa'.
      const bare = isSlug && toSlug(address) !== '' ? [`/*/${toSlug(address)}`] : []
      return [...named, ...(found === null ? [] : [`/${found}-*.html`]), ...bare]
    }
    case 'shoper': {
      const found = isNumber ? id : findId(address)
      return found === null ? [] : [`/p/*/${found}`]
    }
    case 'woocommerce':
    case 'magento': {
      const read = readAddress(address.includes('/') ? address : `/${address}`)
      const slug = read === null ? '' : slugOf(read.path) || slugAsked(read.query)
      return slug === '' ? [] : [`/*/${slug}`]
    }
    default:
      return []
  }
}

/** The id that an address of a product names, in the ways of PrestaShop and Shoper. */
function findId(address: string): string | null {
  const read = readAddress(/^(?:https?:)?\/\//i.test(address) ? address : `/${address}`)
  if (read === null) return null
  const pattern = listAsked(read).find((each) => /^\/(?:\d+-\*\.html|p\/\*\/\d+)$/.test(each))
  return pattern === undefined ? null : (/\d+/.exec(pattern)?.[0] ?? null)
}

/** The addresses under which a former page may be stored that somebody asks for, the most certain first. */
export function listAskedAddresses(url: string): FormerAddress[] {
  const read = readAddress(url)
  if (read === null) return []
  const asked = read.query === '' ? [] : [`${read.path}?${read.query}`]
  // Addresses were once stored as they were written.
  return [...new Set([...asked, read.path, read.typed, ...listAsked(read)])]
}

function listAsked({ path, query }: { path: string; query: string }): FormerAddress[] {
  const parts = path.split('/').slice(1)
  const last = parts.at(-1) ?? ''
  const presta = /(?:^|&)id_product=(\d+)(?:&|$)/.exec(query)?.[1] ?? /^(\d+)-.+/.exec(last)?.[1]
  const [, name = '', shoper] =
    /^(.+)-p-(\d+)(?:\.html?)?$/.exec(last) ?? /\/p\/([^/]+)\/(\d+)(?:\/|$)/.exec(path) ?? []
  const slug = slugOf(path) || slugAsked(query)
  return [
    ...(presta === undefined ? [] : [`/${presta}-*.html`]),
    ...(shoper === undefined ? [] : [`/p/*/${shoper}`, `/p/${toSlug(name)}/*`]),
    ...(parts.at(-2) === 'products' ? [`/*/products/${last}`] : []),
    ...(slug === '' ? [] : [`/*/${slug}`]),
  ]
}

/** '?product=oud': WordPress without addresses of its own. */
const slugAsked = (query: string) => toSlug(/(?:^|&)product=([^&]+)/.exec(query)?.[1] ?? '')

const slugOf = (path: string) => toSlug((path.split('/').at(-1) ?? '').replace(/\.html?$/, ''))

/** Decoded once, folded, without repeated strokes and one at the end. Null: it is no address of this kind. */
function readAddress(address: string): { path: string; typed: string; query: string } | null {
  if (!URL.canParse(address, ORIGIN)) return null
  const { pathname, search } = new URL(address, ORIGIN)
  try {
    const decoded = decodeURIComponent(pathname).replace(/\/+/g, '/')
    const typed = decoded.length > 1 && decoded.endsWith('/') ? decoded.slice(0, -1) : decoded
    if (/\p{C}/u.test(typed)) return null
    return { path: foldText(typed), typed, query: foldText(search.slice(1)) }
  } catch {
    // A broken escape is nobody's address.
    return null
  }
}
