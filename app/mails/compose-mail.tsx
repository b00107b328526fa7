import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { sellerLines } from './define-mail.ts'
import { EmailLayout } from './mail-layout.tsx'
import { ShopUrl, TextForm } from './mail-parts.tsx'

type Content = { subject: string; preview: string; body: ReactElement }

/** HTML and plain text of a mail from the same parts. React escapes all text in the HTML. */
export function composeMail({ subject, preview, body }: Content, profile: ShopProfile): { html: string; text: string } {
  const document = (
    <EmailLayout profile={profile} subject={subject} preview={preview}>
      <ShopUrl value={profile.shopUrl}>{body}</ShopUrl>
    </EmailLayout>
  )
  const foot = ['--', profile.shopName, ...sellerLines(profile)].join('\n')
  return {
    html: `<!doctype html>${renderToStaticMarkup(document)}`,
    text: `${renderText(body)}\n\n${foot}`,
  }
}

function renderText(body: ReactElement): string {
  const markup = renderToStaticMarkup(<TextForm value={true}>{body}</TextForm>)
  return unescapeMarkup(markup)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The plain text has no elements: only React's escapes of text are undone. */
function unescapeMarkup(markup: string): string {
  return markup.replace(/&(amp|lt|gt|quot|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
