import { expect, test, vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { logRefusedWebhook } from '#domain/payments/settlement/receive-webhook.server.ts'

test('refused webhooks are logged once a minute, with their number', () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const began = Date.UTC(2026, 10, 23, 12)
  const refuseAt = (seconds: number) =>
    logRefusedWebhook(new Date(began + seconds * 1000), { why: 'no signature', kind: 'forged' })
  // Reports the refusals of other tests first.
  refuseAt(-120)
  warn.mockClear()
  for (let second = 0; second < 130; second += 1) refuseAt(second)
  expect(warn.mock.calls.map(([, fields]) => fields?.count)).toEqual([1, 60, 60])
})
