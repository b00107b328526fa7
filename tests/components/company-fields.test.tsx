import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readStored } from '#app/browser-storage.ts'
import { signInTo } from './checkout-shop.ts'
import { complaintsAt, fieldOf, openCart, RECIPIENT, setUpCart, typeInto } from './open-cart.tsx'

const ORDER = '/api/create-cash-on-delivery-order'
const LABELS = ['NIP', 'Nazwa firmy', 'Ulica i numer firmy', 'Kod pocztowy firmy', 'Miejscowość firmy']
const TYPED = ['774-00-01-454', 'Gabinet Róża', 'Długa 1', '90001', 'Łódź']
const shop = setUpCart()

async function openWithRecipient() {
  await signInTo(shop)
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  const ordered: unknown[] = []
  shop.answers[ORDER] = (json) => {
    ordered.push(json)
    return Response.json({ error: { code: 'busy', message: 'Zajęte.' } }, { status: 503 })
  }
  return {
    ...opened,
    ordered,
    wish: opened.cart.getByRole<HTMLInputElement>('checkbox', { name: 'Chcę fakturę na firmę' }),
  }
}

test('an invoice for a company is off by default, and an order without it names no company', async () => {
  const { user, cart, orderButton, ordered, wish } = await openWithRecipient()
  expect(wish.checked).toBe(false)
  expect(cart.queryByLabelText(/^NIP/)).toBeNull()
  await user.click(orderButton)
  await waitFor(() => expect(ordered).toHaveLength(1))
  expect(JSON.stringify(ordered)).not.toContain('company')
})

test.each([
  [
    'Fakturę odbiera jednostka samorządu (np. szkoła, przedszkole)',
    'Kupuje członek grupy VAT',
    'jednostki',
    'local_government',
  ],
  [
    'Kupuje członek grupy VAT',
    'Fakturę odbiera jednostka samorządu (np. szkoła, przedszkole)',
    'członka grupy',
    'vat_group',
  ],
])('%s: fields appear once ticked, report errors, are sent, and stay', async (question, other, noun, kind) => {
  const opened = await openWithRecipient()
  const { user, cart, orderButton, ordered, wish } = opened
  expect(cart.queryByRole('checkbox', { name: question })).toBeNull()
  await user.click(wish)
  const boxOf = (name: string) => cart.getByRole<HTMLInputElement>('checkbox', { name })
  expect([boxOf(question).checked, boxOf(other).checked]).toEqual([false, false])
  expect(cart.queryByLabelText(new RegExp(`^Nazwa ${noun}`))).toBeNull()
  await typeInto(opened, Object.fromEntries(LABELS.map((label, index) => [label, TYPED[index] ?? ''])))
  await user.click(boxOf(other))
  await user.click(boxOf(question))
  expect([boxOf(question).checked, boxOf(other).checked]).toEqual([true, false])

  const labels = ['NIP', 'Nazwa', 'Ulica i numer', 'Kod pocztowy', 'Miejscowość'].map((label) => `${label} ${noun}`)
  await user.click(orderButton)
  await screen.findByText('Wypełnij dane do faktury')
  await waitFor(() => expect(document.activeElement).toBe(fieldOf(cart, `Nazwa ${noun}`)))
  expect(Object.values(complaintsAt(cart, labels))).toEqual([
    '',
    'Podaj nazwę',
    'Podaj ulicę i numer',
    'Podaj kod pocztowy',
    'Podaj miejscowość',
  ])
  await typeInto(opened, { [`NIP ${noun}`]: '521-301-72-29', [`Kod pocztowy ${noun}`]: '9' })
  expect(complaintsAt(cart, labels)).toMatchObject({
    [`NIP ${noun}`]: 'Sprawdź NIP: ma 10 cyfr, a ostatnia wynika z pozostałych',
    [`Kod pocztowy ${noun}`]: 'Podaj kod pocztowy w formacie 00-000',
  })
  expect(ordered).toEqual([])

  const unit = ['', 'Szkoła nr 1', 'Szkolna 5', '90002', 'Łódź']
  await typeInto(opened, Object.fromEntries(labels.map((label, index) => [label, unit[index] ?? ''])))
  await user.click(orderButton)
  await waitFor(() => expect(ordered).toHaveLength(1))
  expect(ordered[0]).toMatchObject({ customerData: { unit_kind: kind, unit_nip: '', unit_name: 'Szkoła nr 1' } })
  expect(readStored('checkout_form')).toContain('Szkoła nr 1')
  await user.click(boxOf(question))
  await user.click(orderButton)
  await waitFor(() => expect(ordered).toHaveLength(2))
  expect(JSON.stringify(ordered[1])).not.toContain('unit_')
  await user.click(boxOf(question))
  expect(fieldOf(cart, `Nazwa ${noun}`).value).toBe('Szkoła nr 1')
})

test('a company from abroad is told that it cannot be typed, and what to do', async () => {
  const { user, cart, wish } = await openWithRecipient()
  await user.click(wish)
  expect(cart.getByText(/^Firma spoza Polski\?/).textContent).toContain('Zanim zamówisz, napisz do nas')
})

test('missing values are reported at their fields; unticked, typed values stay and are not sent', async () => {
  const opened = await openWithRecipient()
  const { user, cart, orderButton, ordered, wish } = opened
  await user.click(wish)
  await user.click(orderButton)
  await screen.findByText('Wypełnij dane do faktury')
  await waitFor(() => expect(document.activeElement).toBe(fieldOf(cart, 'NIP')))
  expect(complaintsAt(cart, LABELS)).toEqual({
    NIP: 'Podaj NIP',
    'Nazwa firmy': 'Podaj nazwę firmy',
    'Ulica i numer firmy': 'Podaj ulicę i numer',
    'Kod pocztowy firmy': 'Podaj kod pocztowy',
    'Miejscowość firmy': 'Podaj miejscowość',
  })
  await typeInto(opened, { NIP: '774-00-01-455' })
  await user.tab()
  expect(complaintsAt(cart, ['NIP']).NIP).toMatch(/^Sprawdź NIP/)
  expect(ordered).toEqual([])
  await typeInto(opened, Object.fromEntries(LABELS.map((label, index) => [label, TYPED[index] ?? ''])))
  await user.click(orderButton)
  await waitFor(() => expect(ordered).toHaveLength(1))
  expect(ordered[0]).toMatchObject({ customerData: { company_nip: '774-00-01-454', company_city: 'Łódź' } })
  expect(readStored('checkout_form')).toContain('Gabinet Róża')
  await user.click(wish)
  expect(within(document.body).queryByLabelText(/^Nazwa firmy/)).toBeNull()
  await user.click(orderButton)
  await waitFor(() => expect(ordered).toHaveLength(2))
  expect(JSON.stringify(ordered[1])).not.toContain('company')
  await user.click(wish)
  expect(fieldOf(cart, 'Nazwa firmy').value).toBe('Gabinet Róża')
})
