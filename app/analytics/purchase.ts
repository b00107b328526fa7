import { isObject, readStored, writeStored } from '#app/browser-storage.ts'
import { readPageFacts } from '#app/shell/shop-facts.tsx'
import { type Grosze, groszeToZl } from '#domain/kernel/money.ts'
import { readConsent } from './consent.ts'
import { sendEvent, waitForTag } from './google-tag.ts'

/** How long an order waits for the script, ms; without it nothing is said. */
const SCRIPT_WAIT_MS = 5000
/** How often an event that did not arrive is sent again, and after how long, ms. */
const RETRIES = 3
const RETRY_AFTER_MS = 1000
/** Orders that are remembered as sent. */
const MOST_REMEMBERED = 20

type Purchase = {
  /** Eight digits, as the customer says them. */
  orderNumber: string
  totalGrosze: Grosze
  /** Of the contract; null where the shop no longer knows the order. */
  shippingMethod: string | null
}

/** Tells analytics of an order, once in this browser, if it is configured and the visitor has agreed. */
export async function reportPurchase({ orderNumber, totalGrosze, shippingMethod }: Purchase): Promise<void> {
  const analytics = readPageFacts()?.analytics
  if (!analytics || readConsent() !== 'granted' || reportedOrders().includes(orderNumber)) return
  const fields = { transaction_id: orderNumber, value: groszeToZl(totalGrosze), currency: 'PLN' }
  const events = [
    { name: 'purchase', fields: { ...fields, ...(shippingMethod && { shipping_tier: shippingMethod }) } },
    ...(analytics.conversion ? [{ name: 'conversion', fields: { ...fields, send_to: analytics.conversion } }] : []),
  ]
  // Remembered with the first that has arrived: a page that is loaded anew meanwhile sends nothing twice.
  await Promise.all(
    events.map(async ({ name, fields }) => {
      if (await sendUntilArrived(name, fields)) rememberReported(orderNumber)
    }),
  )
}

async function sendUntilArrived(name: string, fields: Record<string, unknown>): Promise<boolean> {
  if (!(await waitForTag(SCRIPT_WAIT_MS))) return false
  for (let time = 0; time <= RETRIES; time += 1) {
    if (await sendEvent(name, fields, RETRY_AFTER_MS)) return true
  }
  return false
}

function reportedOrders(): readonly unknown[] {
  const stored: unknown = JSON.parse(readStored('reported_orders') ?? '{}')
  return isObject(stored) && Array.isArray(stored.orders) ? stored.orders : []
}

function rememberReported(orderNumber: string): void {
  if (reportedOrders().includes(orderNumber)) return
  const orders = [...reportedOrders(), orderNumber].slice(-MOST_REMEMBERED)
  writeStored('reported_orders', JSON.stringify({ orders }))
}
