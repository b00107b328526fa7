import type { FormerShop, MovedColumn } from './moving-in.ts'

/**
 * Heads of columns, each spelling between bars, in any case, with or without Polish letters, with spaces or underscores.
 * `#` stands for any number.
 */
export type Heads = Partial<Record<MovedColumn | 'wholesale_price', string>>

/** Words of suppliers' lists, and of columns that a shop's export has in addition. */
export const COMMON_HEADS: Heads = {
  name: 'nazwa|nazwa produktu|produkt|name|product name|title|tytuł',
  brand: 'marka|marki|brand|brands|producent|manufacturer|vendor|producer',
  price:
    'cena brutto|cena|cena detaliczna|cena sprzedaży|cena (zł)|cena brutto (zł)|srp|rrp|price|gross price|retail price',
  net_price: 'cena netto|cena netto (zł)|net price|price net',
  wholesale_price: 'cena hurtowa|cena hurtowa (zł)|cena hurtowa netto|wholesale price',
  sale_price: 'cena promocyjna|cena po rabacie|cena promocyjna (zł)|sale price|special price|promo price',
  sale_from: 'promocja od|początek promocji|data od promocji|sale from|promo from|special price from date',
  sale_to: 'promocja do|koniec promocji|data do promocji|sale to|promo to|special price to date',
  compare_price:
    'cena przed obniżką|cena katalogowa|stara cena|cena regularna|compare at price|msrp|msrp price|other price',
  currency: 'waluta|currency',
  vat: 'vat|stawka vat|stawka|vat rate|tax rate|vat (%)',
  gender: 'płeć|dla kogo|gender|sex|google shopping / gender',
  volume: 'pojemność|pojemność (ml)|pojemność ml|pojemność [ml]|ml|volume|volume (ml)|rozmiar|size',
  concentration: 'stężenie|rodzaj|rodzaj zapachu|concentration',
  notes: 'nuty|nuty zapachowe|notes|fragrance notes',
  description: 'opis|opis produktu|description|długi opis',
  summary: 'krótki opis|opis krótki|short description|summary|podsumowanie',
  ingredients: 'skład|skład (inci)|inci|ingredients',
  ean: 'ean|kod ean|ean#|ean #|gtin|upc|kod kreskowy|barcode',
  code: 'sku|kod|kod ean lub własny|kod produktu|symbol|indeks|reference|product code|kod własny',
  stock:
    'stan|ilość|stan magazynowy|liczba sztuk|stock|quantity|qty|zapas|zapasy|magazyn|sztuk|szt|szt.|ilość sztuk|' +
    'dostępna ilość|stan mag.|na stanie',
  available: 'dostępność|dostępny|availability|in stock|czy dostępny',
  visibility: 'widoczność|visibility',
  pictures:
    'zdjęcie|zdjęcia|adres zdjęcia|adresy zdjęć|url zdjęcia|link do zdjęcia|zdjęcie #|zdjęcie dodatkowe #|obrazki|' +
    'obrazek|image|images|images #|image #|image url|image link|photo|photos|foto',
  address: 'url|link|adres url|adres strony|permalink|product url|product link|seo url|link do produktu',
  words: 'kategoria|kategorie|tagi|category|categories|tags|kategoria nazwa',
}

