import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { describeHoliday, expectDelivery, promiseDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

const CLOCK = 'M12 6v6l4 2M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z'

const MINUTE_MS = 60_000

/**
 * Day and hour in Warsaw, kept up to date; null before hydration, because cached pages are older than the present hour.
 */
function useWarsawClock(): { day: Day; hour: number } | null {
  const [clock, setClock] = useState<{ day: Day; hour: number } | null>(null)
  useEffect(() => {
    const read = () => setClock(readWarsawClock(new Date()))
    read()
    const timer = setInterval(read, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return clock
}

/** 'Zamów do 14:00, w paczkomacie zwykle w czwartek 26.11'. Its space is reserved before the text is known. */
export function DeliveryPromise({ calendar }: { calendar: DispatchCalendar }) {
  const clock = useWarsawClock()
  const expected = clock && expectDelivery(calendar, clock)
  return (
    <p className="flex min-h-10 items-center gap-3 text-sm noscript:hidden sm:min-h-6">
      <span aria-hidden="true" className="shrink-0 [&>svg]:size-5 [&>svg]:stroke-[1.6]">
        <Icon d={CLOCK} />
      </span>
      <span>{expected && promiseDelivery(expected, 'locker')}</span>
    </p>
  )
}

/** What a holiday of the shop means for buyers; shown from the day it is set until it ends. */
export function HolidayNotice({ calendar, today }: { calendar: DispatchCalendar; today: Day }) {
  const clock = useWarsawClock()
  const words = describeHoliday(calendar, clock?.day ?? today)
  if (words === null) return null
  return <p className="bg-sand px-5 py-2.5 text-center text-sm font-semibold">{words}</p>
}
