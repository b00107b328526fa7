import { type ComponentProps, type CSSProperties, createContext, Fragment, type ReactNode, useContext } from 'react'
import { COLOUR, MailLayout, SANS, SERIF } from './mail-layout.tsx'

/** The address of the shop, whose pictures a mail shows. */
export const ShopUrl = createContext('')

/** Whether the mail is rendered as plain text: each part is then its words and an empty line. */
export const TextForm = createContext(false)

export function Title({ children }: { children: string }) {
  if (useContext(TextForm)) return `${children}\n\n`
  return (
    <h1 className="e-ink" style={{ margin: '0 0 16px', font: `500 30px/1.2 ${SERIF}`, color: COLOUR.night }}>
      {children}
    </h1>
  )
}

/** In plain text the next part follows without an empty line. */
export function Heading({ children }: { children: string }) {
  if (useContext(TextForm)) return `\n\n${children}\n`
  return (
    <h2 className="e-ink" style={{ margin: '32px 0 8px', font: `500 21px/1.3 ${SERIF}`, color: COLOUR.night }}>
      {children}
    </h2>
  )
}

const TEXT: CSSProperties = { margin: '0 0 12px', font: `400 16px/1.55 ${SANS}`, overflowWrap: 'anywhere' }

type BlockProps = ComponentProps<'p'>

/** A block of text; as plain text its words and an empty line. */
function Block({ children, ...html }: BlockProps) {
  if (!useContext(TextForm)) return <p {...html}>{children}</p>
  return (
    <>
      {children}
      {'\n\n'}
    </>
  )
}

export function Paragraph({ children }: BlockProps) {
  return (
    <Block className="e-ink" style={{ ...TEXT, color: COLOUR.night }}>
      {children}
    </Block>
  )
}

/** Small print: text that a mail must contain and few people read. */
export function SmallPrint({ children }: BlockProps) {
  return (
    <Block className="e-soft" style={{ ...TEXT, margin: '0 0 8px', fontSize: 14, color: COLOUR.oud }}>
      {children}
    </Block>
  )
}

/** The main fact of a mail: one sentence, and one below it. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  if (useContext(TextForm)) {
    return (
      <Block>
        {title}
        {'\n'}
        {children}
      </Block>
    )
  }
  return (
    <MailLayout style={{ margin: '24px 0' }}>
      <tr>
        <td
          className="e-panel e-ink"
          style={{
            backgroundColor: COLOUR.sand,
            padding: '16px 20px',
            font: `400 16px/1.5 ${SANS}`,
            color: COLOUR.night,
            overflowWrap: 'anywhere',
          }}
        >
          <strong style={{ display: 'block', marginBottom: 4, fontWeight: 600, fontSize: 18 }}>{title}</strong>
          {children}
        </td>
      </tr>
    </MailLayout>
  )
}

/** A mail has at most one of these. */
export function MailButton({ href, children }: { href: string; children: string }) {
  if (useContext(TextForm)) return `\n\n${children}: ${href}\n\n`
  return (
    <MailLayout width={undefined} style={{ margin: '28px 0 20px' }}>
      <tr>
        <td className="e-button" align="center" style={{ backgroundColor: COLOUR.night, borderRadius: 4 }}>
          <a
            href={href}
            style={{
              display: 'inline-block',
              padding: '14px 32px',
              font: `600 16px/1.2 ${SANS}`,
              color: COLOUR.ivory,
              textDecoration: 'none',
            }}
          >
            {children}
          </a>
        </td>
      </tr>
    </MailLayout>
  )
}

export function TextLink({ href, children }: { href: string; children: string }) {
  if (useContext(TextForm)) return `${children} (${href})`
  return (
    <a className="e-ink" href={href} style={{ color: COLOUR.oud, textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

/** A picture on white, no wider than the mail. Plain text leaves it out: the mail says the same in words. */
export function Picture({ src, alt, width }: { src: string; alt: string; width: number }) {
  if (useContext(TextForm)) return null
  const style = { display: 'block', width, maxWidth: '100%', height: 'auto', margin: '0 0 12px', background: '#ffffff' }
  return <img src={src} alt={alt} width={width} loading="lazy" style={style} />
}

/** Lines of text, such as an address. */
export function Lines({ of: lines }: { of: readonly ReactNode[] }) {
  const lineBreak = useContext(TextForm) ? '\n' : <br />
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <Fragment key={index}>
      {index > 0 && lineBreak}
      {line}
    </Fragment>
  ))
}

/**
 * An e-mail address that a person typed, as it can be copied. Mail programs make no link of text within an anchor,
 * even one without an address.
 */
export function EmailAddress({ of: address }: { of: string }) {
  if (useContext(TextForm)) return address
  // biome-ignore lint/a11y/useValidAnchor: it must not be a link
  return <a style={PLAIN}>{address}</a>
}

const PLAIN: CSSProperties = { color: 'inherit', textDecoration: 'none' }
