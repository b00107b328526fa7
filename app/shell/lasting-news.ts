import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readStored, readStoredObject, writeStored } from '#app/browser-storage.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import type { Day } from '#domain/shipping/delivery-date/calendar-day.ts'
import type { DeliveryMethod } from '#domain/shipping/shipping-method.ts'

/** An order paid on delivery that this tab has just placed. */
export type PlacedNews = {
  numbers: string[]
  delivery: DeliveryMethod
  totalGrosze: Grosze
  /** When its parcel usually arrives; null: not known. */
  arrival: Day | null
}

const listeners = new Set<() => void>()

/** Something that the bar under the header tells has changed. */
export function newsChanged(): void {
  for (const listener of listeners) listener()
}

export function tellPlaced(news: PlacedNews): void {
  writeStored('placed_order', JSON.stringify(news))
  newsChanged()
}

export function dismissPlaced(): void {
  writeStored('placed_order', null)
  newsChanged()
}

export function readPlaced(): PlacedNews | null {
  const stored = readStoredObject('placed_order')
  if (!stored || !Array.isArray(stored.numbers) || typeof stored.totalGrosze !== 'number') return null
  const numbers = stored.numbers.filter((number) => typeof number === 'string')
  if (numbers.length === 0) return null
  const { totalGrosze, arrival } = stored
  return {
    numbers,
    delivery: stored.delivery === 'courier' ? 'courier' : 'locker',
    totalGrosze,
    arrival: typeof arrival === 'string' && /^\d{4}-\d\d-\d\d$/.test(arrival) ? arrival : null,
  }
}

/** Counts what changes in the news, and says whether there may be any; the bar's code is fetched only then. */
export function useLastingNews(): { version: number; isThere: boolean } {
  const { pathname } = useLocation()
  const [news, setNews] = useState({ version: 0, isThere: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told may be over by the next page
  useEffect(() => {
    const look = () =>
      setNews(({ version }) => ({
        version: version + 1,
        isThere: readStored('placed_order') !== null || readStored('unpaid_orders') !== null,
      }))
    look()
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [pathname])
  return news
}
