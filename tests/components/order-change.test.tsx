import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { OrderChange } from '#app/panel/orders/order-change.tsx'
import { fail, ok } from '#domain/kernel/result.ts'
import type { ChangeableParcel } from '#domain/orders/changes/parcel-change.ts'

const PARCEL: ChangeableParcel = {
  version: 'v1',
  too_late: null,
  delivery: 'courier',
  numbers: ['12345678'],
  refund_grosze: 0,
  addition: null,
  receiver: {
    firstName: 'Anna',
    lastName: 'Kowalska',
    phone: '+48600100200',
    receiverEmail: '',
    street: 'Prosta',
    houseNumber: '1',
    city: 'Łódź',
    postalCode: '90-001',
    selectedLocker: null,
  },
}

function show(parcel: Partial<ChangeableParcel> = {}) {
  const calls = { change: vi.fn(), cancel: vi.fn(), onChanged: vi.fn() }
  calls.change.mockResolvedValue(ok({ ok: true }))
  calls.cancel.mockResolvedValue(ok({ ok: true }))
  const Page = createRoutesStub([
    { path: '/', Component: () => <OrderChange parcel={{ ...PARCEL, ...parcel }} {...calls} /> },
  ])
  render(<Page />)
  return { user: userEvent.setup(), ...calls }
}

const press = (name: string | RegExp) => screen.getByRole('button', { name })

test('for a prepared parcel the page says why nothing can be changed, and whom to call', () => {
  show({ too_late: 'Paczka jest już spakowana. Zadzwoń: 600 100 200 albo napisz: sklep@example.test.' })
  expect(screen.getByText(/już spakowana\. Zadzwoń: 600 100 200/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('in the panel the present address is filled in; a foreign phone is refused at its field and kept', async () => {
  const { user, change, onChanged } = show()
  await user.click(press('Zmień adres lub odbiorcę'))
  const phone = screen.getByLabelText<HTMLInputElement>(/Telefon/)
  expect([phone.value, screen.getByLabelText<HTMLInputElement>(/Ulica/).value]).toEqual(['+48 600 100 200', 'Prosta'])
  await user.clear(phone)
  await user.type(phone, '+49 151 23456789')
  await user.click(press('Zapisz zmianę'))
  expect(screen.getByText(/Kurier InPost dzwoni tylko na polskie numery/)).toBeDefined()
  expect(phone.value).toBe('+49 151 23456789')
  expect(change).not.toHaveBeenCalled()
  await user.clear(phone)
  await user.type(phone, '500600700')
  await user.click(press('Zapisz zmianę'))
  expect(change).toHaveBeenCalledWith(
    expect.objectContaining({ version: 'v1', phone: '+48500600700', street: 'Prosta' }),
  )
  expect(onChanged).toHaveBeenCalled()
})

test('by a mailed link nothing is filled in, and only typed values are sent', async () => {
  const { user, change } = show({ receiver: null })
  await user.click(press('Zmień adres lub odbiorcę'))
  expect(screen.getByLabelText<HTMLInputElement>(/Ulica/).value).toBe('')
  await user.type(screen.getByLabelText(/Numer domu/), '7')
  await user.click(press('Zapisz zmianę'))
  expect(change).toHaveBeenCalledWith({ version: 'v1', houseNumber: '7' })
})

test('cancelling says what happens with the money, asks which orders of the parcel, and needs a second press', async () => {
  const { user, cancel } = show({ numbers: ['12345678', '23456789'] })
  await user.click(press('Anuluj zamówienie'))
  expect(cancel).not.toHaveBeenCalled()
  const choices = within(screen.getByRole('group', { name: 'Co anulować?' }))
  expect(choices.getAllByRole('radio')).toHaveLength(3)
  await user.click(choices.getByRole('radio', { name: /#23456789/ }))
  await user.click(press('Anuluj zamówienie'))
  expect(cancel).toHaveBeenCalledWith({ version: 'v1', number: '23456789' })
})

test('cancelling a prepaid order says how much is refunded; a refusal keeps the dialog and is shown in it', async () => {
  const { user, cancel, onChanged } = show({ refund_grosze: 13_289 })
  cancel.mockResolvedValue(
    fail({
      reason: 'refused',
      status: 409,
      code: 'changed_meanwhile',
      message: 'Zmieniono to w międzyczasie.',
      fields: {},
    }),
  )
  await user.click(press('Anuluj zamówienie'))
  expect(screen.getByText(/Zwrócimy 132,89.zł/)).toBeDefined()
  await user.click(press('Anuluj zamówienie'))
  expect(onChanged).toHaveBeenCalled()
  expect(screen.getByText(/Zwrócimy 132,89.zł/)).toBeDefined()
})

test('the whole parcel is offered with its number of orders in words: 2 zamówienia, 5 zamówień', async () => {
  const numbers = ['12345671', '12345672', '12345673', '12345674', '12345675']
  const { user } = show({ numbers })
  await user.click(press('Anuluj zamówienie'))
  expect(screen.getByRole('radio', { name: 'Całą paczkę (5\u00a0zamówień)' })).toBeDefined()
})
