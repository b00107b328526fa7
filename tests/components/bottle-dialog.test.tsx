import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { CloseDialog } from '#app/admin/history-dialog.ts'
import { BottleDialog } from '#app/admin/packing/bottle-dialog.tsx'
import { stubShop } from './stub-shop.ts'

const ITEM = {
  product_id: '00000000-0000-4000-8000-000000000001',
  product_name: 'Layali Zahran',
  brand_name: 'Evarisse',
  facts: '100 ml',
  quantity: 2,
  image_key: null,
  batches: ['L1'],
}

test('a batch that another packer noted meanwhile is named, and replaced only by a second press', async () => {
  const sent: unknown[] = []
  const closed = vi.fn()
  stubShop({
    'post /api/admin/packing/batches': (body) => {
      sent.push(body)
      if (sent.length > 1) return { ok: true }
      const error = { code: 'batches_noted_meanwhile', message: 'x', fields: { batches: 'Ktoś wpisał tu już: L9.' } }
      return Response.json({ error: { ...error, details: { noted: ['L9'] } } }, { status: 409 })
    },
  })
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <BottleDialog
          checkoutId={ITEM.product_id}
          item={ITEM}
          onNoted={vi.fn()}
          onClose={(() => closed()) as CloseDialog}
        />
      ),
    },
  ])
  render(<Stub />)
  const user = userEvent.setup()
  const field = await screen.findByLabelText(/^Numer partii/)
  await user.clear(field)
  await user.type(field, 'L1, L2')
  await user.click(screen.getByRole('button', { name: 'Zapisz partię' }))
  await screen.findAllByText('Ktoś wpisał tu już: L9.')
  await user.type(field, ', L9')
  await user.click(screen.getByRole('button', { name: 'Zapisz partię' }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent).toMatchObject([
    { seen: ['L1'], batches: ['L1', 'L2'] },
    { seen: ['L1', 'L9'], batches: ['L1', 'L2', 'L9'] },
  ])
})
