import type { Database } from '#domain/database.ts'
import type { Jobs } from '#domain/kernel/jobs.ts'

/**
 * What the removal of a trial does to a table: 'gone' is emptied, 'people' keeps the rows of the accounts that stay,
 * `partly` has a condition of its own (remove-trial-store.server.ts), `kept` says why it stays.
 */
type Verdict = 'gone' | 'people' | { partly: string } | { kept: string }

const OWN_SETTING = { kept: 'a setting of the owner' } as const
const OWN_GOODS = { kept: 'goods of the owner; demo goods are taken out of the shop by removeDemoGoods' } as const

/** Every table, so that a decision is made for each new one. Tables are emptied in this order, children first. */
export const TABLE_VERDICTS = {
  // Orders with their payments, returns and events.
  idempotency_keys: 'gone',
  held_orders: 'gone',
  transfers: 'gone',
  return_pictures: 'gone',
  return_items: 'gone',
  return_cases: 'gone',
  order_notes: 'gone',
  order_amendments: 'gone',
  order_changes: 'gone',
  login_tickets: 'gone',
  order_events: 'gone',
  disputes: 'gone',
  refunds: 'gone',
  stray_payments: 'gone',
  payments: 'gone',
  ksef_invoices: 'gone',
  invoices: 'gone',
  invoice_series: 'gone',
  payout_lines: 'gone',
  closed_documents: 'gone',
  closed_months: 'gone',
  shipments: 'gone',
  carrier_shipments: 'gone',
  contracts: 'gone',
  receipts: 'gone',
  order_items: 'gone',
  orders: 'gone',
  run_items: { partly: 'those of parcels' },
  runs: { partly: 'those of parcels' },
  checkouts: 'gone',
  // Sums over orders.
  product_sales: 'gone',
  order_days: 'gone',
  // People. Their sessions, passwords and second factors go with them.
  reviews: 'gone',
  product_ratings: 'gone',
  account_links: 'people',
  sessions: 'people',
  identities: 'people',
  two_factors: 'people',
  guests: 'gone',
  verifications: 'gone',
  users: { partly: 'all but the admin and who packs, whose acceptance of terms goes' },
  // Messages, mails, notices and logs.
  contact_answers: 'gone',
  contact_messages: 'gone',
  product_alerts: 'gone',
  buyers: 'gone',
  subscribers: 'gone',
  mail_outbox: 'gone',
  owner_notices: 'gone',
  device_pushes: 'gone',
  webhook_events: 'gone',
  failures: 'gone',
  rate_limits: 'gone',
  audit_events: { partly: 'all but earlier removals' },
  // What stays, in part or in whole.
  terms_versions: { partly: 'all but the text in force and later ones' },
  product_prices: { partly: 'prices that ended before the shop stood on https' },
  products: { partly: 'nothing: pieces that orders took go back' },
  codes: { partly: 'those for samples of its orders' },
  gift_rule: { partly: 'nothing: gifts that orders took go back' },
  going_live: { partly: 'nothing: notes the moment' },
  unused_pictures: { kept: 'pictures of complaints are noted here, so that a job deletes their files' },
  backups: { kept: 'says how old the newest backup is' },
  consents: { kept: 'proof of a consent that measuring rests on; random ids, no person' },
  consent_texts: { kept: 'what a consent was given to' },
  brands: OWN_GOODS,
  brand_slugs: OWN_GOODS,
  product_slugs: OWN_GOODS,
  product_pictures: OWN_GOODS,
  picture_sources: OWN_GOODS,
  moved_addresses: OWN_GOODS,
  producers: OWN_GOODS,
  demo_products: { kept: 'says which goods are the demo’s' },
  provider_products: { kept: 'what a product is called at the payment provider' },
  landing_films: OWN_SETTING,
  carrier_settings: OWN_SETTING,
  label_files: OWN_SETTING,
  label_settings: OWN_SETTING,
  guides: OWN_SETTING,
  guide_pictures: OWN_SETTING,
  looks: OWN_SETTING,
  ksef_certificates: OWN_SETTING,
  ksef_state: { kept: 'why the last call of KSeF failed' },
  logos: OWN_SETTING,
  own_texts: OWN_SETTING,
  owner_notice_settings: OWN_SETTING,
  payment_settings: OWN_SETTING,
  shipping_costs: OWN_SETTING,
  shipping_rates: OWN_SETTING,
  shop_profile: OWN_SETTING,
  shop_settings: OWN_SETTING,
  till_agent: OWN_SETTING,
  unproven_account_limits: OWN_SETTING,
  push_devices: { kept: 'devices of the owner' },
  jwks: { kept: 'keys that sign tokens' },
} as const satisfies Record<
  Exclude<keyof Database, 'money_movements' | 'unmade_refunds' | 'sales' | 'sale_lines' | 'used_pictures'> | 'jwks',
  Verdict
>

/** Tables that nobody may write to while a trial is removed: all that it changes. */
export const LOCKED_TABLES = Object.entries(TABLE_VERDICTS).flatMap(([table, verdict]) =>
  typeof verdict === 'object' && 'kept' in verdict ? [] : [table],
)

/** Waiting jobs about rows of a trial. All other jobs are independent of one, or look up what is left. */
export const JOB_VERDICTS = {
  'check-payment': 'gone',
  'process-payment-event': 'gone',
  'refund-payment': 'gone',
  'confirm-carrier-shipment': 'gone',
  'withdraw-carrier-shipment': 'gone',
  'match-statement': 'gone',
  'mail-link': 'gone',
  'mail-terms': 'gone',
  'continue-run': 'kept',
  'sync-product': 'kept',
  'change-prices': 'kept',
  'sync-refunds': 'kept',
  'follow-parcels': 'kept',
  'issue-invoices': 'kept',
  'send-invoices': 'kept',
} as const satisfies Record<keyof Jobs, 'gone' | 'kept'>
