import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { OrderDetailsCard, type PanelDetails } from '#app/panel/orders/order-details.tsx'

const DETAILS: PanelDetails = {
  payment: 'Nieopłacone',
  payable: false,
  paused: false,
  delivery: { name: 'Paczkomat', place: 'WAW-007' },
  receiver: { name: 'Łucja Ćwik', phone: '+48 600 700 800', email: null },
  tracking: null,
  terms: null,
  hasContract: false,
}

test.each([
  [{ payable: true }, true, false],
  [{ paused: true }, false, true],
  [{}, false, false],
] as const)(
  'an unpaid order in the panel, %o: a button to pay: %s, a sentence that payments are off: %s',
  (state, pays, waits) => {
    const order = { orderId: crypto.randomUUID(), totalGrosze: 10_000, onChanged: () => {} }
    const Page = createRoutesStub([
      { path: '/', Component: () => <OrderDetailsCard {...order} details={{ ...DETAILS, ...state }} /> },
    ])
    render(<Page />)
    expect(screen.queryByRole('button', { name: /Zapłać/ }) !== null).toBe(pays)
    expect(screen.queryByText(/^Płatność online jest teraz wyłączona/) !== null).toBe(waits)
  },
)
