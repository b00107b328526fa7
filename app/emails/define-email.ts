import type { Kysely } from 'kysely'
import type { ReactElement } from 'react'
import { href } from 'react-router'
import type { z } from 'zod'
import { type AccountLinkPurpose, LINK_PAGES, type LinkTokens } from '#domain/accounts/link-tokens.ts'
import type { Database } from '#domain/database.ts'
import type { MailTemplates } from '#domain/kernel/mail.ts'
import type { OrderLinks } from '#domain/orders/linked/order-links.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** What every mail knows of the shop. */
export type MailShop = { profile: ShopProfile; orderLinks: OrderLinks; linkTokens: LinkTokens }

/** What every mail knows beside its rows. */
export type EmailContext = MailShop & {
  /** When the mail was put into the outbox: what it tells of happened then, however late it is sent. */
  queuedAt: Date
}

type WrittenEmail = {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  /** Parts of email-parts.tsx: HTML and text are made of the same. */
  body: ReactElement
  /** Whom an answer shall reach instead of the shop. */
  replyTo?: string
}

/** A mail as the renderer sees it. `write` takes whatever the outbox held as ids and rejects when it does not fit. */
export type Email = {
  template: string
  /** As the admin reads it. */
  name: string
  write(db: Kysely<Database>, context: EmailContext, ids: unknown): Promise<WrittenEmail>
  /** The mail as it looks with example rows, by what is special about each. */
  preview(context: EmailContext): Map<string, WrittenEmail>
}

type EmailDefinition<Template extends keyof MailTemplates, Rows> = {
  template: Template
  name: string
  ids: z.ZodType<MailTemplates[Template]>
  /** Reads what the mail is about, when it is sent. Rejects when a row is not there. */
  load(db: Kysely<Database>, ids: MailTemplates[Template]): Promise<Rows>
  write(rows: Rows, context: EmailContext): WrittenEmail
  /** Rows to look at it with, by what is special about each; Polish. */
  examples: Record<string, NoInfer<Rows>>
}

/** The whole definition of a mail; the default export of its file (`*.email.tsx`). */
export function defineEmail<Template extends keyof MailTemplates, Rows>({
  template,
  name,
  ids,
  load,
  write,
  examples,
}: EmailDefinition<Template, Rows>): Email {
  return {
    template,
    name,
    write: async (db, context, data) => write(await load(db, ids.parse(data)), context),
    preview: (context) => new Map(Object.entries(examples).map(([title, rows]) => [title, write(rows, context)])),
  }
}

/** The address of the page where a mailed link does what it is for. Made when the mail is rendered, stored nowhere. */
export function buildLinkUrl({ profile, linkTokens }: MailShop, purpose: AccountLinkPurpose, tokenId: string): string {
  return `${profile.shopUrl}${LINK_PAGES[purpose]}#${linkTokens.create(purpose, tokenId)}`
}

/** The address of the form that reviews a product, with so many stars chosen; signed in by the link where there is one. */
export function buildReviewUrl(
  { profile, linkTokens }: MailShop,
  { slug, stars, tokenId }: { slug: string; stars: number; tokenId: string | null },
): string {
  const page = `${profile.shopUrl}${href('/ocena/:slug', { slug })}?gwiazdki=${stars}`
  return tokenId === null ? page : `${page}#${linkTokens.create('review', tokenId)}`
}

/** Who sends it, for the foot of HTML and text. */
export function sellerLines({ sellerName, sellerAddress, sellerNip, sellerEmail, sellerPhone }: ShopProfile): string[] {
  const seller = [sellerName, sellerNip && `NIP\u00a0${sellerNip}`].filter(Boolean).join(' · ')
  return [seller, sellerAddress, [sellerEmail, sellerPhone].filter(Boolean).join(' · ')]
}

/**
 * What a person typed, as it may stand in a mail: where a mail program would see an address and make it a link, an invisible
 * space keeps it from doing so. For HTML and text alike; where an e-mail address is meant there is `EmailAddress`.
 */
export function unlinked(typed: string): string {
  return typed.replace(/[.@:\u2024\u3002\uff0e\uff1a\uff20\uff61](?=\S)/g, '\u200b$&')
}

/** Letters, and what stands between the parts of a name; longer or other ones are a message, not a name. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}]*(?:[ '’-][\p{L}\p{M}]+){0,2}$/u
const LONGEST_GREETED = 30

/** Greets by the first name, and without one whoever typed something else in its place. */
export function greet(firstName: string | null): string {
  return firstName !== null && firstName.length <= LONGEST_GREETED && FIRST_NAME.test(firstName)
    ? `Dzień dobry, ${firstName}!`
    : 'Dzień dobry!'
}
