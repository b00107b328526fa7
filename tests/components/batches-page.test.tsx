import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import Batches from '#app/admin/batches/batches-page.tsx'
import { queryClient } from '#app/query-client.ts'
import type { ListedBatch } from '#domain/batches/batch-queries.server.ts'
import { stubShop } from './stub-shop.ts'

afterEach(() => queryClient.clear())

const BOTTLE: ListedBatch = {
  product_id: '00000000-0000-4000-8000-000000000001',
  name: 'Layali Zahran',
  kind: 'bottle',
  volume_ml: 100,
  brand_name: 'Evarisse',
  batch: 'L1',
  orders: 2,
  packed_at: '2026-11-25T14:05:00.000Z',
  recalled_at: null,
  unreached: [],
}

const SAMPLES = /^Próbki przelane z tych flakonów to osobny produkt/

test.for([
  ['the recall of a bottle says that samples filled from it stay on sale', 'bottle', 1],
  ['the recall of a sample says nothing of further ones', 'sample', 0],
] as const)('%s', async ([, kind, times]) => {
  stubShop({ 'get /api/admin/batches': () => [{ ...BOTTLE, kind }] })
  const Stub = createRoutesStub([{ path: '/admin/partie', Component: Batches }])
  render(<Stub initialEntries={['/admin/partie']} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Wycofaj partię' }))
  const dialog = await screen.findByRole('dialog', { name: 'Wycofać partię L1?' })
  expect(within(dialog).queryAllByText(SAMPLES)).toHaveLength(times)
})
