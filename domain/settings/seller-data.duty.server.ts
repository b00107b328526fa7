import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { WHOLE_SHOP } from '#domain/kernel/duties/duty.ts'
import type { ShopProfile } from './shop-profile.ts'

/** What has to be known of the seller, with the settings where it stands. */
const REQUIRED = [
  { field: 'sellerName', name: 'nazwę firmy', setting: 'SELLER_NAME' },
  { field: 'sellerAddress', name: 'adres firmy', setting: 'SELLER_ADDRESS' },
  { field: 'sellerNip', name: 'NIP', setting: 'SELLER_NIP' },
  { field: 'sellerEmail', name: 'adres e-mail', setting: 'SELLER_EMAIL' },
  { field: 'sellerPhone', name: 'numer telefonu', setting: 'SELLER_PHONE' },
] as const satisfies { field: keyof ShopProfile; name: string; setting: string }[]

export default defineDuty({
  key: 'seller-data',
  title: 'Komplet danych sprzedawcy',
  why: 'Przed zakupem kupujący ma dostać nazwę i adres firmy oraz adres e-mail i telefon, pod którymi ją zastanie.',
  act: 'Ustawa o prawach konsumenta, art. 12 ust. 1 pkt 2 i 3',
  since: '2014-12-25',
  async findGaps({ profile }) {
    return REQUIRED.filter(({ field }) => profile[field].trim() === '').map(({ name, setting }) => ({
      about: WHOLE_SHOP,
      todo: `Podaj ${name} w ustawieniach (${setting}).`,
      path: '/admin/ustawienia/sprzedawca',
    }))
  },
})
