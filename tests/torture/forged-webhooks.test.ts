import { expect, test } from '#tests/support/fixtures.ts'
import { residentMib, type Shop } from '#tests/support/shop-process.ts'
import { atStrength, expectWithin, printFigure } from './strength.ts'

const FORGED = atStrength({ short: 2_000, full: 50_000 })
const WARM_UPS = atStrength({ short: 300, full: 5_000 })
const AT_ONCE = 32
/** The heap still finds its size during a short flood. */
const MOST_GROWTH_MIB = atStrength({ short: 40, full: 20 })
const SLOWEST_P95_MS = 100
/** The first refusal, and one for each minute of the flood. */
const mostLines = (lastedMs: number) => 1 + Math.ceil(lastedMs / 60_000)

test('a flood of forged webhooks writes one line a minute with their number, and costs neither memory nor visitors', async ({
  shop,
}) => {
  // Warms up until the code is compiled and the heap has its size under this load.
  for (let warm = 0; warm < WARM_UPS; warm += 1) await sendForged(shop, warm)
  const before = residentMib(shop)
  const linesBefore = listRefusals(shop).length
  const begun = performance.now()

  let sent = 0
  const attack = async () => {
    while (sent < FORGED) {
      sent += 1
      expect(await sendForged(shop, sent)).toBe(400)
    }
  }
  const waits: number[] = []
  const visit = async () => {
    while (sent < FORGED) {
      const asked = performance.now()
      expect((await fetch(shop.url)).status).toBe(200)
      waits.push(performance.now() - asked)
    }
  }
  await Promise.all([visit(), ...Array.from({ length: AT_ONCE }, attack)])

  const lastedMs = performance.now() - begun
  const lines = listRefusals(shop).slice(linesBefore)
  const growth = Math.round(residentMib(shop) - before)
  const p95 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.POSITIVE_INFINITY
  printFigure(
    `${FORGED} forged webhooks in ${Math.round(lastedMs / 1000)} s: ${lines.length} lines, memory +${growth} MiB, ` +
      `p95 of ${waits.length} visits ${p95.toFixed(1)} ms`,
  )
  expect(lines.length).toBeLessThanOrEqual(mostLines(lastedMs))
  expect(growth).toBeLessThan(MOST_GROWTH_MIB)
  expectWithin(p95, SLOWEST_P95_MS)
  // The first refusal of the flood was logged at once.
  expect(listRefusals(shop)[0]).toMatchObject({ event: 'Webhooks of the payment provider were refused', count: 1 })
})

/** Sends an event with a present but forged signature, which only a check over its body detects. Returns the status. */
async function sendForged({ url }: Shop, n: number): Promise<number> {
  const body = JSON.stringify({
    id: `evt_${n}`,
    type: 'checkout.session.completed',
    event: 'forged',
    data: { object: {} },
  })
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
  return (await fetch(`${url}/api/stripe-webhook`, { method: 'POST', headers, body })).status
}

/** The log lines about refused webhooks. */
function listRefusals(shop: Shop): Record<string, unknown>[] {
  return shop
    .output()
    .split('\n')
    .filter((line) => line.includes('Webhooks of the payment provider were refused'))
    .map((line) => JSON.parse(line))
}
