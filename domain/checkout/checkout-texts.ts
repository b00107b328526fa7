/** Toast texts of the two checkouts, to the letter (spec 1 §5). `cart`: cart dialog, `product`: product dialog. */
export const CHECKOUT_TEXTS = {
  cart: {
    credentialsRequired: 'Wypełnij wszystkie pola',
    emptyCart: 'Pusty koszyk',
    shippingMethodRequired: 'Wybierz sposób dostawy',
    recipientRequired: 'Wypełnij imię, nazwisko i telefon',
    courierRequired: 'Wypełnij wszystkie pola adresowe dla dostawy kurierskiej',
    lockerRequired: 'Wybierz paczkomat i podaj email odbiorcy',
    receiverEmailRequired: 'Wybierz paczkomat i podaj email odbiorcy',
  },
  product: {
    credentialsRequired: 'Wypełnij wszystkie pola',
    emptyCart: 'Pusty koszyk',
    shippingMethodRequired: 'Wybierz metodę przesyłki',
    recipientRequired: 'Wypełnij wszystkie wymagane pola',
    courierRequired: 'Wypełnij wszystkie dane adresowe',
    lockerRequired: 'Wybierz paczkomat',
    receiverEmailRequired: 'Podaj email odbiorcy',
  },
  terms: {
    title: 'Akceptacja regulaminu',
    description: 'Musisz zaakceptować regulamin, aby kontynuować.',
  },
} as const

/** Which checkout asks: each words its toasts in its own way. */
export type CheckoutDialog = 'cart' | 'product'
