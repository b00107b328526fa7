import type { AllocatedLine, MoneyCause } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { PaymentWay } from '#domain/kernel/order-words/shipping-method.ts'

/** `undone`: a sale on delivery that was cancelled or made smaller. */
export type MovementKind = 'sold' | 'undone' | 'returned'

/** Views of the movements of money. The database does not know which columns of a view are never null. */
export type MoneyViews = {
  /** What was sold, undone and returned, each at its moment. */
  money_movements: {
    order_id: string
    moment: Date
    kind: MovementKind
    /** What happened, in the words of the view. */
    cause: string
    payment: PaymentWay
    /** The amount of the movement; negative where a movement of the same kind is corrected. */
    grosze: number
    /** The delivery cost contained in a sale. */
    shipping_grosze: number
  }
  /** Money that went back or is on its way, with what it lowers. */
  sale_reductions: {
    order_id: string
    /** 'refund:<id>', 'transfer:<id>', 'dispute:<id>' */
    key: string
    cause: MoneyCause | null
    lines: AllocatedLine[] | null
    grosze: Grosze
    decided_at: Date
    effective_at: Date | null
    is_effective: boolean
  }
  /** What the shop keeps of each order as a sale. */
  kept_orders: { order_id: string; checkout_id: string; kept_grosze: Grosze }
  /** Failed refunds whose money has not gone back in another way since. */
  unmade_refunds: { payment_id: string; order_id: string; grosze: Grosze }
}
