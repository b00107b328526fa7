import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import OwnBuyer from '#app/papers/own-buyer.tsx'
import { fail, ok } from '#domain/kernel/result.ts'
import type { BuyerState, InvoiceBuyerChange } from '#domain/papers/buyers/invoice-buyer.ts'

const BUYER: BuyerState = {
  version: 'v1',
  company: { nip: '7740001454', name: 'Gabinet Róża', street: 'Długa 1', postal_code: '90-001', city: 'Łódź' },
  person: null,
  invoice: null,
  awaits_ksef: false,
  acts: ['change', 'remove'],
  note: 'Bez firmy sprzedaż dostanie paragon.',
}

test('the buyer changes the company of an invoice: a wrong NIP says why, a refusal stands at its field, then it is sent', async () => {
  const user = userEvent.setup()
  const sent: InvoiceBuyerChange[] = []
  const own = 'To NIP naszego sklepu. Podaj NIP kupującego.'
  const refused = {
    reason: 'refused' as const,
    status: 400,
    code: 'invalid_request' as const,
    message: 'Sprawdź dane do faktury.',
    fields: { company_nip: own },
  }
  let changed = 0
  render(
    <OwnBuyer
      buyer={BUYER}
      save={async (change) => {
        sent.push(change)
        return sent.length === 1 ? fail(refused) : ok({ ok: true })
      }}
      onChanged={() => {
        changed += 1
      }}
    />,
  )
  screen.getByText(/Gabinet Róża, Długa 1, 90-001 Łódź, NIP 774-000-14-54/)
  await user.click(screen.getByRole('button', { name: 'Zmień dane do faktury' }))
  const nip = screen.getByLabelText<HTMLInputElement>(/^NIP/)
  await user.clear(nip)
  await user.type(nip, '123')
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  await screen.findByText(/Sprawdź NIP/)
  expect(sent).toEqual([])
  await user.clear(nip)
  await user.type(nip, '521-301-72-28')
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  await screen.findByText(own)
  expect([nip.value, changed]).toEqual(['521-301-72-28', 0])
  await user.click(screen.getByRole('button', { name: 'Zapisz' }))
  expect(changed).toBe(1)
  expect(sent.at(-1)).toMatchObject({ version: 'v1', act: 'change', company_nip: '5213017228', company_city: 'Łódź' })
})

test('after the invoice the buyer reads that the seller alone corrects it, and has no button', () => {
  const note = 'Faktura jest już wystawiona. Jeśli dane są błędne, napisz do nas: poprawić je może tylko sprzedawca.'
  render(<OwnBuyer buyer={{ ...BUYER, acts: [], note }} save={async () => ok(null)} onChanged={() => undefined} />)
  screen.getByText(note)
  expect(screen.queryByRole('button')).toBeNull()
})
