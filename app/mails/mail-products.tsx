import { type CSSProperties, useContext } from 'react'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import { buildPictureUrl, PICTURE_RATIO } from '#domain/pictures/picture-url.ts'
import { COLOUR, MailLayout, SANS, SERIF } from './mail-layout.tsx'
import { Paragraph, ShopUrl, TextForm } from './mail-parts.tsx'

const PICTURE_WIDTH = 56

type ThumbnailProps = { imageKey: string | null; kind?: ProductKind; width?: number }

/**
 * The small picture of a product, from the shop itself. Where a mail program shows no pictures, its place is a quiet
 * tile: the name stands beside it.
 */
export function ProductThumbnail({ imageKey, kind = 'bottle', width = PICTURE_WIDTH }: ThumbnailProps) {
  const shopUrl = useContext(ShopUrl)
  if (useContext(TextForm) || imageKey === null) return null
  const height = (width * PICTURE_RATIO.height) / PICTURE_RATIO.width
  const style = { display: 'block', width, height, borderRadius: 4, backgroundColor: COLOUR.sand }
  return (
    <>
      <img
        src={`${shopUrl}${buildPictureUrl(imageKey, 240, 'webp')}`}
        alt=""
        width={width}
        height={height}
        style={style}
      />
      {kind === 'sample' && <span style={SAMPLE}>PRÓBKA</span>}
    </>
  )
}

const SAMPLE: CSSProperties = {
  display: 'block',
  width: PICTURE_WIDTH,
  marginTop: 2,
  borderRadius: 4,
  backgroundColor: COLOUR.night,
  font: `600 10px/18px ${SANS}`,
  letterSpacing: '0.04em',
  color: COLOUR.ivory,
  textAlign: 'center',
}

/** A product with its picture, linked to its page. */
export function PicturedProduct({
  imageKey,
  href,
  children,
}: {
  imageKey: string | null
  href: string
  children: string
}) {
  if (useContext(TextForm)) return <Paragraph>{`${children} (${href})`}</Paragraph>
  return (
    <MailLayout style={{ margin: '16px 0 4px' }}>
      <tr>
        {imageKey !== null && (
          <td width={PICTURE_WIDTH + 16} style={{ width: PICTURE_WIDTH + 16 }}>
            <ProductThumbnail imageKey={imageKey} />
          </td>
        )}
        <td className="e-ink" style={{ font: `500 19px/1.3 ${SERIF}`, color: COLOUR.night, overflowWrap: 'anywhere' }}>
          <a className="e-ink" href={href} style={{ color: 'inherit', textDecoration: 'none' }}>
            {children}
          </a>
        </td>
      </tr>
    </MailLayout>
  )
}

/** Five stars in a row, each a link that gives as many; as plain text a line for each, the most first. */
export function StarLinks({ of: links }: { of: readonly { stars: number; label: string; href: string }[] }) {
  if (useContext(TextForm)) return `${links.map(({ label, href }) => `${label}: ${href}`).join('\n')}\n\n`
  return (
    <MailLayout width={undefined} style={{ margin: '0 0 20px' }}>
      <tr>
        {links.toReversed().map(({ stars, label, href }) => (
          <td key={href} width={52} align="center" style={{ width: 52 }}>
            <a href={href} title={label} aria-label={label} style={STAR}>
              ★
              <span className="e-soft" style={{ display: 'block', font: `400 13px/1.2 ${SANS}`, color: COLOUR.oud }}>
                {stars}
              </span>
            </a>
          </td>
        ))}
      </tr>
    </MailLayout>
  )
}

const STAR: CSSProperties = {
  display: 'block',
  padding: '4px 0 6px',
  font: `400 34px/1.1 ${SANS}`,
  color: COLOUR.gold,
  textDecoration: 'none',
}

const ROW: CSSProperties = {
  padding: '12px 0',
  font: `400 16px/1.45 ${SANS}`,
  color: COLOUR.night,
  verticalAlign: 'top',
  borderTop: `1px solid ${COLOUR.sand}`,
}
const SUM_ROW: CSSProperties = { ...ROW, padding: '3px 0', borderTop: 'none' }
const NAME: CSSProperties = { display: 'block', font: `500 19px/1.3 ${SERIF}` }

type Item = {
  key: string
  label: string
  details: readonly string[]
  amount: string
  /** Of a product: its picture, and whether it is a sample. */
  shown?: { imageKey: string | null; kind: ProductKind }
}
type Sum = { label: string; amount: string; strong?: boolean }

/** The bought items with their pictures and prices, and the sums below. */
export function Amounts({ items, sums }: { items: readonly Item[]; sums: readonly Sum[] }) {
  if (useContext(TextForm)) {
    const itemLines = items.map(({ label, details, amount }) => `- ${[label, ...details, amount].join('\n  ')}`)
    const sumLines = sums.map(({ label, amount }) => `${label}: ${amount}`)
    return `${itemLines.join('\n')}\n\n${sumLines.join('\n')}\n\n`
  }
  const isPictured = items.some(({ shown }) => shown && shown.imageKey !== null)
  return (
    <MailLayout>
      {items.map((item) => (
        <ItemRow {...item} isPictured={isPictured} key={item.key} />
      ))}
      {sums.map((sum, index) => (
        <SumRow {...sum} isFirst={index === 0} key={sum.label} />
      ))}
    </MailLayout>
  )
}

function ItemRow({ label, details, amount, shown, isPictured }: Item & { isPictured: boolean }) {
  return (
    <tr>
      {isPictured && (
        <td width={PICTURE_WIDTH + 16} className="e-line" style={{ ...ROW, width: PICTURE_WIDTH + 16 }}>
          {shown && <ProductThumbnail {...shown} />}
        </td>
      )}
      <td colSpan={isPictured ? 1 : 2} className="e-ink e-line" style={{ ...ROW, overflowWrap: 'anywhere' }}>
        <span style={NAME}>{label}</span>
        {details.map((detail) => (
          <span key={detail} className="e-soft" style={{ display: 'block', fontSize: 14, color: COLOUR.oud }}>
            {detail}
          </span>
        ))}
      </td>
      <td align="right" className="e-ink e-line" style={{ ...ROW, paddingLeft: 12, whiteSpace: 'nowrap' }}>
        {amount}
      </td>
    </tr>
  )
}

function SumRow({ label, amount, strong = false, isFirst }: Sum & { isFirst: boolean }) {
  const style = {
    ...SUM_ROW,
    fontWeight: strong ? 600 : 400,
    fontSize: strong ? 18 : 16,
    ...(isFirst && { borderTop: ROW.borderTop, paddingTop: 12 }),
  }
  return (
    <tr>
      <td colSpan={2} className="e-ink e-line" style={{ ...style, overflowWrap: 'anywhere' }}>
        {label}
      </td>
      <td align="right" className="e-ink e-line" style={{ ...style, paddingLeft: 12, whiteSpace: 'nowrap' }}>
        {amount}
      </td>
    </tr>
  )
}
