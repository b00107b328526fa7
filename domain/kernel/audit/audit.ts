import { z } from 'zod'
import { momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The subjects of entries: the nouns of their actions. */
export const AUDIT_NOUNS = {
  shop: 'Początek sprzedaży',
  admin: 'Logowania',
  product: 'Produkty',
  products: 'Arkusz produktów',
  brand: 'Marki',
  picture: 'Zdjęcia',
  film: 'Filmy',
  order: 'Zamówienia',
  orders: 'Eksport zamówień',
  takings: 'Eksport utargu',
  shipment: 'Przesyłki',
  carrier_shipments: 'Przesyłki InPost',
  review: 'Opinie',
  mail: 'Niewysłane e-maile',
  mails: 'Niewysłane e-maile (wszystkie)',
  message: 'Wiadomości',
  shop_settings: 'Ustawienia sklepu',
  shop_profile: 'Dane sklepu i sprzedawcy',
  own_texts: 'Teksty sklepu',
  look: 'Wygląd',
  guide: 'Poradnik',
  shipping_costs: 'Koszty wysyłki',
  payment_mode: 'Tryb płatności',
  product_sync: 'Synchronizacja',
  moved_pictures: 'Zdjęcia z innego sklepu',
  unproven_limits: 'Limity nowych kont',
  notice_settings: 'Powiadomienia',
  notice_device: 'Urządzenia z powiadomieniami',
  dispatch_calendar: 'Terminy wysyłki',
  failure: 'Awarie',
  stray_payment: 'Wpłaty bez zamówienia',
  payouts: 'Wypłaty',
  month: 'Miesiąc',
  ksef: 'KSeF',
  gift_rule: 'Gratisy',
  code: 'Kody rabatowe',
  buyer: 'Klienci',
  newsletter: 'Newsletter',
  person: 'Osoby',
  return_case: 'Zwroty i reklamacje',
  receipt: 'Kasa',
  till_agent: 'Klucz kasy',
  terms: 'Regulamin',
  producer: 'Producenci',
  labels: 'Skład i bezpieczeństwo',
} as const

export const auditPageSchema = defineSchema(() =>
  z
    .object({
      items: z.array(
        z.object({
          id: z.string(),
          action: z.string(),
          noun: z.string(),
          sentence: z.string(),
          person: z.string().nullable().meta({ description: 'The address of an invited person; null: the admin' }),
          subject_id: z.string().nullable(),
          created_at: momentSchema,
        }),
      ),
      /** The value of `before` for older entries; null at the end. */
      next: z.string().nullable(),
    })
    .meta({ id: 'AuditPage' }),
)
export type AuditPage = z.output<typeof auditPageSchema>
