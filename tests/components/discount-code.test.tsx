import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInTo } from './checkout-shop.ts'
import { complaintAt } from './complaint-at.ts'
import { openCart, RECIPIENT, setUpCart, typeInto } from './open-cart.tsx'

const shop = setUpCart()
const TERMS = {
  code: 'LATO10',
  kind: 'percent',
  value: 10,
  least_grosze: 0,
  personal: false,
  lowest: [{ id: 'p1', grosze: 11_000 }],
}
const refusal = (code: string, message: string) =>
  Response.json({ error: { code, message, fields: { discountCode: message } } }, { status: 409 })

async function typeCode({ user, cart }: Awaited<ReturnType<typeof openCart>>, code: string) {
  await user.click(cart.getByRole('button', { name: 'Mam kod rabatowy' }))
  await user.type(cart.getByLabelText('Kod rabatowy'), code)
  await user.click(cart.getByRole('button', { name: 'Użyj' }))
}
const summaryOf = ({ cart }: Awaited<ReturnType<typeof openCart>>) =>
  cart.getByRole('region', { name: 'Podsumowanie' }).textContent?.replaceAll(/\s/g, ' ')

test('a code is a line of the sum, is sent with its discount, and names the lowest price of the 30 days', async () => {
  const bodies: unknown[] = []
  shop.answers['/api/discount-code'] = () => Response.json(TERMS)
  shop.answers['/api/create-cash-on-delivery-order'] = (json) => {
    bodies.push(json)
    return refusal('code_used_up', 'Ten kod rabatowy został już wykorzystany.')
  }
  await signInTo(shop)
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  const before = summaryOf(opened)
  await typeCode(opened, 'lato10')
  await opened.cart.findByText('Najniższa cena z 30 dni przed obniżką kodem: Misk Fajri 110,00 zł.')
  expect(summaryOf(opened)).toContain('Kod LATO10−11,90 zł')
  await typeInto(opened, RECIPIENT)
  await opened.user.click(opened.orderButton)
  await opened.cart.findByText('Ten kod rabatowy został już wykorzystany.')
  expect(bodies).toMatchObject([{ discountCode: 'LATO10', discount: 11.9 }])
  // The sum that the buyer sees is again the one without a code.
  expect(summaryOf(opened)).toBe(before)
})

test('a code whose minimum sum is not reached says how much is missing and is not sent', async () => {
  const bodies: object[] = []
  shop.answers['/api/discount-code'] = () => Response.json({ ...TERMS, least_grosze: 15_000 })
  shop.answers['/api/create-cash-on-delivery-order'] = (json) => {
    bodies.push(json as object)
    return refusal('sale_stopped', 'Przerwa.')
  }
  await signInTo(shop)
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeCode(opened, 'LATO10')
  await opened.cart.findByText('Kod działa od 150,00 zł za produkty. Brakuje 31,00 zł.')
  expect(summaryOf(opened)).not.toContain('Kod LATO10')
  await typeInto(opened, RECIPIENT)
  await opened.user.click(opened.orderButton)
  await opened.cart.findByText('Przerwa.')
  expect(bodies[0]).not.toHaveProperty('discountCode')
})

test('a free-delivery code is a line, the delivery costs nothing, and the code can be removed', async () => {
  shop.answers['/api/discount-code'] = () => Response.json({ ...TERMS, kind: 'free_delivery', value: null, lowest: [] })
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeCode(opened, 'LATO10')
  await opened.cart.findByText('Kod LATO10')
  expect(summaryOf(opened)).toContain('Kod LATO10: darmowa dostawa0,00 zł')
  expect(summaryOf(opened)).toMatch(/Razem119,00 zł$/)
  for (const radio of opened.cart.getAllByRole('radio', { name: /Kurier|Paczkomat/ }))
    expect(radio.closest('label')?.textContent).toContain('za darmo')
  await opened.user.click(opened.cart.getByRole('button', { name: 'Usuń kod' }))
  expect(summaryOf(opened)).not.toContain('LATO10')
})

