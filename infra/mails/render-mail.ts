import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { composeMail } from '#app/mails/compose-mail.tsx'
import type { DefinedMail, MailShop } from '#app/mails/define-mail.ts'
import type { Database } from '#domain/database.ts'
import type { MailAttachment, RenderMail } from '#domain/kernel/mail.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { createLinkTokens, createOrderLinks } from '#infra/auth/signed-links.ts'

/** Every mail of the shop: the default exports of app/mails/*.mail.tsx, by template. */
const EMAILS = new Map(
  Object.values(import.meta.glob<DefinedMail>('#app/mails/*.mail.tsx', { eager: true, import: 'default' })).map(
    (email) => [email.template, email],
  ),
)

/** Names of the mails in the admin's panel, by template. */
export const MAIL_NAMES: ReadonlyMap<string, string> = new Map(
  [...EMAILS].map(([template, { name }]) => [template, name]),
)

type RendererParts = MailShop & {
  db: Kysely<Database>
  /** The contract of a checkout and its terms, made if they do not exist yet. */
  findContractPapers(checkoutId: string): Promise<MailAttachment[]>
  findInvoicePaper(invoiceId: string): Promise<MailAttachment>
}

export function createMailRenderer(parts: RendererParts): RenderMail {
  return async ({ template, data, created_at }) => {
    // The profile is read at each mail.
    const { db, findContractPapers, findInvoicePaper, ...shop } = parts
    const email = EMAILS.get(template)
    if (email === undefined) throw new Error(`no mail template is called ${template}`)
    const { replyTo, unsubscribeUrl, contractOf, invoiceOf, ...content } = await email.write(
      db,
      { ...shop, queuedAt: created_at },
      data,
    )
    const { html, text } = composeMail(content, shop.profile)
    return {
      subject: content.subject,
      html,
      text,
      ...(replyTo !== undefined && { replyTo }),
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
      ...(contractOf !== undefined && { attachments: await findContractPapers(contractOf) }),
      ...(invoiceOf !== undefined && { attachments: [await findInvoicePaper(invoiceOf)] }),
    }
  }
}

export type MailPreview = {
  template: string
  name: string
  /** Name of the example rows. */
  example: string
  subject: string
  html: string
  text: string
}

/** Every mail with example rows. Its links are signed with a random secret, so they open nothing. */
export function previewMails(profile: ShopProfile): MailPreview[] {
  const secret = randomUUID()
  const { shopUrl } = profile
  const shop = { profile, orderLinks: createOrderLinks({ secret, shopUrl }), linkTokens: createLinkTokens(secret) }
  return [...EMAILS.values()].flatMap(({ template, name, preview }) =>
    [...preview({ ...shop, queuedAt: new Date() })].map(([example, content]) => ({
      template,
      name,
      example,
      subject: content.subject,
      ...composeMail(content, profile),
    })),
  )
}
