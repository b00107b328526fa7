import type { Kysely } from 'kysely'
import type { ReactElement } from 'react'
import { href } from 'react-router'
import type { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { type AccountLinkPurpose, LINK_PAGES, type LinkTokens } from '#domain/kernel/link-tokens.ts'
import type { MailTemplates } from '#domain/kernel/mail.ts'
import { UNSUBSCRIBE_PAGE } from '#domain/newsletter/subscriber.ts'
import type { OrderLinks } from '#domain/orders/order-links/linked-checkout.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** What every mail can use of the shop. */
export type MailShop = { profile: ShopProfile; orderLinks: OrderLinks; linkTokens: LinkTokens }

/** What every mail can use in addition to its rows. */
type EmailContext = MailShop & {
  /** When the mail was put into the outbox. Its event happened then, however late it is sent. */
  queuedAt: Date
}

type WrittenEmail = {
  subject: string
  /** The preview text that an inbox shows beside the subject. */
  preview: string
  /** Parts of mail-parts.tsx, from which HTML and plain text are rendered. */
  body: ReactElement
  /** Address for answers, instead of the shop's. */
  replyTo?: string
  /** Ends such mails; of every mail that nobody has to get. */
  unsubscribeUrl?: string
  /** The checkout whose contract is attached. */
  contractOf?: string
  /** The invoice that is attached. */
  invoiceOf?: string
}

/** A mail for the renderer. `write` takes the ids of the outbox and rejects where their shape is wrong. */
export type DefinedMail = {
  template: string
  /** Its Polish name on the admin's pages. */
  name: string
  write(db: Kysely<Database>, context: EmailContext, ids: unknown): Promise<WrittenEmail>
  /** The mail with its example rows, by the names of the examples. */
  preview(context: EmailContext): Map<string, WrittenEmail>
}

type MailParts<Template extends keyof MailTemplates, Rows> = {
  template: Template
  name: string
  ids: z.ZodType<MailTemplates[Template]>
  /** Reads the rows when the mail is sent. Rejects where one is missing. */
  load(db: Kysely<Database>, ids: MailTemplates[Template]): Promise<Rows>
  write(rows: Rows, context: EmailContext): WrittenEmail
  /** Example rows for previews, by Polish names. */
  examples: Record<string, NoInfer<Rows>>
}

/** Defines a mail; the default export of its file (`*.mail.tsx`). */
export function defineMail<Template extends keyof MailTemplates, Rows>({
  template,
  name,
  ids,
  load,
  write,
  examples,
}: MailParts<Template, Rows>): DefinedMail {
  return {
    template,
    name,
    write: async (db, context, data) => write(await load(db, ids.parse(data)), context),
    preview: (context) => new Map(Object.entries(examples).map(([title, rows]) => [title, write(rows, context)])),
  }
}

/** The address of a mailed link. It is made when the mail is rendered and stored nowhere. */
export function buildLinkUrl({ profile, linkTokens }: MailShop, purpose: AccountLinkPurpose, tokenId: string): string {
  return `${profile.shopUrl}${LINK_PAGES[purpose]}#${linkTokens.create(purpose, tokenId)}`
}

/** The address that ends a consent to the newsletter, or an alert of a product. */
export function buildUnsubscribeUrl(
  { profile, linkTokens }: MailShop,
  purpose: 'newsletter' | 'product-alert',
  id: string,
): string {
  return `${profile.shopUrl}${UNSUBSCRIBE_PAGE}${linkTokens.create(purpose, id)}`
}

/** The address of the review form of a product with `stars` chosen. With a token the link signs in. */
export function buildReviewUrl(
  { profile, linkTokens }: MailShop,
  { slug, stars, tokenId }: { slug: string; stars: number; tokenId: string | null },
): string {
  const page = `${profile.shopUrl}${href('/ocena/:slug', { slug })}?gwiazdki=${stars}`
  return tokenId === null ? page : `${page}#${linkTokens.create('review', tokenId)}`
}

/** The seller, for the foot of HTML and plain text. */
export function sellerLines(profile: ShopProfile): string[] {
  const { sellerName, sellerAddress, sellerNip, sellerBdo, sellerEmail, sellerPhone, sellerBankAccount } = profile
  const numbers = [sellerNip && `NIP\u00a0${sellerNip}`, sellerBdo && `BDO\u00a0${sellerBdo}`]
  const seller = [sellerName, ...numbers].filter(Boolean).join(' · ')
  const contact = [sellerEmail, sellerPhone].filter(Boolean).join(' · ')
  return [seller, sellerAddress, contact, ...(sellerBankAccount === '' ? [] : [`Konto ${sellerBankAccount}`])]
}

/**
 * Text that a person typed, for a mail in HTML or plain text: an invisible space keeps mail programs from turning
 * addresses in it into links. An e-mail address that is meant as one is an `EmailAddress`.
 */
export function unlinked(typed: string): string {
  return typed.replace(/[.@:\u2024\u3002\uff0e\uff1a\uff20\uff61](?=\S)/g, '\u200b$&')
}
