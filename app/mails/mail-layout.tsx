import { type ComponentProps, Fragment, type ReactNode } from 'react'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { sellerLines } from './define-mail.ts'

export const COLOUR = {
  ivory: '#F7F2E8',
  paper: '#FFFDF8',
  sand: '#EADFCB',
  night: '#171310',
  oud: '#5A3A22',
  gold: '#9C7430',
}
export const SERIF = "'EB Garamond', Garamond, Georgia, 'Times New Roman', serif"
export const SANS = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif"

/** Mail programs support few rules and no variables: elements have inline styles, only the dark colours are rules. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.e-ground{background-color:${COLOUR.night}!important}
.e-paper{background-color:#231D18!important}
.e-panel{background-color:#3A3027!important}
.e-ink,.e-ink a{color:${COLOUR.ivory}!important}
.e-soft,.e-soft a{color:#D9C9AC!important}
.e-line{border-color:#4A3E33!important}
.e-button{background-color:${COLOUR.ivory}!important}
.e-button a{color:${COLOUR.night}!important}
}`

/** A table for layout: mail programs agree on nothing else. */
export function MailLayout({ children, ...table }: ComponentProps<'table'>) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} {...table}>
      <tbody>{children}</tbody>
    </table>
  )
}

type EmailLayoutProps = {
  profile: ShopProfile
  subject: string
  /** The preview text that an inbox shows beside the subject. */
  preview: string
  children: ReactNode
}

/** The frame of every mail: 600 px, one column, the shop's name above, the seller's data below. */
export function EmailLayout({ profile, subject, preview, children }: EmailLayoutProps) {
  return (
    <html lang="pl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{subject}</title>
        <style>{DARK}</style>
      </head>
      <body className="e-ground" style={{ margin: 0, padding: 0, backgroundColor: COLOUR.ivory }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <MailLayout className="e-ground" style={{ backgroundColor: COLOUR.ivory }}>
          <tr>
            <td align="center" style={{ padding: '24px 12px' }}>
              <MailLayout width={600} style={{ width: '100%', maxWidth: 600, textAlign: 'left' }}>
                <tr>
                  <td
                    align="center"
                    style={{
                      backgroundColor: COLOUR.night,
                      padding: '28px 24px',
                      borderBottom: `3px solid ${COLOUR.gold}`,
                    }}
                  >
                    <a
                      href={profile.shopUrl}
                      style={{ font: `500 28px/1.2 ${SERIF}`, color: COLOUR.ivory, textDecoration: 'none' }}
                    >
                      {profile.shopName}
                    </a>
                  </td>
                </tr>
                <tr>
                  <td className="e-paper" style={{ backgroundColor: COLOUR.paper, padding: '32px 24px 36px' }}>
                    {children}
                  </td>
                </tr>
                <tr>
                  <td
                    align="center"
                    className="e-soft"
                    style={{ padding: 24, font: `400 13px/1.6 ${SANS}`, color: COLOUR.oud }}
                  >
                    {sellerLines(profile).map((line, index) => (
                      <Fragment key={line}>
                        {index > 0 && <br />}
                        {line}
                      </Fragment>
                    ))}
                  </td>
                </tr>
              </MailLayout>
            </td>
          </tr>
        </MailLayout>
      </body>
    </html>
  )
}
