import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { PaymentMethod } from '#domain/kernel/shipping-method.ts'

/** `undone`: a sale on delivery that was cancelled or made smaller. */
export type MovementKind = 'sold' | 'undone' | 'returned'

/** Movements of money, and transfers outside the payment provider. */
export type MoneyTables = {
  /** A view: what was sold, undone and returned, each at its moment. Nothing writes it. */
  money_movements: {
    order_id: string
    moment: Date
    kind: MovementKind
    /** What happened, in the words of the view. */
    cause: string
    payment: PaymentMethod
    /** The amount of the movement; negative where a movement of the same kind is corrected. */
    grosze: number
    /** The delivery cost contained in a sale. */
    shipping_grosze: number
  }
  /** Money that the owner transferred back for an order that was paid on delivery. */
  transfers: {
    /** Chosen by the caller, so that a repeated call records the transfer once. */
    id: Generated<string>
    order_id: string
    /** The case that the transfer settled; null: it was recorded on the order's page, or its case was deleted since. */
    case_id: string | null
    amount_grosze: number
    reason: string
    created_at: CreatedAt
  }
}
