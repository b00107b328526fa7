// Written by npm run db:schema from what db/migrations make. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export type SchemaTables = {
  /** Links mailed to the address of an account. Tokens follow from ids and the shop's secret: the table opens nothing. */
  account_links: {
    id: Generated<string>
    purpose: 'login-link' | 'password-reset' | 'email-verification' | 'review' | 'invitation'
    email: string
    user_id: string | null
    /** The order whose payment caused the mail. */
    order_id: string | null
    used_at: Date | null
    replaced_at: Date | null
    expires_at: Date
    created_at: Generated<Date>
  }
  /** Every login of the admin and every change that was made there. */
  audit_events: {
    id: GeneratedAlways<number>
    user_id: string | null
    action: string
    subject_id: string | null
    details: Generated<unknown>
    created_at: Generated<Date>
  }
  /** Backups that were made and rehearsals of restoring one, with what went wrong; null: nothing did. */
  backups: {
    id: Generated<string>
    kind: 'backup' | 'rehearsal'
    file: string
    /** Null when it failed. */
    bytes: number | null
    started_at: Date
    finished_at: Generated<Date>
    /** Null when it succeeded. */
    failure: string | null
  }
  /** One row: whether BaseLinker may call, by which key, and when it last did. */
  baselinker: {
    id: Generated<number>
    enabled: Generated<boolean>
    /** Whether the shop makes receipts and invoices of the orders that BaseLinker adds; false: BaseLinker does. */
    papers_here: Generated<boolean>
    /** SHA-256 of the key, which is shown once. */
    key_hash: string | null
    key_made_at: Date | null
    /** Who switched it on: its changes of orders are made in that name. */
    owner_id: string | null
    /** When it was first on: it is given orders placed since then. */
    since: Date | null
    seen_at: Date | null
    /** The last refusal of a call with the right key, in the words that BaseLinker got. */
    refusal: string | null
    refused_at: Date | null
    updated_at: Generated<Date>
  }
  /** The numeric ids by which BaseLinker knows parcels, in the order in which it could first read them. */
  baselinker_orders: {
    number: GeneratedAlways<number>
    checkout_id: string
    /** BaseLinker's own number of an order that it added; null: one of the shop. */
    baselinker_id: number | null
    numbered_at: Generated<Date>
  }
  /** The nightly comparison of orders, payments, refunds, papers and codes. */
  book_comparisons: {
    /** In Warsaw: 2026-11-30 */
    day: string
    compared_at: Date
    /** How many orders were compared. */
    orders: number
    /** What the shop keeps of them. */
    grosze: number
    /** What does not agree, as BookDifference. */
    differences: unknown
  }
  /** Addresses that brands had before they were renamed: they lead to the present one. */
  brand_slugs: {
    slug: string
    brand_id: string
    created_at: Generated<Date>
  }
  /** Brands. Products of those that are no original line are substitutes. */
  brands: {
    id: Generated<string>
    name: string
    slug: string
    description: Generated<string>
    active: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** True for exactly one brand, the original line. It cannot be removed. */
    is_original: Generated<boolean>
    /** The producer of the products that name none of their own. */
    producer_id: string | null
    /** 'Perfumy Arabskie', always an original line. */
    is_arabic: Generated<boolean>
  }
  /** What the owner notes about a buyer. Who has no row has no note and may pay on delivery. */
  buyers: {
    email: string
    note: Generated<string>
    /** False: orders of this address are refused unless they are paid ahead. */
    cash_on_delivery: Generated<boolean>
    updated_at: Generated<Date>
  }
  /** One row: sender and sizes of parcels at the carrier. */
  carrier_settings: {
    id: Generated<number>
    locker_template: Generated<'small' | 'medium' | 'large'>
    length_mm: Generated<number>
    width_mm: Generated<number>
    height_mm: Generated<number>
    weight_grams: Generated<number>
  }
  /** Parcels at the carrier. */
  carrier_shipments: {
    id: Generated<string>
    checkout_id: string
    reference: string
    status: Generated<'requested' | 'refused' | 'created' | 'confirmed' | 'cancelled' | 'replaced'>
    locker_template: 'small' | 'medium' | 'large'
    length_mm: number
    width_mm: number
    height_mm: number
    weight_grams: number
    asked_at: Date | null
    unsettled_since: Date | null
    carrier_id: string | null
    carrier_status: string | null
    tracking_number: string | null
    cod_grosze: number | null
    problem: string | null
    checked_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** Withdrawals and disputes that the owner knew when the label was requested. */
    known_warnings: Generated<string[]>
    /** A hash of the receiver that the carrier was told; null: before it was kept. */
    destination: string | null
  }
  /** One press of the ordering button: one or more orders that travel as one parcel. */
  checkouts: {
    id: Generated<string>
    user_id: string
    payment: 'cash_on_delivery' | 'prepaid' | 'elsewhere'
    shipping_method:
      | 'cash_on_delivery_locker'
      | 'cash_on_delivery_courier'
      | 'prepaid_locker'
      | 'prepaid_courier'
      | 'elsewhere_locker'
      | 'elsewhere_courier'
    items_grosze: number
    shipping_grosze: number
    total_grosze: GeneratedAlways<number | null>
    created_at: Generated<Date>
    terms_version: string | null
    terms_accepted_at: Date | null
    delivery: GeneratedAlways<string | null>
    /** The network from which an account with an unproven address ordered. Removed after a week. */
    client_network: string | null
    /** Whether the shop ran on https, where orders are real. */
    on_https: Generated<boolean>
    /** Null: no invoice for a company was asked for */
    company: unknown | null
    /** zw: the seller was exempt from VAT (art. 113), and so are the products */
    delivery_vat_rate: Generated<'23' | '8' | '5' | '0' | 'zw'>
    /** Name and address; null: no person asked for an invoice */
    invoice_person: unknown | null
    /** When company or person of its invoice was last changed after the order; null: never */
    buyer_mended_at: Date | null
    /** Its receipt or invoice is made where it was paid: it is no sale of the till, the invoices and the month. */
    papers_elsewhere: Generated<boolean>
  }
  /** Which documents a closed month has */
  closed_documents: {
    key: string
    month: string
  }
  /** Months that the owner closed, as they were then */
  closed_months: {
    month: string
    report: unknown
    documents: unknown
    payouts: unknown
    closed_at: Generated<Date>
  }
  /** Discount codes. A use is a checkout with an order that is not cancelled. */
  codes: {
    id: Generated<string>
    /** Upper case; unique. */
    code: string
    kind: 'percent' | 'sum' | 'free_delivery'
    /** Percent, or grosze. */
    value: number | null
    /** Polish wall clock. */
    valid_from: string | null
    /** Polish wall clock. */
    valid_to: string | null
    /** The least sum of products, before the discount. */
    least_grosze: Generated<number>
    /** Null: no limit. */
    most_uses: number | null
    once_per_person: Generated<boolean>
    /** Whose code it is; null: a public one. */
    email: string | null
    active: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** The checkout whose samples were paid for; the code holds while they are kept. Null: a code of the owner. */
    sample_checkout_id: string | null
  }
  /** Every text by which visitors were asked whether visits may be measured. */
  consent_texts: {
    /** Of the text in UTF-8, in hex. */
    sha256: string
    full_text: string
    first_used_at: Generated<Date>
  }
  /** Answers to the question for consent, refusals and withdrawals too. Both ids are random; no address is stored. */
  consents: {
    id: string
    /** Drawn by a browser at its first answer, so that a withdrawal follows its consent. */
    browser_id: string
    text_sha256: string
    statistics: boolean
    advertising: boolean
    given_at: Generated<Date>
  }
  /** What the owner answered to a message of the contact form. */
  contact_answers: {
    id: Generated<string>
    message_id: string
    answer: string
    created_at: Generated<Date>
  }
  /** Messages of the contact form. */
  contact_messages: {
    id: Generated<string>
    name: string
    phone: string | null
    email: string
    message: string
    created_at: Generated<Date>
    /** Unique; null on rows older than the column. */
    submission_key: string | null
    /** Answered, or put aside by the owner; null: it waits. */
    done_at: Date | null
  }
  /** The contract of a checkout as its buyer received it. It holds personal data, so it goes when the order is anonymised. */
  contracts: {
    checkout_id: string
    pdf: Buffer
    made_at: Generated<Date>
  }
  /** Products that came with the demo catalogue: a real shop removes them in one press. */
  demo_products: {
    product_id: string
  }
  /** One notice to one device. A sender takes it first, so that it goes once. */
  device_pushes: {
    batch: string
    device_id: string
    created_at: Generated<Date>
    due_at: Generated<Date>
    attempts: Generated<number>
    /** Null: not taken for sending yet. */
    taken_at: Date | null
  }
  /** Buyers who asked their bank for the money back. The status is the provider's own word. */
  disputes: {
    id: Generated<string>
    payment_id: string
    provider_dispute_id: string
    /** The status in the provider's term. */
    status: string
    amount_grosze: number
    closed_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** The last moment to answer the bank; null: the provider did not say. */
    respond_by: Date | null
    /** As of refunds, set when the dispute is lost */
    cause: string | null
    /** As of refunds */
    lines: unknown | null
    /** When the bank gave back the money of a dispute that was lost at closed_at; null: it did not. */
    won_back_at: Date | null
  }
  /** Uncaught failures of server and browsers, one row per kind and build, masked; deleted 30 days after the last time. */
  failures: {
    /** Of name, masked message and first frames, for errors with a code the place instead; the same in every build. */
    fingerprint: string
    build: string
    source: 'server' | 'browser'
    name: string
    message: string
    frames: string[]
    /** Masked path, or event of the log, of the last time; also browser and request_id. */
    place: string
    /** Family of the browser; null on the server. */
    browser: string | null
    request_id: string | null
    times: number
    first_at: Date
    last_at: Date
    /** When the admin resolved it. A later last_at, in whatever build, means that it came back. */
    resolved_at: Date | null
  }
  /** Pictures of the owner on the landing page, a row for each place. */
  front_pictures: {
    place: 'hero' | 'quality'
    image_key: string | null
    alt: Generated<string>
    updated_at: Generated<Date>
  }
  /** One row: who gets a free gift (+GRATIS). */
  gift_rule: {
    id: Generated<number>
    active: Generated<boolean>
    /** A gift comes with each piece of a product for one of these. */
    genders: Generated<string[]>
    /** The least sum of products in one checkout; 0: any sum. */
    from_grosze: Generated<number>
    gift: Generated<string>
    /** Gifts left; null: not counted. */
    stock: number | null
    /** The last day (Warsaw); null: until it is switched off. */
    until_day: string | null
    /** The rule that every shop begins with. On https it promises nothing until the owner saves it. */
    preset: Generated<boolean>
    updated_at: Generated<Date>
    /** A sample of its scent comes free with a bottle. */
    with_sample: Generated<boolean>
    /** The price of samples ordered from then on comes back as a code; null: it does not. */
    sample_codes_since: Date | null
  }
  /** One row: since when the shop stands on https, and when the trial before was last removed. */
  going_live: {
    id: Generated<number>
    /** When the shop was first started on https; null: it never was. */
    https_since: Date | null
    /** When the data of the trial were last removed. */
    cleaned_at: Date | null
  }
  /** Buyers without an account: the address they gave, which no account of theirs stands for. */
  guests: {
    user_id: string
    /** The address they gave. */
    email: string
    created_at: Generated<Date>
  }
  /** Pictures that the blocks of a guide show, so that their files are kept. */
  guide_pictures: {
    guide_id: string
    image_key: string
  }
  /** Pages of headings, paragraphs, pictures and products that the owner writes. */
  guides: {
    id: Generated<string>
    slug: string
    title: string
    description: Generated<string>
    blocks: Generated<unknown>
    published: Generated<boolean>
    /** When it was published for the first time. */
    published_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  /** Orders as they were sent that wait until their buyer opens a mailed link. They hold no pieces. */
  held_orders: {
    id: Generated<string>
    user_id: string
    idempotency_key: string
    request: unknown
    total_grosze: number
    client_network: string
    expires_at: Date
    confirmed_at: Date | null
    cancelled_at: Date | null
    created_at: Generated<Date>
  }
  /** Calls that happen once per key: the row is written with what the call did, and holds its answer. */
  idempotency_keys: {
    user_id: string
    key: string
    /** The use case that used the key. */
    operation: string
    request_hash: string
    /** The answer of the use case. Null only inside the transaction that is still working. */
    answer: unknown | null
    created_at: Generated<Date>
  }
  /** Ways in to an account: a password, or an account of Google. */
  identities: {
    id: Generated<string>
    user_id: string
    account_id: string
    provider_id: string
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    scope: string | null
    password: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  /** Why sales cannot get their invoice or correction */
  invoice_problems: {
    checkout_id: string
    /** What is wrong and where it is mended: [{"about": "buyer", "text": "…"}] */
    mistakes: unknown
    since: Generated<Date>
  }
  /** The last number of each series of invoices */
  invoice_series: {
    series: 'FV' | 'FK'
    year: number
    last_number: number
  }
  /** Issued invoices and corrections. A row never changes, but for day, buyer and seller of one that KSeF refused */
  invoices: {
    id: Generated<string>
    checkout_id: string
    number: string
    /** The invoice that a correction corrects. */
    corrects_id: string | null
    /** All that is printed on it. It never changes */
    content: unknown
    /** Of a correction: the difference */
    gross_grosze: number
    issued_at: Generated<Date>
    /** What had lowered the sale by then (keys of sale_reductions and others). Null: written by an earlier build */
    movements: string[] | null
    /** The invoice with a wrong NIP that this one was issued in place of */
    replaces_id: string | null
  }
  /** Keys that sign tokens of Better Auth. */
  jwks: {
    id: Generated<string>
    public_key: string
    private_key: string
    alg: string | null
    crv: string | null
    created_at: Generated<Date>
    expires_at: Date | null
  }
  /** Certificates of the seller for KSeF, with sealed keys */
  ksef_certificates: {
    kind: 'authentication' | 'offline'
    certificate: string
    sealed_key: string
    serial: string
    subject: string
    valid_from: Date
    valid_until: Date
    stored_at: Generated<Date>
  }
  /** The files of invoices for KSeF, and what became of them */
  ksef_invoices: {
    invoice_id: string
    xml: string
    /** What the first printed code leads to */
    link: string
    state: Generated<'waiting' | 'processing' | 'accepted' | 'refused'>
    session: string | null
    reference: string | null
    ksef_number: string | null
    accepted_at: Date | null
    /** The official receipt */
    upo: string | null
    /** Whether it was issued while KSeF was away; `proof`: what its second code leads to. */
    offline: Generated<boolean>
    /** What the second code leads to, of an invoice that was issued while KSeF was away */
    proof: string | null
    problem: string | null
    tries: Generated<number>
    next_at: Generated<Date>
    /** Hash of the offline file that KSeF refused and this file replaces */
    replaces_hash: string | null
    /** When its file was made: at its issue, or when it was sent again after a refusal */
    written_at: Generated<Date>
  }
  /** Why the last call of KSeF failed, in a single row */
  ksef_state: {
    id: Generated<number>
    failure: string | null
    why: string | null
    failed_at: Date | null
    /** Whether invoices of people go to KSeF as well: the owner's choice */
    with_persons: Generated<boolean>
  }
  /** Files kept byte for byte: the official notice of the legal guarantee, and the written consent of the carrier. */
  label_files: {
    kind: 'guarantee-notice' | 'carrier-consent'
    /** Hash of the content, in the address of a public file. */
    key: string
    name: string
    type: 'image/png' | 'image/jpeg' | 'application/pdf'
    /** Pixels; null for a PDF. */
    width: number | null
    height: number | null
    content: Buffer
    uploaded_at: Generated<Date>
  }
  /** One row: the consent of the carrier to flammable goods, the review of accessibility, and trademarks to warn of. */
  label_settings: {
    id: Generated<number>
    carrier_consent_on: string | null
    carrier_consent_note: string | null
    accessibility_reviewed_on: string | null
    trademarks: string[]
    updated_at: Generated<Date>
    /** When the owner checked label and notification (CPNP) of the samples; null: never. */
    sample_labels_on: string | null
  }
  /** Up to three short films on the landing page: a file of the shop, or a link. */
  landing_films: {
    id: Generated<string>
    title: string
    image_key: string
    /** Null with a link, and until the file was uploaded completely. */
    file: string | null
    link: string | null
    created_at: Generated<Date>
  }
  /** Signs a buyer in after payment: hashed, used once, bound to the order and to a cookie. */
  login_tickets: {
    token_hash: string
    cookie_hash: string
    order_id: string
    expires_at: Date
    used_at: Date | null
    created_at: Generated<Date>
  }
  /** Logos that versions of the look show, and uploads of the last day. */
  logos: {
    /** Hash of the content. */
    key: string
    width: number
    height: number
    content: Buffer
    uploaded_at: Generated<Date>
  }
  /** Versions of the owner's colours and logo; the newest one is shown. */
  looks: {
    number: number
    accent: string | null
    dark: string | null
    published_by: string
    published_at: Generated<Date>
    logo_key: string | null
  }
  /** Mails, written with what caused them and sent by a poller. The key keeps a mail from being written twice. */
  mail_outbox: {
    id: Generated<string>
    key: string
    template: string
    recipient: string
    data: unknown
    created_at: Generated<Date>
    claimed_until: Date | null
    sent_at: Date | null
    failed_at: Date | null
    /** Not tried before this moment. */
    next_attempt_at: Generated<Date>
    /** How often the server deferred this mail. */
    attempts: Generated<number>
    /** Since when sending has failed, for whatever reason. */
    trying_since: Date | null
    failure_reason: 'refused' | 'deferred' | 'server_away' | null
    failure: string | null
    dismissed_at: Date | null
    /** Due mails are sent in this order, smallest first. */
    priority: GeneratedAlways<number>
    /** The network from which a mail was requested that may be the first to its address. */
    network: string | null
  }
  /** Closed months as they were declared once more, oldest first */
  month_amendments: {
    month: string
    documents: unknown
    /** Keys of documents that the owner was told of and that count in the next month */
    noted: Generated<string[]>
    created_at: Generated<Date>
  }
  /** Paths that products had in their former shop; they lead to the pages of the products. */
  moved_addresses: {
    path: string
    product_id: string
  }
  /** Changes of orders that wait for the payment of their difference, or waited for it */
  order_additions: {
    payment_id: string
    status: Generated<'open' | 'applied' | 'lapsed' | 'given_up' | 'refused'>
    /** The pieces that the order is to have, and what has to be done for it. */
    wanted: unknown
    plan: unknown
    /** The pieces that the order had when the change was planned, as one text. */
    items_before: string
    admin_id: string
    closed_at: Date | null
  }
  /** Changes of the total of an order after it was placed. */
  order_amendments: {
    id: Generated<string>
    order_id: string
    /** New total less the one before. */
    difference_grosze: number
    created_at: Generated<Date>
  }
  /** What was changed of orders after they were placed, and the mail to the buyer about it. */
  order_changes: {
    id: Generated<string>
    checkout_id: string
    /** Null: the receiver or the destination of the whole parcel. */
    order_id: string | null
    /** Field, value before and value after, as people read them. */
    lines: unknown
    /** What the parcel costs on delivery since; null: nothing. */
    due_grosze: number | null
    /** What goes back to the buyer because of it; null: nothing. */
    refunded_grosze: number | null
    /** The number of a label that it made useless. */
    dropped_number: string | null
    actor: 'customer' | 'admin'
    created_at: Generated<Date>
    /** What was paid for the change before it was made; null: nothing */
    paid_grosze: number | null
  }
  /** Orders of each day (UTC) that is over, counted by a job. */
  order_days: {
    day: string
    orders: number
  }
  /** Everything that happened to an order, its payments and its shipment, written with what did it. Rows are only added. */
  order_events: {
    id: GeneratedAlways<number>
    order_id: string
    subject: 'order' | 'payment' | 'shipment' | 'refund' | 'dispute' | 'email'
    from_status: string | null
    to_status: string
    actor: 'customer' | 'admin' | 'provider' | 'system'
    actor_id: string | null
    reason: string | null
    created_at: Generated<Date>
    /** For events about a refund. */
    refund_id: string | null
  }
  /** What was bought, as it was named and priced then. */
  order_items: {
    id: Generated<string>
    order_id: string
    product_id: string
    product_name: string
    brand_name: string
    unit_price_grosze: number
    quantity: number
    /** Whether its pieces were taken from counted stock. Cancelling returns only those. */
    taken_from_stock: Generated<boolean>
    /** The number of pieces that a return put back into stock. */
    restocked: Generated<number>
    /** '100 ml · Woda perfumowana'; '' when unknown. */
    facts: Generated<string>
    withheld: Generated<number>
    /** What a code took off all of its pieces together. */
    discount_grosze: Generated<number>
    /** The rate of its product when it was ordered, written by a trigger. */
    vat_rate: Generated<'23' | '8' | '5' | '0'>
    /** What a piece cost the shop then; null: unknown. Written by the same trigger. */
    purchase_cost_grosze: number | null
  }
  /** What the admin writes beside an order. Customers never see it. */
  order_notes: {
    id: Generated<string>
    order_id: string
    note: string
    created_at: Generated<Date>
  }
  /** What is fulfilled. Paid on delivery each product of a checkout is an order, paid ahead all of them are one. */
  orders: {
    id: Generated<string>
    checkout_id: string
    user_id: string
    email: string
    status: 'pending' | 'paid' | 'completed' | 'cancelled'
    shipping_method:
      | 'cash_on_delivery_locker'
      | 'cash_on_delivery_courier'
      | 'prepaid_locker'
      | 'prepaid_courier'
      | 'elsewhere_locker'
      | 'elsewhere_courier'
    /** What its products cost, less the discount of its code. */
    items_grosze: number
    shipping_grosze: number
    total_grosze: GeneratedAlways<number | null>
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
    created_at: Generated<Date>
    updated_at: Generated<Date>
    delivery: GeneratedAlways<string | null>
    /** The first eight characters of the id, and the last eight. */
    number: GeneratedAlways<string | null>
    /** When the personal data were removed. */
    anonymised_at: Date | null
    /** The words for searching it, as a tsvector. */
    search: GeneratedAlways<string | null>
    /** The free gift in its parcel, for 0.00 zl; null: none. */
    gift_name: string | null
    gift_pieces: number | null
    /** Its gifts were taken from the counted stock of gifts and not returned. */
    gift_from_stock: Generated<boolean>
    discount_code: string | null
    /** Its share of the delivery that a code made free. */
    waived_grosze: Generated<number>
    /** elsewhere: a marketplace sold it and has the money. */
    payment: GeneratedAlways<string | null>
  }
  /** Versions of the texts that the owner wrote in place of the shop's; the newest one is shown. */
  own_texts: {
    number: number
    texts: unknown
    /** Keys of the texts that differ from the version before. */
    changed: string[]
    /** The address of the admin. */
    published_by: string
    published_at: Generated<Date>
  }
  /** One row: what the owner is told, and when. */
  owner_notice_settings: {
    id: Generated<number>
    order_mail: Generated<'now' | 'hourly' | 'daily' | 'off'>
    payment_mail: Generated<'now' | 'hourly' | 'daily' | 'off'>
    refund_mail: Generated<'now' | 'hourly' | 'daily' | 'off'>
    stock_mail: Generated<'now' | 'hourly' | 'daily' | 'off'>
    message_mail: Generated<'now' | 'hourly' | 'daily'>
    /** Stock of at most this many pieces causes a notice. */
    low_stock: Generated<number>
    /** Full hours in Warsaw; both null: never. */
    quiet_from: number | null
    quiet_to: number | null
    updated_at: Generated<Date>
    order_push: Generated<boolean>
    payment_push: Generated<boolean>
    refund_push: Generated<boolean>
    stock_push: Generated<boolean>
    message_push: Generated<boolean>
    dispute_mail: Generated<'now' | 'hourly' | 'daily' | 'off'>
    dispute_push: Generated<boolean>
    cancelled_mail: Generated<'now' | 'hourly' | 'daily' | 'off'>
    cancelled_push: Generated<boolean>
  }
  /** What the owner is told of, once per key. A job tells it later. */
  owner_notices: {
    id: GeneratedAlways<number>
    key: string
    kind: string
    subject_id: string
    created_at: Generated<Date>
    mailed_at: Date | null
    mail_batch: string | null
    /** When the notice was sent to the devices, or skipped because its kind was switched off. */
    pushed_at: Date | null
    push_batch: string | null
  }
  /** The batches of the pieces of an order, as they were read while packing. */
  packed_batches: {
    order_id: string
    product_id: string
    batch: string
    noted_at: Generated<Date>
  }
  /** Which means of payment the account at the provider has, as it said when it was last asked. */
  payment_accounts: {
    mode: 'test' | 'live'
    means: string[]
    asked_at: Date
  }
  /** One row: whether payments are real, and what the provider told. */
  payment_settings: {
    id: Generated<number>
    mode: Generated<'test' | 'live'>
    /** Unused, since buyers pay on the provider's own page. It completes the settings that the row describes. */
    live_publishable_key: string | null
    updated_at: Generated<Date>
    means: Generated<string[]>
  }
  /** Attempts to pay for an order ahead. At most one of an order is open. */
  payments: {
    id: Generated<string>
    order_id: string
    provider: string
    mode: 'test' | 'live'
    provider_session_id: string | null
    provider_payment_id: string | null
    status: 'open' | 'paid' | 'expired' | 'failed' | 'refund_pending' | 'refunded'
    amount_grosze: number
    currency: Generated<string>
    expires_at: Date
    paid_at: Date | null
    refunded_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** Counts from 1. An unpaid order may be paid by another attempt. */
    attempt: Generated<number>
    /** When the provider is asked next, how many times it was asked, and when a waiting buyer last caused a check. */
    next_check_at: Generated<Date | null>
    checks: Generated<number>
    asked_at: Date | null
    /** In the provider's term: card, blik, p24. */
    paid_with: string | null
    /** It pays the difference of a change, not the order itself */
    is_addition: Generated<boolean>
    means: string[] | null
  }
  /** Files in which the payment provider and the carrier said what they paid out */
  payout_files: {
    id: Generated<string>
    source: 'stripe' | 'inpost'
    imported_at: Generated<Date>
  }
  /** What the payment provider and the carrier said that they paid out */
  payout_lines: {
    id: Generated<string>
    source: 'stripe' | 'inpost'
    /** Unique within its source, so that a file may be read twice. */
    entry: string
    kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
    /** The payment at the provider, or the number of the parcel; empty for a fee of its own */
    reference: string
    /** Before the fee; negative where money left the account */
    gross_grosze: number
    fee_grosze: Generated<number>
    day: string
    imported_at: Generated<Date>
    /** Null: of a file that was read before files were stored. */
    file_id: string | null
  }
  /** Pictures of moved products at the addresses of their former shop. */
  picture_sources: {
    product_id: string
    /** From 1. */
    position: number
    url: string
    /** fetched: stored, and not yet among the pictures of the product. */
    state: Generated<'waiting' | 'fetched' | 'done' | 'failed'>
    image_key: string | null
    /** Of `failed`: the reason. */
    failure: string | null
    tried_at: Date | null
  }
  /** Orders that the owner prepares for buyers on the phone. */
  prepared_orders: {
    id: Generated<string>
    created_at: Generated<Date>
    expires_at: Date
    email: string | null
    /** Products and pieces, as the owner chose them. */
    items: unknown
    /** The pieces among them that were taken from counted stock; put back when it ends. */
    held: unknown
    /** Receiver and destination; null: the buyer enters them. */
    place: unknown | null
    code: string | null
    ended_at: Date | null
    ended_as: 'ordered' | 'expired' | 'withdrawn' | null
    checkout_id: string | null
  }
  /** Who answers for products: the producer and, for one outside the EU, the responsible person there. */
  producers: {
    id: Generated<string>
    name: string
    address: string
    /** An e-mail address or the address of a web page. */
    contact: string
    is_in_eu: boolean
    /** The responsible person in the EU: all three or none. */
    responsible_name: string | null
    responsible_address: string | null
    responsible_contact: string | null
    /** Invented; deleted with the demo catalogue. */
    is_demo: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  /** Requests for one mail about a product. It is sent to confirmed addresses alone. */
  product_alerts: {
    id: Generated<string>
    product_id: string
    email: string
    kind: 'stock' | 'price' | 'refill'
    /** The price when it was asked for; a lower one is mailed. */
    price_grosze: number | null
    asked_at: Generated<Date>
    /** When the link of the first mail was used; null: not yet. */
    confirmed_at: Date | null
    /** When a bottle is expected to be used up. */
    due_at: Date | null
  }
  /** Pictures of a product from its second to its eighth. */
  product_pictures: {
    product_id: string
    /** The position among the product's pictures, from 2. */
    position: number
    image_key: string
    alt: Generated<string>
  }
  /** Every price that a product ever had, from when to when. Rows are only added, and closed once. */
  product_prices: {
    id: GeneratedAlways<number>
    product_id: string
    price_grosze: number
    valid_from: Generated<Date>
    valid_to: Date | null
    /** It was a reduced price; a price that was lowered for good is none. */
    reduced: Generated<boolean>
  }
  /** Number and sum of the approved reviews of each product that has any. */
  product_ratings: {
    product_id: string
    reviews: number
    stars: number
  }
  /** Pieces of each product that were ordered in the last 90 days, counted by a daily job. */
  product_sales: {
    product_id: string
    pieces: number
  }
  /** Addresses that products had before they were renamed: they lead to the present one. */
  product_slugs: {
    slug: string
    product_id: string
    created_at: Generated<Date>
  }
  /** Perfumes with price, stock, notes and picture. A stock of null is not counted. */
  products: {
    id: Generated<string>
    slug: string
    name: string
    brand_id: string
    gender: Generated<'women' | 'men' | 'unisex'>
    /** What the product costs outside of a reduction. */
    price_grosze: number
    description: Generated<string>
    notes: Generated<string[]>
    notes_pyramid: unknown | null
    volume_ml: number | null
    concentration: string | null
    /** The first picture, shown wherever one is. */
    image_key: string | null
    stock_quantity: number | null
    out_of_stock: Generated<boolean>
    active: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** When the admin last changed anything but stock; the row version of the form. */
    edited_at: Generated<Date>
    /** What it costs from reduced_from until before reduced_to. */
    reduced_price_grosze: number | null
    /** Polish wall clock. */
    reduced_from: string | null
    /** Polish wall clock. */
    reduced_to: string | null
    /** What it costs now. Written by a trigger with every change of the row; a job changes the row when a reduction begins or ends. */
    current_price_grosze: number
    /** Null: the producer of its brand. */
    producer_id: string | null
    /** EAN, or a code of the shop. */
    product_code: string | null
    warnings: Generated<string>
    /** INCI names, as on the package. */
    ingredients: Generated<string>
    /** Period after opening. */
    opened_months: number | null
    /** Labelled by the rules before regulation 2023/1545; such pieces may be sold until 2028-07-31. */
    has_old_label: Generated<boolean>
    /** Trademarks that the admin kept in its texts after a warning. */
    trademarks_accepted: Generated<string[]>
    /** The scent of which the product is a further size: the id of the first size, which itself has null here. */
    scent_id: string | null
    kind: Generated<'bottle' | 'sample' | 'set'>
    filled_by: Generated<'producer' | 'shop'>
    /** Always known for what the shop filled itself. */
    batch: string | null
    /** What the first picture shows; empty: name and brand. */
    image_alt: Generated<string>
    /** VAT in per cent */
    vat_rate: Generated<'23' | '8' | '5' | '0'>
    /** What a piece cost the shop, without VAT that is deducted. Null: unknown */
    purchase_cost_grosze: number | null
  }
  /** What a product is called at the payment provider, in each of its modes. */
  provider_products: {
    product_id: string
    mode: 'test' | 'live'
    provider_product_id: string | null
    provider_price_id: string | null
    /** The state last sent to the provider, as JSON text; null when it is unknown. */
    synced: string | null
    request_number: Generated<number>
    /** The request that was stored before it was sent, until its outcome is known. */
    pending: string | null
    synced_at: Date | null
  }
  /** Devices of the owner that receive notices. */
  push_devices: {
    id: Generated<string>
    endpoint: string
    p256dh: string
    auth: string
    name: string
    created_at: Generated<Date>
    last_success_at: Date | null
    failed_at: Date | null
  }
  /** Counted attempts, shared by all processes: one row per limited thing (account or network) and window. */
  rate_limits: {
    key: string
    window_start: Date
    hits: Generated<number>
  }
  /** Batches whose buyers were warned, and which are no longer packed. */
  recalls: {
    id: Generated<string>
    product_id: string
    batch: string
    hazard: string
    created_at: Generated<Date>
    /** When the owner put the product on sale again; until then nothing else does. */
    lifted_at: Date | null
  }
  /** The till receipt of each sale to a person: one row, so that it is printed once */
  receipts: {
    checkout_id: string
    /** printing: the till agent has it; unclear: whether it was printed is not known; refused: the printer did not take it */
    state: Generated<'waiting' | 'printing' | 'unclear' | 'refused' | 'printed'>
    /** Chosen by the agent. Kept when the sale waits again, so that a late report is understood */
    claim: string | null
    /** When the agent took it, and its lines were set. */
    claimed_at: Date | null
    /** As they were printed; of a waiting or refused sale meaningless */
    lines: unknown | null
    gross_grosze: number | null
    /** '': the owner did not type it. */
    number: Generated<string>
    printed_at: Date | null
    /** Whether the agent said that it is printed. */
    by_agent: Generated<boolean>
    created_at: Generated<Date>
    /** Whether the receipt says the whole sale. Earlier ones left out what had come back before */
    as_sold: Generated<boolean>
    /** What the printer said, where it refused this receipt */
    refusal: string | null
    /** When the agent last had it without printing it: others are tried first */
    tried_at: Date | null
  }
  /** After how many days a bottle of this size is bought again, for half of its buyers; absent: not known yet. */
  refill_days: {
    volume_ml: number
    days: number
  }
  /** Money that went back, or is on its way, to the buyer of a payment. */
  refunds: {
    id: Generated<string>
    payment_id: string
    amount_grosze: number
    status: Generated<'pending' | 'succeeded' | 'failed'>
    reason: string
    idempotency_key: string
    provider_refund_id: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** The reason of the failure, in the provider's words. */
    failure: string | null
    /** When the money went back. It stays when a bank brings it back. */
    succeeded_at: Date | null
    /** When it failed. If it had succeeded, the money is in the shop again from then on. */
    failed_at: Date | null
    /** Why the money goes back. Null: unknown */
    cause: string | null
    /** What it lowers: of each item (null: the delivery) pieces that come back, the sum, and what the shop keeps of them */
    lines: unknown | null
    /** The refund that this one completes, from another payment of the order */
    follows_id: string | null
    /** Of each product the pieces that are sold again if this refund cancels the order. */
    restock: unknown | null
  }
  /** Statements of withdrawal and complaints as they were declared, and what became of them. */
  return_cases: {
    id: Generated<string>
    /** 'Z' and the first eight characters of the id. */
    number: GeneratedAlways<string>
    kind: 'withdrawal' | 'complaint'
    /** Unique: a repeated call stores nothing twice. */
    submission_key: string
    received_at: Date
    /** Name, number of the order and e-mail as they were declared; checked against nothing. */
    name: string
    order_number: string
    email: string
    /** Null: the whole order. */
    declared_items: unknown | null
    /** The pieces in words, where they could not be chosen. */
    items_note: string | null
    /** For a complaint: the fault, in the buyer's words. */
    reason: string | null
    demand: 'repair' | 'replacement' | 'lower_price' | 'withdrawal' | null
    /** How its order was found: by a signed link, by typed number and e-mail, by the number alone, by the owner; null: not looked for yet. */
    match: 'signed' | 'typed' | 'number_only' | 'none' | 'confirmed' | null
    checkout_id: string | null
    /** IBAN for the money of an order paid on delivery. */
    account_number: string | null
    /** When the buyer proved that the goods are on their way back. */
    sent_back_at: Date | null
    arrived_at: Date | null
    /** For goods that lost value, at most their price. */
    deduction_grosze: Generated<number>
    deduction_reason: string | null
    /** The refund at the provider; null: none, or the money is transferred. */
    refund_id: string | null
    /** When the money was refunded or transferred, and how much. */
    settled_at: Date | null
    settled_grosze: number | null
    decision: 'accepted' | 'rejected' | null
    answer: string | null
    answered_at: Date | null
    updated_at: Generated<Date>
    /** Whether the shop or the buyer still has to do something. */
    is_open: GeneratedAlways<boolean>
    /** Of what goes back for a case: what the order's page had given back when the case was settled. */
    beside_grosze: Generated<number>
    /** When its pieces were taken out of a parcel that had not left; null: they were not. */
    unsent_at: Date | null
    /** Pieces that came back without money of their own, because it had gone back before. As of refunds */
    lines: unknown | null
    /** What was deducted: kind, code, numbers of orders, grosze. Null: not settled, or by an earlier build */
    advantages: unknown | null
    /** The owner leaves to the buyer what would be deducted */
    advantages_waived: Generated<boolean>
    /** The carrier's code for handing the goods in without a label, typed by the owner. */
    drop_off_code: string | null
    /** Submission keys of the statements that were added to this one. */
    amended_keys: Generated<string[]>
  }
  /** The pieces that a case is about, and in what condition they came back; null: they have not. */
  return_items: {
    case_id: string
    order_item_id: string
    quantity: number
    /** Null: it has not come back. */
    condition: 'sealed' | 'opened' | 'damaged' | null
    restocked: Generated<number>
    /** By how much an accepted complaint lowered the price of these pieces. */
    lowered_grosze: Generated<number>
    /** Whether its order was reduced by these pieces, which had not been paid. */
    amended: Generated<boolean>
    /** The part of what went back for these pieces without a case, between statement and settlement, that paid this case. */
    beside_grosze: Generated<number>
  }
  /** Pictures of a complaint. */
  return_pictures: {
    case_id: string
    image_key: string
    position: number
  }
  /** Pictures of a review by somebody who received the product, public while it is approved. */
  review_pictures: {
    review_id: string
    image_key: string
    position: number
  }
  /** Opinions of customers, shown once they are approved. */
  reviews: {
    id: Generated<string>
    product_id: string
    user_id: string
    rating: number
    comment: string | null
    approved: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    rejected_at: Date | null
    /** A parcel with the product was delivered to the author. */
    confirmed: Generated<boolean>
    /** The author's first name at the time of approval, written by a trigger. */
    author_first_name: string | null
    /** The owner's answer, shown under the approved review. */
    answer: string | null
    /** When the answer was published. It stays when the answer is removed: its author was told then, and only once. */
    answered_at: Date | null
  }
  /** The single things of a run, each with its outcome. */
  run_items: {
    run_id: string
    /** Exactly one of the two is set. */
    product_id: string | null
    status: Generated<'waiting' | 'done' | 'failed'>
    failure: string | null
    checkout_id: string | null
    /** Values for the sentence about the failure, as JSON. */
    failure_details: string | null
  }
  /** Work on many things that goes on in steps. */
  runs: {
    id: Generated<string>
    kind: string
    /** Of runs that send products to the payment provider: its mode. */
    mode: 'test' | 'live' | null
    status: Generated<'running' | 'done' | 'failed'>
    failure: string | null
    started_by: string | null
    created_at: Generated<Date>
    finished_at: Date | null
  }
  /** Open sessions. A session changes its token and is known by its device. */
  sessions: {
    id: Generated<string>
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    last_seen_at: Generated<Date>
    /** The previous token. Accepted until the browser has used the new one, or until this moment. */
    previous_token: string | null
    previous_token_until: Date | null
    /** When the user last gave a password or a code in this session, or signed in by a link or Google. */
    proven_at: Date | null
  }
  /** What the customer knows of a parcel. Each order on delivery has one; one of a checkout heads the parcel. */
  shipments: {
    id: Generated<string>
    order_id: string
    status: Generated<'created' | 'processing' | 'shipped' | 'delivered' | 'cancelled'>
    tracking_number: string | null
    receiver_name: string
    receiver_phone: string
    receiver_email: string
    parcel_locker_id: string | null
    parcel_locker_name: string | null
    label_url: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** When the admin archived it. The status stays what it was. */
    archived_at: Date | null
    /** When its parcel was packed. */
    packed_at: Date | null
    /** When the shipment was deleted from the archive. The admin no longer sees it; the customer still does. */
    deleted_at: Date | null
    /** True for the one shipment of a checkout that represents the parcel when parcels are counted and paged. */
    heads_parcel: Generated<boolean>
  }
  /** Each time that the costs of delivery were set. The newest counts; older ones tell what was charged when. */
  shipping_costs: {
    id: Generated<string>
    updated_at: Generated<Date>
    /** Delivery is free from this sum of products on; null: never. */
    free_delivery_from_grosze: number | null
    /** The values of a new shop, which no admin has reviewed. */
    preset: Generated<boolean>
    /** Up to this total an order may be paid on delivery. */
    cod_limit_grosze: Generated<number>
  }
  /** What delivery costs, in grosze: one row for each way to pay and to deliver of its shipping_costs. */
  shipping_rates: {
    costs_id: string
    payment: 'cash_on_delivery' | 'prepaid'
    delivery: string
    grosze: number
  }
  /** One row: what the owner entered about the shop. */
  shop_profile: {
    id: Generated<number>
    entered: Generated<unknown>
    updated_at: Generated<Date>
  }
  /** One row: what the admin decides about the whole shop. */
  shop_settings: {
    id: Generated<number>
    hide_substitutes: Generated<boolean>
    updated_at: Generated<Date>
    /** Orders placed before this full hour are dispatched on the same day. */
    dispatch_until: Generated<number>
    /** 1: Monday, 7: Sunday. */
    closed_weekdays: Generated<number[]>
    closed_dates: Generated<string[]>
    holiday_from: string | null
    holiday_to: string | null
    holiday_selling: Generated<boolean>
  }
  /** Every change of a product's stock, written by a trigger, and what was counted or lost without one. */
  stock_movements: {
    id: GeneratedAlways<number>
    product_id: string
    change: number
    /** Null: the stock is not counted from then on, and counts as 0 in sums. */
    stock_after: number | null
    /** Pieces of the order that left it and are not sold again; below 0: they were, after all, in its parcel. */
    lost: Generated<number>
    reason:
      | 'opening'
      | 'added'
      | 'set'
      | 'imported'
      | 'baselinker'
      | 'baselinker_moved'
      | 'placed'
      | 'retaken'
      | 'changed'
      | 'held'
      | 'released'
      | 'reserved'
      | 'unreserved'
      | 'cancelled'
      | 'taken_out'
      | 'returned'
      | 'refunded'
      | 'trial'
      | 'counted'
      | 'broken'
      | 'missing'
      | 'stolen'
      | 'miscounted'
      | 'other'
      | 'unknown'
    note: string | null
    order_id: string | null
    case_id: string | null
    stocktake_id: string | null
    /** Who of the shop did it; null: a buyer, or the shop itself. */
    user_id: string | null
    created_at: Generated<Date>
  }
  /** What lay on the shelf, and what should have at that moment: the stock and the pieces of unpacked orders. */
  stocktake_counts: {
    stocktake_id: string
    product_id: string
    counted: number
    expected: number
    counted_at: Generated<Date>
  }
  /** Countings of the pieces on the shelf. At most one is open. */
  stocktakes: {
    id: Generated<string>
    status: Generated<'open' | 'booked' | 'dropped'>
    created_at: Generated<Date>
    /** When it was counted last; the row version of its differences. */
    updated_at: Generated<Date>
  }
  /** Paid sessions of the provider that match no payment. A person has to look at them. */
  stray_payments: {
    id: Generated<string>
    mode: 'test' | 'live'
    provider_session_id: string
    provider_payment_id: string | null
    amount_grosze: number
    currency: string
    /** The payment that the session differs from; null: it is unknown. */
    payment_id: string | null
    created_at: Generated<Date>
    dismissed_at: Date | null
  }
  /** Consents to the newsletter by address. Ended ones stay until nobody may ask for a proof. */
  subscribers: {
    id: Generated<string>
    email: string
    /** The sentence that was agreed to. */
    consent: string
    asked_at: Generated<Date>
    /** When the link of the first mail was used; null: not yet. */
    confirmed_at: Date | null
    /** Null: the consent is still valid. */
    ended_at: Date | null
  }
  /** The terms as they were shown, by the day (in Warsaw) from which they are in force. From the first real order on nothing is changed and nothing deleted. */
  terms_versions: {
    /** The day from which it is in force, e.g. '2026-01-01', in Warsaw. */
    version: string
    full_text: string
    /** Of the text in UTF-8, in hex. */
    sha256: string
    published_at: Generated<Date>
    /** The text that comes with the shop. It follows the settings until the first real order. */
    preset: Generated<boolean>
  }
  /** The program beside the fiscal printer, in a single row. It prints sales since its key was made */
  till_agent: {
    id: Generated<number>
    key_hash: string | null
    key_made_at: Date | null
    seen_at: Date | null
    problem: string | null
  }
  /** What the till calls what is sold: set by the first receipt, changed by the owner */
  till_names: {
    sold_name: string
    rate: string
    till_name: string
    /** The name in small letters */
    name_key: string
  }
  /** Money that the owner transferred back for orders that were paid on delivery. */
  transfers: {
    /** Chosen by the caller, so that a repeated call records the transfer once. */
    id: Generated<string>
    order_id: string
    /** The case that the transfer settled; null: it was recorded on the order's page, or its case was deleted since. */
    case_id: string | null
    amount_grosze: number
    reason: string
    created_at: Generated<Date>
    /** As of refunds */
    cause: string | null
    /** As of refunds */
    lines: unknown | null
  }
  /** Authenticator apps and recovery codes of accounts. */
  two_factors: {
    id: Generated<string>
    user_id: string
    /** Secret of the authenticator app, encrypted by Better Auth. */
    secret: string
    backup_codes: string
    /** Whether a code has confirmed the second factor. */
    verified: Generated<boolean>
    failed_verification_count: Generated<number>
    locked_until: Date | null
    /** Step of the last accepted code. */
    last_step: number | null
  }
  /** One row: what accounts may order, hold and be sent whose address was never proven, or that never received a parcel. */
  unproven_account_limits: {
    id: Generated<number>
    open_checkouts: Generated<number>
    pieces_of_product: Generated<number>
    pieces: Generated<number>
    mails_per_hour: Generated<number>
    updated_at: Generated<Date>
    /** The most orders paid ahead that wait for their payment. */
    open_payments: Generated<number>
    proven_checkouts: Generated<number>
    proven_payments: Generated<number>
    proven_pieces_of_product: Generated<number>
    proven_pieces: Generated<number>
    /** Parcels per hour; from `all_parcels` on they are a wave. */
    network_parcels: Generated<number>
    all_parcels: Generated<number>
    /** Per cent of a product's counted stock. */
    network_stock_share: Generated<number>
    /** First mails to new addresses per hour. */
    network_letters: Generated<number>
    all_letters: Generated<number>
  }
  /** Pictures that no product shows: a job deletes their files after a while. */
  unused_pictures: {
    image_key: string
    unused_since: Generated<Date>
    /** When the deletion of its files began. From then on no product can take it. */
    deleting_at: Date | null
  }
  /** Accounts of customers, of the admin, and of people who pack. Better Auth reads and writes them under these names. */
  users: {
    id: Generated<string>
    name: Generated<string>
    email: string
    email_verified: Generated<boolean>
    image: string | null
    role: Generated<'customer' | 'admin' | 'packer' | 'accountant'>
    first_name: string | null
    last_name: string | null
    two_factor_enabled: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** Version of the accepted terms (the date they took effect), and when they were accepted. */
    terms_version: string | null
    terms_accepted_at: Date | null
    /** When the account was deleted. The row remains because orders refer to it. */
    deleted_at: Date | null
  }
  /** Short-lived secrets of Better Auth. */
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  /** Events of the provider. The key keeps each from being worked on twice; no name or address is stored. */
  webhook_events: {
    provider: string
    event_id: string
    type: string
    /** The part of the event that the shop acts on, as JSON. */
    payload: string
    received_at: Generated<Date>
    processed_at: Date | null
  }
}
