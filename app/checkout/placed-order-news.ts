import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onStored, readStored, readStoredObject, writeStored } from '#app/browser-storage.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { DeliveryMethod } from '#domain/kernel/order-words/shipping-method.ts'

/** An order that this tab has just placed and that waits for no payment. */
export type PlacedNews = {
  numbers: string[]
  delivery: DeliveryMethod
  totalGrosze: Grosze
  isPaid: boolean
  /** The address where the buyer finds the order. */
  path: string
  /** When its parcel usually arrives; null when unknown. */
  arrival: Day | null
}

/** Tells it on every page. Whoever has ordered is offered no gift for ordering any more. */
export function tellPlaced(news: PlacedNews): void {
  writeStored('promo_dismissed', new Date().toISOString())
  writeStored('placed_order', JSON.stringify(news))
}

/** The address inside the shop of an order's link. */
export function readPath(orderLink: string): string {
  const { pathname, hash } = new URL(orderLink)
  return pathname + hash
}

export function dismissPlaced(): void {
  writeStored('placed_order', null)
}

export function readPlaced(): PlacedNews | null {
  const stored = readStoredObject('placed_order')
  if (!stored || !Array.isArray(stored.numbers) || typeof stored.totalGrosze !== 'number') return null
  if (typeof stored.path !== 'string') return null
  const numbers = stored.numbers.filter((number) => typeof number === 'string')
  if (numbers.length === 0) return null
  const { totalGrosze, arrival, path } = stored
  return {
    numbers,
    delivery: stored.delivery === 'courier' ? 'courier' : 'locker',
    totalGrosze,
    isPaid: stored.isPaid === true,
    path,
    arrival: typeof arrival === 'string' && /^\d{4}-\d\d-\d\d$/.test(arrival) ? arrival : null,
  }
}

/** `version` counts the changes; `isThere`: there may be an order to show, and only then the bar's code is loaded. */
export function usePlacedOrderNews(): { version: number; isThere: boolean } {
  const { pathname } = useLocation()
  const [news, setNews] = useState({ version: 0, isThere: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the next page the order may no longer wait
  useEffect(() => {
    const look = () =>
      setNews(({ version }) => ({
        version: version + 1,
        isThere: readStored('placed_order') !== null || readStored('unpaid_orders') !== null,
      }))
    look()
    const stops = [onStored('placed_order', look), onStored('unpaid_orders', look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [pathname])
  return news
}
