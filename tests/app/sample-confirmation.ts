import type { OrderConfirmation } from '#domain/email/mail.ts'
import type { ShopProfile } from '#domain/settings/settings.ts'

export const sampleProfile: ShopProfile = {
  shopName: 'Perfumeria Ćma',
  shopUrl: 'https://perfumeria.example',
  sellerName: 'Ćma sp. z o.o.',
  sellerAddress: 'ul. Próbna 1, 00-001 Warszawa',
  sellerNip: '0000000000',
  sellerRegon: '000000000',
  sellerRegister: 'KRS 0000000000',
  sellerEmail: 'sklep@perfumeria.example',
  sellerPhone: '+48 000 000 000',
  returnAddress: 'ul. Zwrotna 2, 00-002 Warszawa',
  paymentProvider: 'Operator',
  courierName: 'Kurier',
  lockerOperator: 'InPost',
  hostingProvider: 'Hosting',
  responsiblePerson: 'Ćma sp. z o.o.',
  effectiveDate: '2026-01-01',
  socialLinks: { instagram: null, tiktok: null, facebook: null },
}

export const sampleConfirmation: OrderConfirmation = {
  firstName: 'Łucja',
  orders: [
    {
      id: '3f2a9c1e-0000-4000-8000-000000000001',
      items: [{ name: 'Zażółć Gęślą Jaźń', brand: 'Perfumy Arabskie', quantity: 2, unitPriceGrosze: 11_900 }],
      itemsGrosze: 23_800,
      shippingGrosze: 850,
      totalGrosze: 24_650,
    },
    {
      id: '7b1d0e22-0000-4000-8000-000000000002',
      items: [{ name: 'Róża <img src=x> & "Miód"', brand: 'Éclat', quantity: 1, unitPriceGrosze: 4_990 }],
      itemsGrosze: 4_990,
      shippingGrosze: 849,
      totalGrosze: 5_839,
    },
  ],
  totals: { itemsGrosze: 28_790, shippingGrosze: 1_699, totalGrosze: 30_489 },
  shippingMethod: 'cash_on_delivery_locker',
  payment: 'cash_on_delivery',
  delivery: {
    kind: 'locker',
    id: 'DEMO-WAW-003',
    name: 'DEMO-WAW-003 (przy piekarni)',
    address: 'ul. Złota 7, 00-020 Warszawa',
  },
  receiver: { name: 'Łucja Ćwik', phone: '+48 600 100 200', email: 'lucja@example.com' },
}
