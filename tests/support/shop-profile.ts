import type { MailAttachment } from '#domain/kernel/mail.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { createLinkTokens, createOrderLinks } from '#infra/auth/signed-links.ts'

export const testProfile: ShopProfile = {
  shopName: 'Perfumeria',
  shopUrl: 'http://localhost:3000',
  sellerName: 'Perfumeria sp. z o.o.',
  sellerAddress: 'ul. Zapachowa 1, 00-001 Warszawa',
  sellerNip: '0000000000',
  sellerRegon: '000000000',
  sellerBdo: '000123456',
  sellerRegister: 'CEIDG',
  sellerEmail: 'sklep@perfumeria.test',
  sellerPhone: '+48 600 100 200',
  sellerBankAccount: '',
  returnAddress: 'ul. Zapachowa 1, 00-001 Warszawa',
  nearbyReturnUrl: null,
  paymentProvider: 'Stripe',
  courierName: 'Kurier',
  lockerOperator: 'InPost',
  hostingProvider: 'Hosting',
  responsiblePerson: 'Jan Kowalski',
  effectiveDate: '2026-01-01',
  parcelPaperGrams: 0,
  parcelPlasticGrams: 0,
  isMicroEntrepreneur: false,
  socialLinks: { instagram: null, tiktok: null, facebook: null },
}

const secret = 'a secret of the tests, long enough to sign links 0123456789'

/** The data about the shop that every mail has. */
export const testShop = {
  profile: testProfile,
  orderLinks: createOrderLinks({ secret, shopUrl: testProfile.shopUrl }),
  linkTokens: createLinkTokens(secret),
  /** Mails about orders carry a contract, which these tests do not make. */
  findContractPapers: async (): Promise<MailAttachment[]> => [
    { filename: 'umowa-00000000.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') },
  ],
  findInvoicePaper: async (): Promise<MailAttachment> => ({
    filename: 'faktura-FV-2026-000001.pdf',
    contentType: 'application/pdf',
    content: Buffer.from('%PDF-'),
  }),
}
