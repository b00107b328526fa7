import { html } from 'hono/html'
import type { ShopProfile } from '#domain/settings/settings.ts'

export type Markup = ReturnType<typeof html>

/** Colours and faces of DESIGN.md. Mail programs know no variables and few fonts, so each element carries its own style. */
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

/** A heading inside the letter. */
export function heading(text: string): Markup {
  return html`<h2 style="margin:32px 0 8px;font:500 20px/1.3 ${SERIF};color:${COLOUR.night}">${text}</h2>`
}

/** A paragraph in the letter's own voice. */
export function paragraph(content: Markup | string): Markup {
  return html`<p style="margin:0 0 12px;font:400 16px/1.55 ${SANS};color:${COLOUR.night}">${content}</p>`
}

export function link(address: string, label: string): Markup {
  return html`<a href="${address}" style="color:${COLOUR.oud};text-decoration:underline">${label}</a>`
}

/** The frame of every letter: night header with the shop's name, ivory ground, the seller's data below. `preview` is what an inbox list shows. */
export function letter(profile: ShopProfile, head: { title: string; preview: string }, body: Markup): Markup {
  const { shopName, shopUrl, sellerName, sellerAddress, sellerNip, sellerEmail, sellerPhone } = profile
  const seller = [sellerName, sellerNip && `NIP\u00a0${sellerNip}`].filter(Boolean).join(' · ')
  const contact = [sellerEmail, sellerPhone].filter(Boolean).join(' · ')
  return html`<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${head.title}</title>
</head>
<body style="margin:0;padding:0;background:${COLOUR.ivory}">
<div style="display:none;max-height:0;overflow:hidden">${head.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${COLOUR.ivory}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td align="center" style="background:${COLOUR.night};padding:28px 24px;border-bottom:3px solid ${COLOUR.gold}">
<a href="${shopUrl}" style="font:500 28px/1.2 ${SERIF};color:${COLOUR.ivory};text-decoration:none">${shopName}</a>
<p style="margin:6px 0 0;font:italic 400 15px/1.4 ${SERIF};color:${COLOUR.sand}">Zmieniasz cenę, nie jakość.</p>
</td></tr>
<tr><td style="background:${COLOUR.paper};padding:32px 24px 36px">${body}</td></tr>
<tr><td align="center" style="padding:24px;font:400 13px/1.6 ${SANS};color:${COLOUR.oud}">
${seller}<br>${sellerAddress}<br>${contact}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}
