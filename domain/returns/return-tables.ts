import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { CaseKind, CaseMatch, Decision, Demand, ItemCondition } from './return-case.ts'
import type { DeclaredItem } from './statement.ts'

/** Tables of withdrawals and complaints, their pieces and their outcome. */
export type WithdrawalTables = {
  return_cases: {
    id: Generated<string>
    /** 'Z' and the first eight characters of the id. */
    number: GeneratedAlways<string>
    kind: CaseKind
    /** Unique: a repeated call stores nothing twice. */
    submission_key: string
    received_at: Date
    /** Name, number of the order and e-mail as they were declared; checked against nothing. */
    name: string
    order_number: string
    email: string
    /** Null: the whole order. */
    declared_items: ColumnType<DeclaredItem[] | null, string | null, never>
    /** The pieces in words, where they could not be chosen. */
    items_note: string | null
    /** For a complaint: the fault, in the buyer's words. */
    reason: string | null
    demand: Demand | null
    /** Null: the job has not looked for its order yet. */
    match: CaseMatch | null
    checkout_id: string | null
    /** IBAN for the money of an order paid on delivery. */
    account_number: Generated<string | null>
    /** When the buyer proved that the goods are on their way back. */
    sent_back_at: Generated<Date | null>
    arrived_at: Generated<Date | null>
    /** When its pieces were taken out of a parcel that had not left. */
    unsent_at: Generated<Date | null>
    /** For goods that lost value, at most their price. */
    deduction_grosze: Generated<number>
    deduction_reason: Generated<string | null>
    refund_id: Generated<string | null>
    /** When the money was refunded or transferred, and how much. */
    settled_at: Generated<Date | null>
    settled_grosze: Generated<number | null>
    /** The part that the order's page had given back by then. */
    beside_grosze: Generated<number>
    decision: Generated<Decision | null>
    answer: Generated<string | null>
    answered_at: Generated<Date | null>
    /** Whether the shop or the buyer still has something to do. */
    is_open: GeneratedAlways<boolean>
    updated_at: CreatedAt
  }
  return_items: {
    case_id: string
    order_item_id: string
    quantity: number
    /** Null: it has not come back. */
    condition: ItemCondition | null
    restocked: Generated<number>
    /** By how much an accepted complaint lowered the price of these pieces. */
    lowered_grosze: Generated<number>
    /** Whether its order was reduced by these pieces, which had not been paid. */
    amended: Generated<boolean>
  }
  return_pictures: {
    case_id: string
    image_key: string
    position: number
  }
}
