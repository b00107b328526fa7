import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { readPageFacts } from '#app/shop-facts.tsx'
import { type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import { sendEvent, waitForTag } from './google-tag.ts'
import { readConsent } from './stored-consent.ts'

/** How long an order waits for Google's script, ms; without the script nothing is reported. */
const SCRIPT_WAIT_MS = 5000
/** How often an unconfirmed event is repeated, and after how long, ms. */
const RETRIES = 3
const RETRY_AFTER_MS = 1000
/** Orders that are remembered as reported. */
const MOST_REMEMBERED = 20

type Purchase = {
  /** The order number: eight digits, as the customer sees it. */
  orderNumber: string
  totalGrosze: Grosze
  /** As in the contract; null when the shop no longer knows the order. */
  shippingMethod: string | null
}

/** Reports an order to analytics once per browser, if analytics is configured and the visitor has agreed. */
export async function reportPurchase({ orderNumber, totalGrosze, shippingMethod }: Purchase): Promise<void> {
  const analytics = readPageFacts()?.analytics
  const consent = readConsent()
  if (!analytics || !consent || reportedOrders().includes(orderNumber)) return
  const fields = { transaction_id: orderNumber, value: groszeToZl(totalGrosze), currency: 'PLN' }
  const events = [
    ...(consent.statistics
      ? [{ name: 'purchase', fields: { ...fields, ...(shippingMethod && { shipping_tier: shippingMethod }) } }]
      : []),
    ...(consent.advertising && analytics.conversion
      ? [{ name: 'conversion', fields: { ...fields, send_to: analytics.conversion } }]
      : []),
  ]
  // Remembered with the first confirmation, so that a reload sends nothing twice.
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
  const stored = readStoredObject('reported_orders')
  return Array.isArray(stored?.orders) ? stored.orders : []
}

function rememberReported(orderNumber: string): void {
  if (reportedOrders().includes(orderNumber)) return
  const orders = [...reportedOrders(), orderNumber].slice(-MOST_REMEMBERED)
  writeStored('reported_orders', JSON.stringify({ orders }))
}
