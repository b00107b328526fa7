import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { OrderStatus } from '#domain/kernel/order-status.ts'
import type { DeliveryMethod, PaymentMethod, ShippingMethod } from '#domain/kernel/shipping-method.ts'
import type { Company } from '#domain/papers/company.ts'
import type { InvoicePerson } from '#domain/papers/invoices/person-invoice.ts'
import type { TaxedRate, VatRate } from '#domain/papers/vat.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import type { ChangedLine } from './changes/parcel-change.ts'

/** Tables of checkouts, orders and their shipments. */
export type OrderTables = {
  checkouts: {
    id: Generated<string>
    user_id: string
    payment: PaymentMethod
    delivery: GeneratedAlways<DeliveryMethod>
    shipping_method: ShippingMethod
    terms_version: Generated<string | null>
    terms_accepted_at: Generated<Date | null>
    /** The network from which an account with an unproven address ordered. Removed after a week. */
    client_network: Generated<string | null>
    /** Whether the shop ran on https, where orders are real. */
    on_https: Generated<boolean>
    /** Whom its invoice is for; null: no invoice for a company was asked for. */
    company: JSONColumnType<Company | null, Company | null | undefined, null>
    /** The person who asked for an invoice after the sale. */
    invoice_person: JSONColumnType<InvoicePerson | null, string | undefined, string>
    items_grosze: number
    shipping_grosze: number
    total_grosze: GeneratedAlways<number>
    /** `zw`: the seller was exempt from VAT, and so are the products. */
    delivery_vat_rate: Generated<VatRate>
    created_at: CreatedAt
  }
  orders: {
    id: Generated<string>
    checkout_id: string
    user_id: string
    email: string
    /** The first eight characters of the id, and the last eight. */
    number: GeneratedAlways<string>
    status: OrderStatus
    payment: GeneratedAlways<PaymentMethod>
    delivery: GeneratedAlways<DeliveryMethod>
    shipping_method: ShippingMethod
    /** What its products cost, less the discount of its code. */
    items_grosze: number
    shipping_grosze: number
    total_grosze: GeneratedAlways<number>
    first_name: string
    last_name: string
    phone: string
    receiver_email: string | null
    street: string | null
    house_number: string | null
    city: string | null
    postal_code: string | null
    parcel_locker_id: string | null
    parcel_locker_name: string | null
    parcel_locker_address: string | null
    /** The free gift in its parcel; null: none. */
    gift_name: Generated<string | null>
    gift_pieces: Generated<number | null>
    /** Whether its gifts were taken from the counted stock of gifts and not returned. */
    gift_from_stock: Generated<boolean>
    discount_code: Generated<string | null>
    /** Its share of the delivery that a code made free. */
    waived_grosze: Generated<number>
    /** When the personal data were removed. */
    anonymised_at: Generated<Date | null>
    /** The words for searching it, as a tsvector. */
    search: GeneratedAlways<string>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  /** Changes of the total of an order after it was placed: new total less the one before. */
  order_amendments: {
    id: Generated<string>
    order_id: string
    difference_grosze: number
    created_at: CreatedAt
  }
  /** What was changed of orders after they were placed. Removed with their personal data. */
  order_changes: {
    id: Generated<string>
    checkout_id: string
    /** Null: the receiver or the destination of the whole parcel. */
    order_id: string | null
    lines: JSONColumnType<ChangedLine[]>
    /** What has to be paid on delivery after the change; null: nothing. */
    due_grosze: number | null
    /** What goes back to the buyer because of the change; null: nothing. */
    refunded_grosze: number | null
    /** The number of a label that the change made useless. */
    dropped_number: string | null
    actor: 'customer' | 'admin'
    created_at: CreatedAt
  }
  /** Notes of the admin on an order. */
  order_notes: {
    id: Generated<string>
    order_id: string
    note: string
    created_at: CreatedAt
  }
  /** Number of orders of each past day (UTC). */
  order_days: {
    day: string
    orders: number
  }
  order_items: {
    id: Generated<string>
    order_id: string
    product_id: string
    product_name: string
    brand_name: string
    /** '100 ml · Woda perfumowana'; '' when unknown. */
    facts: Generated<string>
    unit_price_grosze: number
    quantity: number
    /** Whether its pieces were taken from counted stock. Cancelling returns only those. */
    taken_from_stock: Generated<boolean>
    /** The number of pieces that a return put back into stock. */
    restocked: Generated<number>
    withheld: Generated<number>
    /** What a code took off all of its pieces together. */
    discount_grosze: Generated<number>
    /** The rate of its product when it was ordered, written by a trigger. */
    vat_rate: GeneratedAlways<TaxedRate>
    /** What a piece cost the shop then; null: unknown. Written by the same trigger. */
    purchase_cost_grosze: GeneratedAlways<number | null>
  }
  shipments: {
    id: Generated<string>
    order_id: string
    status: Generated<ShipmentStatus>
    tracking_number: string | null
    receiver_name: string
    receiver_phone: string
    receiver_email: string
    parcel_locker_id: string | null
    parcel_locker_name: string | null
    label_url: string | null
    /** When the admin archived it. The status stays what it was. */
    archived_at: Generated<Date | null>
    /** When its parcel was packed. */
    packed_at: Generated<Date | null>
    /** When the shipment was deleted from the archive. The admin no longer sees it; the customer still does. */
    deleted_at: Generated<Date | null>
    /** True for the one shipment of a checkout that represents the parcel when parcels are counted and paged. */
    heads_parcel: Generated<boolean>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  order_events: {
    id: GeneratedAlways<string>
    order_id: string
    subject: 'order' | 'payment' | 'shipment' | 'refund' | 'dispute' | 'email'
    from_status: string | null
    to_status: string
    actor: 'customer' | 'admin' | 'provider' | 'system'
    actor_id: string | null
    reason: Generated<string | null>
    /** For events about a refund. */
    refund_id: Generated<string | null>
    created_at: CreatedAt
  }
}
