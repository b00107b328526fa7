import type { Connected } from '#domain/baselinker/admit-caller.server.ts'
import { type BaselinkerStatus, STATUSES } from '#domain/baselinker/baselinker.ts'
import { listOrdersOfNumber, type OrderToUpdate } from '#domain/baselinker/baselinker-queries.server.ts'
import { findStatus } from '#domain/baselinker/order-answer.server.ts'
import { isFlagSet, type OrderUpdate } from '#domain/baselinker/read-fields.ts'
import { cancelByAdmin, setOrderStatus } from '#domain/flows/orders/change-by-admin.server.ts'
import { updateShipments } from '#domain/flows/shipping/update-shipments.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { shipmentUpdateSchema } from '#domain/shipping/admin/admin-parcel.ts'

/** In the diary of an order and the log of the panel. */
const REASON = 'BaseLinker'

type UpdateServices = Pick<Services, 'db' | 'payments' | 'jobs' | 'now'>
type Step = { services: UpdateServices; ownerId: string; orders: readonly OrderToUpdate[]; value: string }

/** Why one order was not updated: the reasons of the acts of the panel, and its own. */
type StepRefusal =
  | Extract<
      Awaited<ReturnType<typeof updateShipments | typeof cancelByAdmin | typeof setOrderStatus>>,
      { ok: false }
    >['failure']
  | { reason: 'baselinker_status_unknown' | 'baselinker_no_parcel' | 'baselinker_not_back' | 'baselinker_number_wrong' }
type Stepped = Promise<Result<unknown, StepRefusal>>

export type RefusedUpdate = { number: string; failure: StepRefusal | { reason: 'order_not_found' } }

/**
 * Sets status, payment or tracking number of parcels by the acts of the panel, in the name of the owner who connected
 * BaseLinker: their transition tables, their versions, their stock. Each parcel by itself: those that refuse are named,
 * the others are done. One that is already as asked, or further, counts as done: messages come late, and again.
 */
export async function updateOrders(
  services: UpdateServices,
  { owner_id: ownerId }: Connected,
  { numbers, update_type, update_value: value }: OrderUpdate,
): Promise<{ counter: number; refused: RefusedUpdate[] }> {
  const refused: RefusedUpdate[] = []
  for (const number of numbers) {
    const orders = /^\d{1,9}$/.test(number) ? await listOrdersOfNumber(services.db, Number(number)) : []
    const done =
      orders.length === 0
        ? fail({ reason: 'order_not_found' as const })
        : await STEPS[update_type]({ services, ownerId, orders, value })
    if (!done.ok) refused.push({ number, failure: done.failure })
  }
  return { counter: numbers.length - refused.length, refused }
}

const STEPS: Record<OrderUpdate['update_type'], (step: Step) => Stepped> = {
  status: setStatus,
  paid: setPaid,
  delivery_number: setTrackingNumber,
}

/** The statuses of a parcel in their order. */
const COURSE: readonly BaselinkerStatus[] = ['paid', 'processing', 'shipped', 'delivered']

const isStatus = (value: string): value is BaselinkerStatus => Object.hasOwn(STATUSES, value)
const kept = ({ orders }: Step) => orders.filter(({ status }) => status !== 'cancelled')

async function setStatus(step: Step): Stepped {
  const { services, ownerId, orders, value } = step
  if (!isStatus(value)) return fail({ reason: 'baselinker_status_unknown' })
  const now = findStatus(orders.map((order) => ({ ...order, shipping_status: order.shipment_status })))
  if (now === value || (COURSE.includes(value) && COURSE.indexOf(value) < COURSE.indexOf(now))) return ok(null)
  if (value === 'pending') return fail({ reason: 'baselinker_not_back' })
  if (value === 'paid') return setPaid({ ...step, value: '1' })
  if (value !== 'cancelled') return moveParcel(step, { status: value })
  for (const { id: orderId, status: seen, version } of kept(step)) {
    const by = { orderId, adminId: ownerId, seen, version, reason: REASON, refund: false }
    const cancelled = await cancelByAdmin(services, by)
    if (!cancelled.ok) return cancelled
  }
  return ok(null)
}

async function setPaid(step: Step): Stepped {
  const { services, ownerId, value } = step
  const isPaid = isFlagSet(value)
  // Otherwise BaseLinker would wait for a parcel that nobody packs.
  if (isPaid && kept(step).length === 0) return fail({ reason: 'baselinker_no_parcel' })
  for (const { id: orderId, status: seen, version } of kept(step)) {
    if (isPaid === (seen !== 'pending')) continue
    if (!isPaid) return fail({ reason: 'baselinker_not_back' })
    const paid = await setOrderStatus(services, { orderId, adminId: ownerId, seen, version, to: 'paid' })
    if (!paid.ok) return paid
  }
  return ok(null)
}

async function setTrackingNumber(step: Step): Stepped {
  const typed = shipmentUpdateSchema.shape.tracking_number.safeParse(step.value)
  if (!typed.success || typed.data === undefined) return fail({ reason: 'baselinker_number_wrong' })
  return moveParcel(step, { tracking_number: typed.data })
}

/** The shipments of the parcel as they were just read, so that another window's change in between refuses this one. */
async function moveParcel(
  step: Step,
  { status, tracking_number }: { status?: 'processing' | 'shipped' | 'delivered'; tracking_number?: string },
): Stepped {
  const shipments = kept(step).flatMap(({ shipment_id: id, version }) => (id === null ? [] : [{ id, version }]))
  const present = kept(step)[0]?.shipment_status
  if (shipments.length === 0 || !present) return fail({ reason: 'baselinker_no_parcel' })
  const change = {
    shipments,
    status: status ?? present,
    ...(tracking_number !== undefined && { tracking_number }),
    knows: [],
  }
  return updateShipments(step.services, step.ownerId, change, { reason: REASON })
}
