import { countDays, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { ShippingCosts } from '#domain/kernel/order-words/shipping-method.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { expectDelivery, isSaleStopped } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

type Given = {
  profile: Pick<ShopProfile, 'shopUrl' | 'shopName'>
  /** Undefined while the shop has set no delivery costs. */
  costs: ShippingCosts | undefined
  calendar: DispatchCalendar
  now: Date
}

/** What every offer of the shop has in common at a moment. */
export type SaleFacts = Pick<Given, 'costs'> & {
  shopUrl: string
  shopName: string
  /** The least and most calendar days from an order of today to its dispatch, and from there; null: within no year. */
  days: { handling: [least: number, most: number]; transit: [least: number, most: number] } | null
  /** During a break without sale. */
  isStopped: boolean
  /** Equal for equal facts. */
  key: string
}

export function toSaleFacts({ profile: { shopUrl, shopName }, costs, calendar, now }: Given): SaleFacts {
  const clock = readWarsawClock(now)
  const facts = {
    shopUrl,
    shopName,
    costs,
    days: countDeliveryDays(calendar, clock),
    isStopped: isSaleStopped(calendar, clock.day),
  }
  return { ...facts, key: JSON.stringify(facts) }
}

function countDeliveryDays(
  calendar: DispatchCalendar,
  { day, hour }: ReturnType<typeof readWarsawClock>,
): SaleFacts['days'] {
  const [soonest, latest] = [hour, 23].map((ordered) => expectDelivery(calendar, { day, hour: ordered }))
  if (!soonest || !latest) return null
  const transit = [soonest, latest].map(({ dispatch, arrival }) => countDays(dispatch, arrival))
  return {
    handling: [countDays(day, soonest.dispatch), countDays(day, latest.dispatch)],
    transit: [Math.min(...transit), Math.max(...transit)],
  }
}
