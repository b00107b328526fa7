import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

type Group = 'card' | 'bank' | 'later' | 'wallet'

type Facts = {
  /** As buyers read it before they order. Of a pay-later provider: its own words, without a claim about costs. */
  label: string
  /** 'Zapłacono …' */
  by: string
  group: Group
  /** The money may come after the buyer has confirmed it, or not at all. */
  mayComeLate: boolean
  /** What the owner should know before offering it. */
  note: string
}

/**
 * The means of payment of Stripe's payment page that buyers in Poland can use in zł, by Stripe's own terms, in the order
 * in which they are named. Apple Pay, Google Pay and Link belong to the card. All can be refunded in part.
 */
export const PAYMENT_MEANS = {
  card: {
    label: 'karta',
    by: 'kartą',
    group: 'card',
    mayComeLate: false,
    note: 'Visa, Mastercard, także przez Apple Pay i Google Pay. Bez karty nie ma płatności online.',
  },
  blik: { label: 'BLIK', by: 'BLIK-iem', group: 'bank', mayComeLate: false, note: 'Kod z aplikacji banku.' },
  p24: {
    label: 'Przelewy24',
    by: 'przez Przelewy24',
    group: 'bank',
    mayComeLate: true,
    note: 'Szybki przelew z konta w banku.',
  },
  klarna: {
    label: 'Klarna („Zapłać za 30 dni”)',
    by: 'przez Klarnę',
    group: 'later',
    mayComeLate: true,
    note: 'Płatność odroczona. Pieniądze dostajesz od Klarny; o warunkach i zgodzie decyduje ona sama. Regulamin musi o tym mówić.',
  },
  paypal: {
    label: 'PayPal',
    by: 'przez PayPal',
    group: 'wallet',
    mayComeLate: false,
    note: 'Portfel elektroniczny. Regulamin musi o nim mówić.',
  },
  revolut_pay: {
    label: 'Revolut Pay',
    by: 'przez Revolut Pay',
    group: 'wallet',
    mayComeLate: false,
    note: 'Portfel elektroniczny. Regulamin musi o nim mówić.',
  },
} as const satisfies Record<string, Facts>

export type PaymentMeans = keyof typeof PAYMENT_MEANS
export const ALL_PAYMENT_MEANS = Object.keys(PAYMENT_MEANS) as PaymentMeans[]

/** Those of a group, for comparing legal texts with what is offered. */
export const listMeansOf = (group: Group): PaymentMeans[] =>
  ALL_PAYMENT_MEANS.filter((means) => PAYMENT_MEANS[means].group === group)

/**
 * What buyers can choose: what is switched on and, as far as the provider has said, what its account has. Without the
 * card nothing, because every account has it and the other means come and go.
 */
export function findOffered(on: readonly string[], available: readonly string[] | null): PaymentMeans[] {
  const offered = ALL_PAYMENT_MEANS.filter((means) => on.includes(means) && (available?.includes(means) ?? true))
  return offered.includes('card') ? offered : []
}

/** Switched on, and not at the account. */
export const findUnavailable = (on: readonly string[], available: readonly string[] | null): PaymentMeans[] =>
  ALL_PAYMENT_MEANS.filter((means) => on.includes(means) && available?.includes(means) === false)

/** 'karta, BLIK, Przelewy24' */
export const labelMeans = (means: readonly PaymentMeans[]): string =>
  means.map((one) => PAYMENT_MEANS[one].label).join(', ')

/** 'kartą'; undefined for a means that the shop does not know. */
export const describePaidWith = (means: string | null | undefined): string | undefined =>
  ALL_PAYMENT_MEANS.flatMap((one) => (one === means ? [PAYMENT_MEANS[one].by] : []))[0]

/** The means that buyers are offered, and the version of the settings that was seen. */
export const paymentMeansChangeSchema = defineSchema(() =>
  z.strictObject({
    means: z
      .array(z.enum(ALL_PAYMENT_MEANS))
      .transform((given) => ALL_PAYMENT_MEANS.filter((one) => given.includes(one))),
    version: z.string(),
  }),
)
