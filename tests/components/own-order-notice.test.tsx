import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { OwnOrderNotice } from '#app/checkout/unpaid/own-order-notice.tsx'
import { describeOwnOrder } from '#domain/checkout/own-order.ts'

const ORDER = { order_id: '12345678-0000-4000-8000-000012345678', number: '12345678', total_grosze: 12_900 }

function show(state: 'unpaid' | 'under_way' | 'paid') {
  const onGiveUp = vi.fn()
  const message = describeOwnOrder({ ...ORDER, state })
  const order = { message, orderId: ORDER.order_id, isPaid: state === 'paid' }
  const Page = createRoutesStub([
    { path: '/', Component: () => <OwnOrderNotice order={order} busy={false} onGiveUp={onGiveUp} /> },
  ])
  render(<Page />)
  return { onGiveUp, alert: screen.getByRole('alert') }
}

const textOf = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ')

test('an own unpaid order in the way: its number and sum, paying for it, and giving it up', async () => {
  const { alert, onGiveUp } = show('unpaid')
  expect(textOf(alert)).toContain('Masz nieopłacone zamówienie nr 12345678 na 129,00 zł')
  expect(screen.getByRole('link', { name: 'Dokończ płatność' }).getAttribute('href')).toContain(ORDER.order_id)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Zrezygnuj i zamów teraz' }))
  expect(onGiveUp).toHaveBeenCalledOnce()
})

test('an own order whose money is on its way says so', () => {
  expect(textOf(show('under_way').alert)).toContain(
    'Płatność za Twoje zamówienie nr 12345678 na 129,00 zł jest w toku.',
  )
})

test('an own order that was just paid is not ordered again: it leads to the order', () => {
  expect(textOf(show('paid').alert)).toContain('zostało właśnie opłacone')
  expect(screen.getByRole('link', { name: 'Zobacz zamówienie' })).not.toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
