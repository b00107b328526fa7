/** Exports of other shops with their real heads and invented products, of the brand 'Perfumy Arabskie'. */

const quote = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const toFile = (head: string, rows: readonly Record<string, string>[], delimiter = ',') => {
  const heads = head.split('|')
  const lines = rows.map((row) => heads.map((each) => quote(row[each] ?? '')).join(delimiter))
  return [heads.map(quote).join(delimiter), ...lines].join('\r\n')
}

const WOO_HEAD =
  'ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?|Visibility in catalog|Short description|' +
  'Description|Date sale price starts|Date sale price ends|Tax status|Tax class|In stock?|Stock|Low stock amount|' +
  'Backorders allowed?|Sold individually?|Weight (kg)|Allow customer reviews?|Purchase note|Sale price|' +
  'Regular price|Categories|Tags|Shipping class|Images|Download limit|Parent|Upsells|Cross-sells|External URL|' +
  'Position|Brands|Attribute 1 name|Attribute 1 value(s)|Attribute 1 visible|Attribute 1 global|Permalink'

/** Two sizes of a scent, a draft, and a simple product with HTML and a former page. */
export const WOOCOMMERCE = toFile(WOO_HEAD, [
  {
    ...{ ID: '10', Type: 'variable', SKU: 'NOC', Name: 'Noc nad Nilem', Published: '1', 'In stock?': '1' },
    ...{ Description: '<p>Bursztyn &amp; wanilia.</p>\\n<p>Trwa do rana.</p>', Categories: 'Perfumy, Perfumy męskie' },
    ...{ Images: 'https://stary.example/noc.jpg, https://stary.example/noc-2.jpg', Brands: 'Perfumy Arabskie' },
    ...{ 'Attribute 1 name': 'Pojemność', 'Attribute 1 value(s)': '50 ml, 100 ml' },
    Permalink: 'https://stary.example/sklep/noc-nad-nilem/',
  },
  {
    ...{ ID: '11', Type: 'variation', SKU: 'NOC-50', Name: 'Noc nad Nilem - 50 ml', Published: '1', Stock: '4' },
    ...{ 'In stock?': '1', 'Regular price': '89.9', Parent: 'NOC' },
    ...{ 'Attribute 1 name': 'Pojemność', 'Attribute 1 value(s)': '50 ml' },
  },
  {
    ...{ ID: '12', Type: 'variation', SKU: 'NOC-100', Name: 'Noc nad Nilem - 100 ml', Published: '1', Stock: '' },
    ...{ 'In stock?': '0', 'Regular price': '139', Parent: 'id:10' },
    ...{ 'Attribute 1 name': 'Pojemność', 'Attribute 1 value(s)': '100 ml' },
  },
  { ID: '13', Type: 'simple', Name: 'Szkic', Published: '-1', 'Regular price': '10' },
  {
    ...{ ID: '14', Type: 'simple', SKU: 'ROS', Name: 'Rosa Zahra EDP 30 ml dla niej', Published: '1', Stock: '7' },
    ...{ 'In stock?': '1', 'Regular price': '1 99,00 zł', 'GTIN, UPC, EAN, or ISBN': '5901234123457' },
    ...{ Brands: 'Perfumy Arabskie', Permalink: 'https://stary.example/produkt/rosa-stara/' },
  },
])

const SHOPIFY_HEAD =
  'Handle|Title|Body (HTML)|Vendor|Product Category|Type|Tags|Published|Option1 Name|Option1 Value|Option2 Name|' +
  'Option2 Value|Variant SKU|Variant Grams|Variant Inventory Tracker|Variant Inventory Qty|Variant Price|' +
  'Variant Compare At Price|Variant Barcode|Image Src|Image Position|Variant Image|Status'

