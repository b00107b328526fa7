import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { LinkedContract } from '#app/order-links/linked-contract.tsx'
import { stubShop } from './stub-shop.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const CHECKOUT = { terms: '2026-01-01', contract: true, invoices: [{ id: ID, number: 'FV/2026/000001' }] }

function open(checkout: typeof CHECKOUT) {
  const Stub = createRoutesStub([{ path: '/', Component: () => <LinkedContract token="token" checkout={checkout} /> }])
  render(<Stub />)
}

test('an invoice is downloaded by the e-mail of the order; a wrong one is reported at its field', async () => {
  const asked = vi.fn()
  const message = 'To nie jest e-mail z tego zamówienia.'
  stubShop({
    'post /api/order-link/invoice-file': (json) => {
      asked(json)
      const error = { code: 'contract_other_email', message, fields: {} }
      return Response.json({ error }, { status: 403 })
    },
  })
  open(CHECKOUT)
  const invoice = await screen.findByRole('button', { name: 'Faktura FV/2026/000001 (PDF)' })
  await userEvent.click(invoice)
  await screen.findByText('Podaj e-mail z zamówienia.')
  await userEvent.type(screen.getByLabelText('E-mail z zamówienia'), 'ktos@example.test')
  await userEvent.click(invoice)
  await screen.findByText(message)
  expect(asked.mock.calls).toEqual([[{ token: 'token', email: 'ktos@example.test', id: ID }]])
})

test('without a contract and an invoice there is nothing to download, and the terms are still linked', async () => {
  open({ ...CHECKOUT, contract: false, invoices: [] })
  await screen.findByRole('link', { name: /regulamin z 1 stycznia 2026/ })
  expect(screen.queryByLabelText('E-mail z zamówienia')).toBeNull()
})
