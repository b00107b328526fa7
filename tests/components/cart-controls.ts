import type { OpenedCart } from './open-cart.tsx'

// What buyers press in an open cart.

export const terms = ({ cart }: OpenedCart) => cart.getByRole('checkbox', { name: /Akceptuję/ })
export const signIn = ({ cart }: OpenedCart) => cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' })
export const choose = ({ user, cart }: OpenedCart, name: RegExp) => user.click(cart.getByRole('radio', { name }))
export const COURIER = /Kurier.*przy odbiorze/
export const TO_LOCKER = /Paczkomat.*przy odbiorze/
