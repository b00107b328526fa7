import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShipmentList } from '#app/panel/orders/shipment-list.tsx'

const PARCEL = {
  id: 'p1',
  orderNumbers: ['12345678'],
  statusLabel: 'Utworzona',
  isCancelled: false,
  trackingNumber: null,
  trackingUrl: null,
  lockerName: null,
  createdAt: '21 listopada 2026 14:30',
  receiver: { name: 'Anna Nowak', phone: '+48600100200', email: 'anna@example.test' },
  labelUrl: null,
}

test('a parcel without a number promises one, unless it is cancelled', () => {
  const { rerender } = render(<ShipmentList parcels={[PARCEL]} />)
  screen.getByText('Numer podamy, gdy paczka wyruszy')
  rerender(<ShipmentList parcels={[{ ...PARCEL, statusLabel: 'Anulowana', isCancelled: true }]} />)
  expect(screen.queryByText(/Numer/)).toBeNull()
})
