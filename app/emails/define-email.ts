import type { Kysely } from 'kysely'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { Database } from '#domain/database.ts'
import type { MailTemplates } from '#domain/email/mail.ts'
import type { OrderLinks } from '#domain/orders/order-links.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** What a mail knows of the shop beside its rows. */
export type MailShop = { profile: ShopProfile; orderLinks: OrderLinks }

type WrittenEmail = { subject: string; html: ReactElement; text: string }

/** A mail as the renderer sees it. `write` takes whatever the outbox held as ids and rejects when it does not fit. */
export type Email = {
  template: string
  write(db: Kysely<Database>, shop: MailShop, ids: unknown): Promise<WrittenEmail>
}

type EmailDefinition<Template extends keyof MailTemplates, Rows> = {
  template: Template
  ids: z.ZodType<MailTemplates[Template]>
  /** Reads what the mail is about, when it is sent. Rejects when a row is not there. */
  load(db: Kysely<Database>, ids: MailTemplates[Template]): Promise<Rows>
  /** The text part has all the contents of the HTML. */
  write(rows: Rows, profile: ShopProfile, orderLinks: OrderLinks): WrittenEmail
}

/** The whole definition of a mail; the default export of its file (`*.email.tsx`). */
export function defineEmail<Template extends keyof MailTemplates, Rows>({
  template,
  ids,
  load,
  write,
}: EmailDefinition<Template, Rows>): Email {
  return {
    template,
    write: async (db, { profile, orderLinks }, data) => write(await load(db, ids.parse(data)), profile, orderLinks),
  }
}

/** Who sends it, for the foot of HTML and text. */
export function sellerLines({ sellerName, sellerAddress, sellerNip, sellerEmail, sellerPhone }: ShopProfile): string[] {
  const seller = [sellerName, sellerNip && `NIP\u00a0${sellerNip}`].filter(Boolean).join(' · ')
  return [seller, sellerAddress, [sellerEmail, sellerPhone].filter(Boolean).join(' · ')]
}

/** The text part: its paragraphs with a line between them, and the seller's data below. */
export function plainText(profile: ShopProfile, paragraphs: readonly (string | readonly string[])[]): string {
  const foot = ['--', profile.shopName, ...sellerLines(profile)]
  return [...paragraphs, foot].map((lines) => (typeof lines === 'string' ? lines : lines.join('\n'))).join('\n\n')
}

/**
 * What a person typed, as it may stand in a mail: where a mail program would see an address and make it a link, an invisible
 * space keeps it from doing so. For HTML and text alike.
 */
export function unlinked(typed: string): string {
  return typed.replace(/[.@:\u2024\u3002\uff0e\uff1a\uff20\uff61](?=\S)/g, '\u200b$&')
}

/** Letters, and what stands between the parts of a name; longer or other ones are a message, not a name. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}]*(?:[ '’-][\p{L}\p{M}]+){0,2}$/u
const LONGEST_GREETED = 30

/** Greets by the first name, and without one whoever typed something else in its place. */
export function greet(firstName: string): string {
  return firstName.length <= LONGEST_GREETED && FIRST_NAME.test(firstName)
    ? `Dzień dobry, ${firstName}!`
    : 'Dzień dobry!'
}
