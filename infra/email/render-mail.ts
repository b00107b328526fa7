import type { Kysely } from 'kysely'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Email, MailShop } from '#app/emails/define-email.ts'
import type { Database } from '#domain/database.ts'
import type { RenderMail } from '#domain/email/mail.ts'

/** Every mail of the shop: the default exports of app/emails/*.email.tsx, by template. */
const EMAILS = new Map(
  Object.values(import.meta.glob<Email>('#app/emails/*.email.tsx', { eager: true, import: 'default' })).map((email) => [
    email.template,
    email,
  ]),
)

/** The mails of this shop. Whatever stands in the rows is escaped on its way into HTML. */
export function createMailRenderer({ db, ...shop }: MailShop & { db: Kysely<Database> }): RenderMail {
  return async ({ template, data }) => {
    const email = EMAILS.get(template)
    if (email === undefined) throw new Error(`no mail template is called ${template}`)
    const { subject, html, text } = await email.write(db, shop, data)
    return { subject, html: `<!doctype html>${renderToStaticMarkup(html)}`, text }
  }
}