/** `marks`: heads that only files of this shop have. `heads`: columns that are called otherwise there. */
export const SHOPS: Record<Exclude<FormerShop, 'list'>, { marks: string; heads: Heads }> = {
  woocommerce: {
    marks:
      'regular price|cena regularna|published|opublikowano|opublikowany|in stock?|w magazynie?|visibility in catalog|' +
      'widoczność w katalogu|attribute # name|nazwa atrybutu #|cross-sells|produkty "cross-sell"|element nadrzędny|' +
      'klasa podatkowa|tax class|backorders allowed?|sold individually?',
    heads: {
      price: 'regular price|cena regularna|cena',
      sale_price: 'sale price|cena promocyjna',
      sale_from: 'date sale price starts|data rozpoczęcia promocji|początek promocji',
      sale_to: 'date sale price ends|data zakończenia promocji|koniec promocji',
      ean: 'gtin, upc, ean, or isbn|gtin, upc, ean lub isbn|gtin, upc, ean albo isbn',
      stock: 'stock|stan magazynowy|magazyn|zapas|zapasy',
      available: 'in stock?|w magazynie?|na stanie?',
      oversold: 'backorders allowed?|zamówienia oczekujące dozwolone?|pozwól na zamówienia oczekujące?',
      visibility: 'visibility in catalog|widoczność w katalogu',
      words: 'categories|kategorie|tags|tagi|znaczniki',
      status: 'published|opublikowano|opublikowany',
      type: 'type|typ|rodzaj',
      id: 'id|identyfikator',
      parent: 'parent|nadrzędny|element nadrzędny',
      address: 'permalink|slug|post name|url|product url',
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
      compare_price: 'variant compare at price|compare-at price',
      description: 'body (html)|description',
      ean: 'variant barcode|barcode',
      code: 'variant sku|sku',
      stock: 'variant inventory qty|inventory quantity',
      counted: 'variant inventory tracker|inventory tracker',
      oversold: 'variant inventory policy|continue selling when out of stock',
      pictures: 'variant image|variant image url|image src|product image url|image source',
      words: 'product category|type|tags',
      status: 'published|published on online store|status',
      virtual: 'gift card',
      shipped: 'variant requires shipping|requires shipping',
      parent: 'handle|url handle',
      option_name: 'option# name',
      option_value: 'option# value',
    },
  },
  prestashop: {
    marks:
      'active (#/#)|aktywny (# lub #)|name *|categories (x,y,z...)|reference #|url rewritten|rewritten url|' +
      'price tax included|price tax excluded|price (tax excl.)|price (tax incl.)|image urls (x,y,z...)|cena (netto)|' +
      'cena (brutto)|ean#|product id|discount percent|discount amount',
    heads: {
      name: 'name *|nazwa *|name*',
      price: 'price tax included|price (tax incl.)|cena z podatkiem|cena (brutto)',
      net_price: 'price tax excluded|price (tax excl.)|cena bez podatku|cena (netto)',
      discount_amount: 'discount amount|kwota rabatu',
      discount_percent: 'discount percent|procent rabatu|rabat procentowy',
      sale_from: 'discount from (yyyy-mm-dd)|discount from|rabat od',
      sale_to: 'discount to (yyyy-mm-dd)|discount to|rabat do',
      code: 'reference #|indeks #|reference|indeks',
      oversold: 'out of stock action|when out of stock|out of stock',
      available: 'available for order (# = no, # = yes)|available for order',
      pictures: 'image urls (x,y,z...)|adresy url zdjęć (x,y,z...)',
      address: 'url rewritten|rewritten url|przyjazny adres url|friendly url|link rewrite',
      words: 'categories (x,y,z...)|kategorie (x,y,z...)|tags (x,y,z...)',
      attributes:
        'feature (name:value:position:customized)|feature (name:value:position)|feature(name:value:position)|' +
        'feature(name:value:position:customized)|features',
      status: 'active (#/#)|aktywny (# lub #)|status|active',
      virtual: 'virtual product (# = no, # = yes)|virtual product|is virtual|produkt wirtualny (# = nie, # = tak)',
      id: 'product id|id|id produktu|id product',
    },
  },
  shoper: {
    marks: 'product_code|short_description|stock_warnlevel|other_price|images #|producer|active|seo_url|availability',
    heads: {
      status: 'active|aktywny',
      id: 'product_id|id|id produktu',
      available: 'dostępność|in stock',
      sale_price: 'promo_price|promotion_price|special_price|cena promocyjna',
      sale_from: 'promo_start|promotion_from|date_from|promo_from',
      sale_to: 'promo_end|promotion_to|date_to|promo_to',
      address: 'seo_url|url|link|permalink',
    },
  },
  magento: {
    marks:
      'url_key|product_online|attribute_set_code|store_view_code|product_type|configurable_variations|base_image|' +
      'additional_images|is_in_stock|product_websites|tax_class_name',
    heads: {
      type: 'product_type',
      view: 'store_view_code',
      status: 'product_online',
      price: 'price',
      compare_price: 'msrp_price',
      address: 'url_key',
      pictures: 'base_image|additional_images',
      available: 'is_in_stock',
      oversold: 'allow_backorders',
      variations: 'configurable_variations',
      attributes: 'additional_attributes',
      words: 'categories',
    },
  },
  baselinker: {
    marks:
      'produkt_id|kategoria_nazwa|producent_nazwa|zdjecie_dodatkowe_#|produkt_nazwa|produkt_ean|produkt_sku|' +
      'opis_dodatkowy_#|kategoria_id',
    heads: {
      id: 'produkt_id',
      name: 'nazwa|produkt_nazwa',
      code: 'sku|produkt_sku',
      ean: 'ean|produkt_ean',
      brand: 'producent_nazwa|producent',
      words: 'kategoria_nazwa',
      pictures: 'zdjecie|zdjecie_dodatkowe_#|zdjecia',
    },
  },
}
