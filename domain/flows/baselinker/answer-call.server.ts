import { admitCaller, type CallerRefusal, type Connected } from '#domain/baselinker/admit-caller.server.ts'
import { ACTIONS, type Action, FILE_VERSION, isAction, STATUSES } from '#domain/baselinker/baselinker.ts'
import {
  listCategories,
  listDetails,
  listOffers,
  listPrices,
  listQuantities,
} from '#domain/baselinker/product-answers.ts'
import {
  dataSchema,
  type Fields,
  listFilterSchema,
  ordersSchema,
  pageSchema,
  readCallKey,
  readFields,
  readProtocolForm,
  stockSchema,
  updateSchema,
} from '#domain/baselinker/read-fields.ts'
import { DELIVERY_NAMES } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { addOrder } from './add-order.server.ts'
import { readShopOrders } from './read-orders.server.ts'
import { readOffers } from './read-products.server.ts'
import { type RefusedUpdate, updateOrders } from './update-orders.server.ts'
import { updateStock } from './update-stock.server.ts'

type FailureOf<Outcome> = Extract<Awaited<Outcome>, { ok: false }> extends { failure: infer Failure } ? Failure : never
export type MethodRefusal =
  | FailureOf<ReturnType<typeof addOrder>>
  | FailureOf<ReturnType<typeof updateStock>>
  | { reason: 'baselinker_action_unknown'; action: string }
  | { reason: 'baselinker_updates_refused'; refused: RefusedUpdate[] }
type Method = (services: Services, settings: Connected, fields: Fields) => Promise<Result<object, MethodRefusal>>

/** The ways to pay that BaseLinker can name; orders that it adds are paid elsewhere whatever it names. */
const PAYMENT_METHODS = {
  prepaid: 'Płatność online',
  cash_on_delivery: 'Płatność przy odbiorze',
  elsewhere: 'Poza sklepem',
}

const METHODS: Record<Action, Method> = {
  FileVersion: async () => ok(FILE_VERSION),
  SupportedMethods: async () => ok(ACTIONS),
  ProductsCategories: async () => ok(listCategories()),
  StatusesList: async () => ok(STATUSES),
  DeliveryMethodsList: async () => ok(DELIVERY_NAMES),
  PaymentMethodsList: async () => ok(PAYMENT_METHODS),
  async ProductsList(services, _, fields) {
    const filter = readFields(listFilterSchema, fields)
    return filter.ok ? ok(listOffers(await readOffers(services), filter.value)) : filter
  },
  async ProductsData(services, _, fields) {
    const asked = readFields(dataSchema, fields)
    if (!asked.ok) return asked
    return ok(listDetails(await readOffers(services), asked.value.products_id, asked.value.only_images))
  },
  async ProductsPrices(services, _, fields) {
    const asked = readFields(pageSchema, fields)
    return asked.ok ? ok(listPrices(await readOffers(services), asked.value.page)) : asked
  },
  async ProductsQuantity(services, _, fields) {
    const asked = readFields(pageSchema, fields)
    return asked.ok ? ok(listQuantities(await readOffers(services), asked.value.page)) : asked
  },
  async ProductsQuantityUpdate(services, _, fields) {
    const asked = readFields(stockSchema, fields)
    return asked.ok ? updateStock(services, asked.value) : asked
  },
  async OrdersGet(services, settings, fields) {
    const asked = readFields(ordersSchema, fields)
    return asked.ok ? ok(await readShopOrders(services, settings, asked.value)) : asked
  },
  OrderAdd: addOrder,
  async OrderUpdate(services, settings, fields) {
    const asked = readFields(updateSchema, fields)
    if (!asked.ok) return asked
    const { counter, refused } = await updateOrders(services, settings, asked.value)
    return refused.length > 0 ? fail({ reason: 'baselinker_updates_refused', refused }) : ok({ counter })
  },
}

export type AnswerRefusal = CallerRefusal | MethodRefusal

/** Answers the form of one call: who calls is admitted first, by its key. `admitted`: whether the refusal came later. */
export async function answerCall(
  services: Services,
  body: string,
  clientAddress: string,
): Promise<{ admitted: boolean; answer: Result<object, AnswerRefusal> }> {
  const caller = await admitCaller(services, { key: readCallKey(body), clientAddress })
  if (!caller.ok) return { admitted: false, answer: caller }
  const fields = readProtocolForm(body)
  const { action } = fields
  const answer = isAction(action)
    ? await METHODS[action](services, caller.value, fields)
    : fail({ reason: 'baselinker_action_unknown' as const, action: String(action ?? '').slice(0, 60) })
  return { admitted: true, answer }
}
