import { expect, test } from 'vitest'
import { finishPayment } from '#app/checkout/unpaid/unpaid-orders.ts'
import { attachToaster, type ToastCommand } from '#app/ui/toast.ts'
import { refusal, stubShop } from './stub-shop.ts'

test.each([
  ['payments_off', 409],
  ['sign_in_required', 401],
  ['too_many_attempts', 429],
] as const)('‘Dokończ płatność’, %s: the refusal is shown on the present page', async (code, status) => {
  const told: ToastCommand[] = []
  const detach = attachToaster((command) => void told.push(command))
  stubShop({ 'post /api/orders/:id/pay': () => refusal(status, code, 'Zdanie sklepu.') })
  await finishPayment(crypto.randomUUID())
  detach()
  expect(told).toMatchObject([{ do: 'show', options: { description: 'Zdanie sklepu.', tone: 'error' } }])
})

test('‘Dokończ płatność’ offline shows an error', async () => {
  const told: ToastCommand[] = []
  const detach = attachToaster((command) => void told.push(command))
  stubShop({})
  await finishPayment(crypto.randomUUID())
  detach()
  expect(told).toMatchObject([{ do: 'show', options: { tone: 'error' } }])
})