const oud = { Handle: 'oud-dawny', 'Variant Inventory Tracker': 'shopify' }
/** Two sizes and a further picture of one handle, and a product that is not counted. */
export const SHOPIFY = toFile(SHOPIFY_HEAD, [
  {
    ...{ ...oud, Title: 'Oud Dawny', 'Body (HTML)': '<div>Oud<br>i róża</div>', Vendor: 'Perfumy Arabskie' },
    ...{
      Tags: 'unisex, oud',
      Published: 'true',
      'Option1 Name': 'Rozmiar',
      'Option1 Value': '30 ml',
      Status: 'active',
    },
    ...{ 'Variant SKU': 'OUD-30', 'Variant Inventory Qty': '3', 'Variant Price': '79.00' },
    'Image Src': 'https://stary.example/oud.jpg',
  },
  {
    ...oud,
    'Option1 Value': '100 ml',
    'Variant SKU': 'OUD-100',
    'Variant Inventory Qty': '-2',
    'Variant Price': '159.00',
  },
  { Handle: 'oud-dawny', 'Image Src': 'https://stary.example/oud-bok.jpg', 'Image Position': '2' },
  {
    ...{ Handle: 'mgla', Title: 'Mgła poranna', Vendor: 'Perfumy Arabskie', Published: 'true', Status: 'active' },
    ...{ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant Price': '49.50' },
    'Variant Inventory Qty': '0',
  },
  { Handle: 'ukryty', Title: 'Ukryty', Published: 'true', Status: 'draft', 'Variant Price': '5' },
])
export const SHOPIFY_NEW_HEAD =
  'Title|URL handle|Description|Vendor|Product category|Type|Tags|Published on online store|Status|SKU|Barcode|' +
  'Option1 name|Option1 value|Option1 Linked To|Price|Compare-at price|Inventory tracker|Inventory quantity|' +
  'Product image URL|Image position|Variant image URL'

const PRESTASHOP_HEAD =
  'Product ID|Active (0/1)|Name *|Categories (x,y,z...)|Price tax excluded|Tax rules ID|Reference #|Manufacturer|' +
  'EAN13|Quantity|Summary|Description|Tags (x,y,z...)|URL rewritten|Image URLs (x,y,z...)|' +
  'Feature (Name:Value:Position:Customized)'
export const PRESTASHOP = toFile(
  PRESTASHOP_HEAD,
  [
    {
      ...{ 'Product ID': '21', 'Active (0/1)': '1', 'Name *': 'Ambra Sahary', 'Price tax excluded': '100.000000' },
      ...{ 'Reference #': 'AMB', Manufacturer: 'Perfumy Arabskie', Quantity: '12', 'URL rewritten': 'ambra-sahary' },
      ...{
        Description: `<p>${'Ciepła ambra. '.repeat(60)}</p>`,
        'Image URLs (x,y,z...)': 'http://stary.example/a.png',
      },
      'Feature (Name:Value:Position:Customized)': 'Płeć:Damskie:1,Pojemność:100 ml:2',
    },
    { 'Product ID': '22', 'Active (0/1)': '0', 'Name *': 'Wyłączony', 'Price tax excluded': '5' },
  ],
  ';',
)

export const SHOPER = toFile(
  'product_code|active|name|price|vat|category|producer|stock|description|images 1|images 2',
  [
    {
      ...{ product_code: 'SZA', active: '1', name: 'Szafran 50 ml', price: '99,90', category: 'Perfumy damskie' },
      ...{ producer: 'Perfumy Arabskie', stock: '5', 'images 2': 'https://stary.example/s2.jpg' },
    },
  ],
  ';',
)

/** Two sizes of a product, one that is missing, a disabled and a hidden product, and the text of another view. */
export const MAGENTO = toFile(
  'sku|store_view_code|attribute_set_code|product_type|categories|name|description|price|special_price|' +
    'special_price_from_date|special_price_to_date|url_key|visibility|product_online|base_image|additional_images|qty|' +
    'is_in_stock|configurable_variations|additional_attributes',
  [
    {
      ...{ sku: 'MG-1', product_type: 'configurable', categories: 'Default Category/Perfumy/Damskie', qty: '0' },
      ...{ name: 'Róża Poranna', description: '<p>Opis</p>', url_key: 'roza-poranna', product_online: '1' },
      ...{ base_image: '/r/o/roza.jpg', additional_images: '/r/o/roza2.jpg,/r/o/roza3.jpg' },
      visibility: 'Catalog, Search',
      additional_attributes: 'manufacturer=Evarisse,season=lato',
      configurable_variations: 'sku=MG-1-50,size=50 ml|sku=MG-1-100,size=100 ml|sku=MG-1-30,size=30 ml',
    },
    {
      ...{ sku: 'MG-1-50', product_type: 'simple', name: 'Róża Poranna 50 ml', price: '99.000000', qty: '5.0000' },
      ...{ special_price: '79.000000', special_price_from_date: '2026-11-20 00:00:00' },
      ...{ special_price_to_date: '12/31/26', url_key: 'roza-poranna-50', product_online: '1' },
      visibility: 'Not Visible Individually',
    },
    {
      ...{ sku: 'MG-1-100', product_type: 'simple', name: 'Róża Poranna 100 ml', price: '149.000000', qty: '2.0000' },
      ...{ url_key: 'roza-poranna-100', product_online: '1', visibility: 'Not Visible Individually' },
    },
    { sku: 'MG-2', product_type: 'simple', name: 'Wyłączony', price: '59.000000', product_online: '2', qty: '1' },
    {
      ...{ sku: 'MG-3', product_type: 'simple', name: 'Sam ukryty', price: '59.000000', product_online: '1', qty: '1' },
      visibility: 'Not Visible Individually',
    },
    { sku: 'MG-1', store_view_code: 'en', name: 'Morning Rose' },
  ],
)

export const BASELINKER = toFile(
  'produkt_id|sku|ean|nazwa|ilosc|cena|vat|waga|opis|kategoria_nazwa|producent_nazwa|zdjecie|zdjecie_dodatkowe_1',
  [
    {
      ...{ produkt_id: '5501', sku: 'BL-1', ean: '5901234123457', nazwa: 'Ambra z Bazy 50 ml', ilosc: '6' },
      ...{ cena: '119.00', vat: '23', kategoria_nazwa: 'Perfumy damskie', producent_nazwa: 'Evarisse' },
      ...{ zdjecie: 'https://img.example/1.jpg', zdjecie_dodatkowe_1: 'https://img.example/2.jpg' },
    },
  ],
  ';',
)

/** A supplier's list with prices in two currencies. */
export const LIST = toFile(
  'Nazwa|Marka|Cena netto|Waluta|EAN|Pojemność (ml)|Płeć|Stan',
  [
    { Nazwa: 'Sól i drewno', Marka: 'Nieznana Marka', 'Cena netto': '100,00', 'Pojemność (ml)': '75', Płeć: 'męskie' },
    { Nazwa: 'W euro', Marka: 'Perfumy Arabskie', 'Cena netto': '20,00', Waluta: 'EUR' },
  ],
  ';',
)
