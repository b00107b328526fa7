import type { OrderConfirmation } from '#domain/email/mail.ts'
import { formatGrosze } from '#domain/money.ts'
import { customerOrderNumber } from '#domain/orders/order.ts'
import type { ShopProfile } from '#domain/settings/settings.ts'

/** The sentences that HTML and text share, so that both say the same. */
export function buildTexts(data: OrderConfirmation, profile: ShopProfile) {
  const numbers = data.orders.map((order) => customerOrderNumber(order.id))
  const several = numbers.length > 1
  const total = formatGrosze(data.totals.totalGrosze)
  return {
    subject: several ? `Potwierdzenie zamówień ${listed(numbers)}` : `Potwierdzenie zamówienia ${listed(numbers)}`,
    title: several ? 'Potwierdzenie zamówień' : 'Potwierdzenie zamówienia',
    greeting: data.firstName === '' ? 'Dzień dobry,' : `Dzień dobry, ${data.firstName}!`,
    thanks: several
      ? `Dziękujemy za zakupy. Przyjęliśmy ${numbers.length} ${plural(numbers.length)} i przygotujemy je w ciągu 24 godzin.`
      : 'Dziękujemy za zakupy. Przyjęliśmy Twoje zamówienie i przygotujemy je w ciągu 24 godzin.',
    split: several
      ? 'Każdy produkt ma własny numer zamówienia, a koszt dostawy jest podzielony między zamówienia.'
      : undefined,
    payment:
      data.delivery.kind === 'locker'
        ? `Do zapłaty przy odbiorze w paczkomacie: ${total}`
        : `Do zapłaty kurierowi przy odbiorze: ${total}`,
    deliveryMethod:
      data.delivery.kind === 'locker' ? 'Paczkomat, płatność przy odbiorze' : 'Kurier, płatność przy odbiorze',
    address: addressLines(data),
    receiver: [data.receiver.name, data.receiver.phone, data.receiver.email].filter(Boolean),
    withdrawal: `Masz 14 dni od otrzymania przesyłki, aby odstąpić od umowy bez podawania przyczyny. Wystarczy napisać na adres ${profile.sellerEmail}. Adres do zwrotów: ${profile.returnAddress}.`,
    panelUrl: `${profile.shopUrl}/panel-klienta`,
    termsUrl: `${profile.shopUrl}/regulamin`,
  }
}

/** As many numbers as an inbox shows in one line; the letter itself has them all. */
function listed(numbers: string[]): string {
  const shown = numbers.slice(0, 3).join(', ')
  return numbers.length > 3 ? `${shown} i ${numbers.length - 3} więcej` : shown
}

function addressLines({ delivery }: OrderConfirmation): string[] {
  if (delivery.kind === 'courier') {
    return [`${delivery.street} ${delivery.houseNumber}`, `${delivery.postalCode} ${delivery.city}`]
  }
  // The directory's names mostly begin with the code already.
  const { id, name, address } = delivery
  return [name.includes(id) ? `Paczkomat ${name}` : `Paczkomat ${id}, ${name}`, address]
}

/** 2 zamówienia, 5 zamówień, 22 zamówienia. */
function plural(count: number): string {
  return new Intl.PluralRules('pl-PL').select(count) === 'few' ? 'zamówienia' : 'zamówień'
}
