import type { FormerShop, MovedColumn } from './moving-in.ts'

/** Heads of columns, each spelling between bars. `#` stands for any number. */
type Heads = Partial<Record<MovedColumn, string>>

/** Words of suppliers' lists, and of columns that a shop's export has in addition. */
const COMMON_HEADS: Heads = {
  name: 'nazwa|nazwa produktu|produkt|name|product name|title|tytuł',
  brand: 'marka|marki|brand|brands|producent|manufacturer|vendor|producer',
  price:
    'cena brutto|cena|cena detaliczna|cena sprzedaży|cena (zł)|cena brutto (zł)|srp|rrp|price|gross price|retail price',
  net_price: 'cena netto|cena hurtowa|cena netto (zł)|net price|price net|wholesale price',
  currency: 'waluta|currency',
  gender: 'płeć|dla kogo|gender|sex|google shopping / gender',
  volume: 'pojemność|pojemność (ml)|pojemność ml|ml|volume|volume (ml)|rozmiar|size',
  concentration: 'stężenie|rodzaj|rodzaj zapachu|concentration',
  notes: 'nuty|nuty zapachowe|notes|fragrance notes',
  description: 'opis|opis produktu|description|długi opis',
  summary: 'krótki opis|short description|short_description|summary|podsumowanie',
  ingredients: 'skład|skład (inci)|inci|ingredients',
  ean: 'ean|kod ean|ean#|ean-#|gtin|kod kreskowy|barcode',
  code: 'sku|kod|kod produktu|symbol|indeks|reference|product code|product_code|kod własny',
  stock: 'stan|ilość|stan magazynowy|liczba sztuk|stock|quantity|qty',
  pictures: 'zdjęcie|zdjęcia|adres zdjęcia|obrazki|obrazek|image|images|images #|image url|photo',
  address: 'url|link|adres url|permalink|product url|seo_url',
  words: 'kategoria|kategorie|tagi|category|categories|tags',
}

/** `marks`: heads that only files of this shop have. `heads`: columns that are called otherwise there. */
const SHOPS: Record<Exclude<FormerShop, 'list'>, { marks: string; heads: Heads }> = {
  woocommerce: {
    marks:
      'regular price|cena regularna|published|opublikowano|opublikowany|in stock?|w magazynie?|visibility in catalog|' +
      'widoczność w katalogu|attribute # name|nazwa atrybutu #|cross-sells|produkty "cross-sell"|element nadrzędny|' +
      'klasa podatkowa|tax class',
    heads: {
      price: 'regular price|cena regularna|cena',
      ean: 'gtin, upc, ean, or isbn|gtin, upc, ean lub isbn|gtin, upc, ean albo isbn',
      stock: 'stock|stan magazynowy|magazyn',
      available: 'in stock?|w magazynie?|na stanie?',
      words: 'categories|kategorie|tags|tagi|znaczniki',
      status: 'published|opublikowano|opublikowany',
      type: 'type|typ|rodzaj',
      id: 'id|identyfikator',
      parent: 'parent|nadrzędny|element nadrzędny',
      option_name: 'attribute # name|nazwa atrybutu #',
      option_value: 'attribute # value(s)|wartości atrybutu #|wartość(i) atrybutu #',
    },
  },
  shopify: {
    marks:
      'handle|url handle|body (html)|vendor|option# name|option# value|variant price|variant sku|image src|' +
      'published on online store|product image url',
    heads: {
      price: 'variant price|price',
      description: 'body (html)|description',
      ean: 'variant barcode|barcode',
      code: 'variant sku|sku',
      stock: 'variant inventory qty|inventory quantity',
      counted: 'variant inventory tracker|inventory tracker',
      pictures: 'variant image|variant image url|image src|product image url|image source',
      words: 'product category|type|tags',
      status: 'published|published on online store|status',
      parent: 'handle|url handle',
      option_name: 'option# name',
      option_value: 'option# value',
    },
  },
  prestashop: {
    marks:
      'active (#/#)|aktywny (# lub #)|name *|categories (x,y,z...)|reference #|url rewritten|rewritten url|' +
      'price tax included|price tax excluded|price (tax excl.)|price (tax incl.)|image urls (x,y,z...)|cena (netto)|' +
      'cena (brutto)|ean#|product id',
    heads: {
      name: 'name *|nazwa *',
      price: 'price tax included|price (tax incl.)|cena z podatkiem|cena (brutto)',
      net_price: 'price tax excluded|price (tax excl.)|cena bez podatku|cena (netto)',
      code: 'reference #|indeks #',
      pictures: 'image urls (x,y,z...)|adresy url zdjęć (x,y,z...)',
      address: 'url rewritten|rewritten url|przyjazny adres url',
      words:
        'categories (x,y,z...)|kategorie (x,y,z...)|tags (x,y,z...)|feature (name:value:position:customized)|' +
        'feature (name:value:position)|feature(name:value:position)',
      status: 'active (#/#)|aktywny (# lub #)|status',
      id: 'product id|id|id produktu',
    },
  },
  shoper: {
    marks: 'product_code|short_description|stock_warnlevel|other_price|images #|producer|active',
    heads: { status: 'active' },
  },
}

const foldHead = (head: string) => head.trim().toLocaleLowerCase('pl').replace(/\s+/g, ' ').replace(/\d+/g, '#')

const holds = (heads: string, folded: string) => heads.split('|').includes(folded)

/** The shop whose file has these heads, and what each column is; null: it is not moved. */
export function recognizeFile(head: readonly string[]): { shop: FormerShop; columns: (MovedColumn | null)[] } {
  const folded = head.map(foldHead)
  const counted = Object.entries(SHOPS).map(([shop, { marks, heads }]) => ({
    shop: shop as FormerShop,
    heads,
    marks: folded.filter((each) => holds(marks, each)).length,
  }))
  const [best] = counted.filter(({ marks }) => marks >= 2).toSorted((a, b) => b.marks - a.marks)
  const find = (table: Heads, each: string) =>
    (Object.keys(table) as MovedColumn[]).find((column) => holds(table[column] ?? '', each))
  const columns = folded.map((each) => find(best?.heads ?? {}, each) ?? find(COMMON_HEADS, each) ?? null)
  return { shop: best?.shop ?? 'list', columns }
}
