/**
 * How many rows each list of the shop shows on one page or at once. Short lists of suggestions at a field are defined
 * with that field.
 */
export const PAGE_SIZES = {
  /** Products on the landing page. */
  home: 18,
  /** Products on a page of the shop. */
  shop: 24,
  /** Scents that answer a question of the scent finder, and those on its map. */
  foundScents: 24,
  mappedScents: 300,
  /** Products of GET /api/products without a limit in the address. */
  apiProducts: 50,
  /** The highest limit that such an address can ask for, and what the picker asks for. */
  apiProductsMost: 1000,
  /** The picker's tiles: brands, or products of all brands. */
  picker: 9,
  /** Products of one brand in the picker; with the back tile they are nine tiles. */
  pickerOfBrand: 8,
  /** The newest reviews of a product, and a customer's own. */
  reviews: 200,
  /** Reviews quoted on the landing page. */
  praise: 30,
  /** Products a customer has yet to review. */
  awaitedReviews: 20,
  /** Checkouts in the customer's panel. */
  ownOrders: 10,
  /** Parcel lockers that match a search or are near a point. */
  lockers: 50,
  adminProducts: 100,
  adminBrands: 100,
  /** Changes of a product's stock. */
  stockMovements: 50,
  adminBuyers: 50,
  adminInvoices: 50,
  /** The newest discount codes for samples. */
  sampleCodes: 500,
  /** The newest products that the admin's overview reads, and those of them that it shows. */
  recentProducts: 10,
  recentProductsShown: 5,
  adminOrders: 50,
  /** The most orders that a call can ask for. */
  adminOrdersMost: 100,
  /** Parcels that are still in the shop or on their way, and those of the archive. */
  activeParcels: 25,
  archivedParcels: 10,
  /** Reviews that the admin sees at once, by their state. */
  moderation: { pending: 5, published: 10, rejected: 5 },
  /** Mails that were given up. */
  failedMails: 25,
  /** Messages of the contact form. */
  contactMessages: 25,
  /** Kinds of uncaught failures. */
  failures: 100,
  /** Products and producers of which marketplaces refuse offers, or show them worse. */
  feedProblems: 100,
  baselinkerProducts: 1000,
  baselinkerOrders: 100,
  /** Entries of the audit. */
  auditEntries: 50,
  /** Sales that wait for a till receipt. */
  tillReceipts: 200,
  /** Withdrawals and complaints. */
  returnCases: 50,
  /** Versions of the owner's texts. */
  textVersions: 20,
  /** Earlier costs of delivery. */
  shippingCosts: 10,
}
