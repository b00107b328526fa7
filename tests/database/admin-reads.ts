import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import {
  findOrderAround,
  listMailsOfOrder,
  listOrderPayments,
  listOrdersOfSame,
} from '#domain/orders/admin/admin-order-queries.server.ts'
import { findFilteredOrders } from '#domain/orders/admin/found-order-queries.server.ts'
import { listOrders } from '#domain/orders/order-queries.server.ts'
import { listUninvoicedCompanies } from '#domain/papers/paper-gaps-queries.server.ts'
import { findParcelsByNumber } from '#domain/search/admin-search-queries.server.ts'
import {
  findOpenReceipts,
  isLateReceipt,
  isRecentReceipt,
  listReceiptsBetween,
} from '#domain/till/receipt-queries.server.ts'
import type { LimitedQuery } from '#tests/support/limited-query.ts'

/** Reads of the admin pages with their limits. `known`: an order and its customer, set before they run. */
export const listAdminReads = (known: { orderId: string; userId: string; email: string }): LimitedQuery[] => [
  ...[1, 500, 99_999].map((page) => ({
    name: `admin, page ${page} of all orders and their number`,
    run: (db: Kysely<Database>) => listOrders(db, { page, pageSize: 20 }),
    by: ['orders_newest_idx', 'orders_pkey', 'orders_checkout_idx', 'order_items_order_id_product_id_key'],
    rows: 400,
  })),
  {
    name: 'admin, orders of one status paid on delivery',
    run: (db) => findFilteredOrders(db, { status: 'pending', payment: 'cash_on_delivery' }, 1_001),
    by: ['orders_filtered_idx'],
    rows: 1_010,
  },
  {
    name: 'admin, orders of a status that none has',
    run: (db) => findFilteredOrders(db, { status: 'completed', delivery: 'locker' }, 1_001),
    by: ['orders_filtered_idx'],
    rows: 0,
  },
  {
    name: 'admin, orders with an address',
    run: (db) => findFilteredOrders(db, { search: known.email }, 1_001),
    by: ['orders_search_idx'],
    rows: 1_050,
  },
  {
    name: 'admin, orders with a name that all have',
    run: (db) => findFilteredOrders(db, { search: 'kowalska' }, 1_001),
    by: ['orders_newest_idx'],
    rows: 2_010,
  },
  {
    name: 'admin, an order with all that belongs to it',
    async run(db) {
      await Promise.all([
        findOrderAround(db, known.orderId),
        listOrderPayments(db, known.orderId),
        listMailsOfOrder(db, known.orderId),
        listOrdersOfSame(db, { orderId: known.orderId, userId: known.userId, email: known.email, most: 21 }),
      ])
    },
    by: ['orders_pkey', 'mail_outbox_data_idx', 'orders_search_idx'],
    rows: 300,
  },
  {
    name: 'admin, sales that wait for their till receipts',
    run: (db) => findOpenReceipts(db, { now: new Date(), where: isRecentReceipt(new Date()), most: 201 }),
    by: ['receipts_open_idx', 'checkouts_pkey'],
    rows: 8_000,
  },
  {
    name: 'admin, late till receipts',
    run: (db) => findOpenReceipts(db, { now: new Date(), where: isLateReceipt(new Date()), most: 100 }),
    by: ['receipts_open_idx', 'checkouts_pkey'],
    rows: 4_000,
  },
  {
    name: 'admin, sales to companies without an invoice',
    run: (db) => listUninvoicedCompanies(db, new Date(), 100),
    by: ['checkouts_company_idx'],
    rows: 4_000,
  },
  {
    name: 'admin, till receipts of a day',
    run: (db) => listReceiptsBetween(db, '2000-01-01', '2000-01-01'),
    by: ['receipts_printed_idx'],
    rows: 0,
  },
  {
    name: 'admin, a parcel by the beginning of its number',
    run: (db) => findParcelsByNumber(db, '62000', 6),
    by: ['shipments_tracking_text_idx'],
    rows: 60,
  },
]