test('a code that is typed but not used is checked before the order, and the next press orders with it', async () => {
  const bodies: unknown[] = []
  shop.answers['/api/discount-code'] = () => Response.json(TERMS)
  shop.answers['/api/create-cash-on-delivery-order'] = (json) => {
    bodies.push(json)
    return refusal('sale_stopped', 'Przerwa.')
  }
  await signInTo(shop)
  const opened = await openCart()
  const { user, cart, orderButton } = opened
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  await user.click(cart.getByRole('button', { name: 'Mam kod rabatowy' }))
  await user.type(cart.getByLabelText('Kod rabatowy'), 'lato10')
  await user.click(orderButton)
  await cart.findByText('−11,90 zł na produkty.')
  await screen.findByText('Zobacz nową sumę i naciśnij przycisk zamówienia jeszcze raz.')
  expect(bodies).toEqual([])
  await user.click(orderButton)
  await cart.findByText('Przerwa.')
  expect(bodies).toMatchObject([{ discountCode: 'LATO10', discount: 11.9 }])
})

test('a code that the shop refuses does not hold up the next press', async () => {
  const bodies: object[] = []
  shop.answers['/api/discount-code'] = () => refusal('code_unknown', 'Nie ma takiego kodu rabatowego.')
  shop.answers['/api/create-cash-on-delivery-order'] = (json) => {
    bodies.push(json as object)
    return refusal('sale_stopped', 'Przerwa.')
  }
  await signInTo(shop)
  const opened = await openCart()
  const { user, cart, orderButton } = opened
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  await user.click(cart.getByRole('button', { name: 'Mam kod rabatowy' }))
  await user.type(cart.getByLabelText('Kod rabatowy'), 'ZLY')
  await user.click(orderButton)
  await screen.findByText('Sprawdziliśmy kod rabatowy')
  expect(complaintAt(cart.getByLabelText('Kod rabatowy'))).toBe('Nie ma takiego kodu rabatowego.')
  expect(bodies).toEqual([])
  await user.click(orderButton)
  await cart.findByText('Przerwa.')
  expect(bodies[0]).not.toHaveProperty('discountCode')
})

test('the shop’s refusal of a code is shown at the field', async () => {
  shop.answers['/api/discount-code'] = () => refusal('code_unknown', 'Nie ma takiego kodu rabatowego.')
  const opened = await openCart()
  await typeCode(opened, 'ZLY')
  await opened.cart.findByText('Nie ma takiego kodu rabatowego.')
  expect(opened.cart.getByLabelText('Kod rabatowy').getAttribute('aria-invalid')).toBe('true')
})

test.each([
  [429, 'too_many_attempts', 'LATO10'],
  [503, 'busy', 'LATO10'],
  [409, 'code_expired', null],
])('a code of this tab after %i %s, when the cart opens again: %s', async (status, code, kept) => {
  sessionStorage.setItem('discount_code', 'LATO10')
  shop.answers['/api/discount-code'] = () => Response.json({ error: { code, message: 'Nie teraz.' } }, { status })
  const { cart } = await openCart()
  await cart.findByText('Nie teraz.')
  expect(sessionStorage.getItem('discount_code')).toBe(kept)
})

test('without a method the sum says that delivery is not in it', async () => {
  const opened = await openCart()
  expect(summaryOf(opened)).toMatch(/Razembez dostawy119,00 zł$/)
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  expect(summaryOf(opened)).not.toContain('bez dostawy')
})

test('a personal code is checked with the typed address, again when that changes, and says for whom it is', async () => {
  const asked: unknown[] = []
  shop.answers['/api/discount-code'] = (json) => {
    asked.push((json as { email?: string }).email)
    return asked.length > 1
      ? refusal('code_not_for_you', 'Ten kod rabatowy jest dla innego adresu e-mail.')
      : Response.json({ ...TERMS, personal: true, lowest: [] })
  }
  const opened = await openCart()
  await typeCode(opened, 'LATO10')
  await opened.cart.findByText('Działa dla adresu e-mail, na który przyszedł.')
  await typeInto(opened, { 'E-mail': 'ktos.inny@example.test' })
  await opened.cart.findByText('Ten kod rabatowy jest dla innego adresu e-mail.')
  expect(summaryOf(opened)).not.toContain('LATO10')
  expect(asked[0]).toBeUndefined()
  expect(asked.at(-1)).toMatch(/^ktos\.inny@example\./)
})
