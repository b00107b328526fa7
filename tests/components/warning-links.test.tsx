import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ParcelWarnings } from '#app/admin/packing/parcel-warnings.tsx'

const ORDER = '00000000-0000-4000-8000-000000000001'
const DISPUTE = {
  id: '00000000-0000-4000-8000-000000000002',
  kind: 'dispute' as const,
  order_ids: [ORDER],
  sentence: 'Spór w banku: trzeba odpowiedzieć.',
  takes_out: null,
}
const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <ParcelWarnings warnings={[DISPUTE]} className="" />
    </MemoryRouter>,
  )

test('a warning links to its order, except on the page of that order', () => {
  const { unmount } = show('/admin/pakowanie')
  expect(screen.getByRole('link', { name: 'Zamówienie' }).getAttribute('href')).toBe(`/admin/zamowienia/${ORDER}`)
  unmount()
  show(`/admin/zamowienia/${ORDER}`)
  screen.getByText(DISPUTE.sentence)
  expect(screen.queryByRole('link')).toBeNull()
})
